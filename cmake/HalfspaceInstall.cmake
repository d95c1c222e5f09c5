# Installs the modules so that find_package(halfspace) gives halfspace::<module> targets.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The components: the modules that are built and, where it is, the library for C.
get_property(halfspace_components GLOBAL PROPERTY HALFSPACE_MODULES)
set(halfspace_packages "")
foreach(component ${halfspace_components})
    get_property(packages GLOBAL PROPERTY HALFSPACE_PACKAGES_${component})
    string(APPEND halfspace_packages "set(_halfspace_packages_${component} ${packages})\n")
endforeach()
if(HALFSPACE_BINDINGS)
    list(APPEND halfspace_components c)
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/halfspaceConfig.cmake.in
    ${PROJECT_BINARY_DIR}/halfspaceConfig.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/halfspace)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/halfspaceConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/halfspaceConfig.cmake
              ${PROJECT_BINARY_DIR}/halfspaceConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FindLibzip.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/halfspace)
install(EXPORT halfspaceTargets NAMESPACE halfspace::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/halfspace)
