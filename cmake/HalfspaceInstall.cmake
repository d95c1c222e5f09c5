# Installs the modules so that find_package(halfspace) gives halfspace::<module> targets.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

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
