# Installs the modules so that find_package(halfspace) gives halfspace::<module> targets, and so that
# pkg-config finds the libraries; also the licence and the pages for users.
include(CMakePackageConfigHelpers)

# The components: the modules that are built and, where they are, the libraries for C. Whoever links
# a static one has to find the packages of its libraries: "TBB::tbb" belongs to the package "TBB".
get_property(modules GLOBAL PROPERTY HALFSPACE_MODULES)
get_property(c_libraries GLOBAL PROPERTY HALFSPACE_C_LIBRARIES)
set(halfspace_components ${modules} ${c_libraries})
set(halfspace_packages "")
foreach(component ${halfspace_components})
    halfspace_libraries(packages ${component})
    if(BUILD_SHARED_LIBS AND component IN_LIST modules)
        set(packages "")
    endif()
    string(REGEX REPLACE "::[^;]*" "" packages "${packages}")
    string(APPEND halfspace_packages "set(_halfspace_packages_${component} ${packages})\n")
endforeach()

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/halfspace)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/halfspaceConfig.cmake.in
    ${PROJECT_BINARY_DIR}/halfspaceConfig.cmake INSTALL_DESTINATION ${config_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/halfspaceConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/halfspaceConfig.cmake
              ${PROJECT_BINARY_DIR}/halfspaceConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FindLibzip.cmake
        DESTINATION ${config_folder} COMPONENT libhalfspace-dev)
install(EXPORT halfspaceTargets NAMESPACE halfspace::
        DESTINATION ${config_folder} COMPONENT libhalfspace-dev)

# halfspace_pkg_config(name DESCRIPTION text LIBS libraries... [CFLAGS flags...]
#                      [REQUIRES packages...] [REQUIRES_STATIC packages...]
#                      [LIBS_STATIC libraries...])
#
# Installs name.pc. Those with STATIC are for `pkg-config --static`.
set(pkg_config_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
function(halfspace_pkg_config name)
    cmake_parse_arguments(arg "" "DESCRIPTION" "LIBS;CFLAGS;REQUIRES;REQUIRES_STATIC;LIBS_STATIC"
        ${ARGN})
    # Paths from the folder of name.pc, so that the installed tree may be moved. Each folder may be
    # below the prefix or elsewhere.
    file(RELATIVE_PATH prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
    string(REGEX REPLACE "/$" "" prefix ${prefix})
    file(RELATIVE_PATH headers ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
    list(TRANSFORM arg_LIBS PREPEND -l)
    list(TRANSFORM arg_LIBS_STATIC PREPEND -l)
    foreach(list LIBS CFLAGS REQUIRES REQUIRES_STATIC LIBS_STATIC)
        list(JOIN arg_${list} " " arg_${list})
    endforeach()
    configure_file(${PROJECT_SOURCE_DIR}/cmake/halfspace.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc
            DESTINATION ${pkg_config_folder} COMPONENT libhalfspace-dev)
endfunction()

# The libraries of these modules, each before those that it depends on.
function(halfspace_library_names variable)
    list(TRANSFORM ARGN PREPEND halfspace_ OUTPUT_VARIABLE names)
    list(REVERSE names)
    set(${variable} ${names} PARENT_SCOPE)
endfunction()

halfspace_packages(foreign pkg-config ${modules})
set(foreign_of_modules ${foreign})
if(BUILD_SHARED_LIBS)
    set(foreign_of_modules "")
endif()

get_property(runtime GLOBAL PROPERTY HALFSPACE_RUNTIME_MODULES)
halfspace_library_names(libraries ${runtime})
halfspace_pkg_config(halfspace LIBS ${libraries} CFLAGS ${halfspace_public_definitions}
    DESCRIPTION "Loads solid 3D levels and answers questions about them, for C++23")
list(REMOVE_ITEM modules ${runtime})
if("compile" IN_LIST modules)
    halfspace_library_names(libraries ${modules})
    halfspace_pkg_config(halfspace_compile LIBS ${libraries} REQUIRES halfspace ${foreign_of_modules}
        DESCRIPTION "Compiles, verifies, reads and paints solid 3D levels, for C++23")
endif()
if("c" IN_LIST c_libraries)
    halfspace_pkg_config(halfspace_c LIBS halfspace_c LIBS_STATIC ${halfspace_standard_libraries}
        DESCRIPTION "Loads solid 3D levels and answers questions about them, for C")
endif()
if("c_compile" IN_LIST c_libraries)
    halfspace_pkg_config(halfspace_c_compile LIBS halfspace_c_compile
        REQUIRES halfspace_c REQUIRES_STATIC ${foreign} LIBS_STATIC ${halfspace_standard_libraries}
        DESCRIPTION "Compiles, verifies and reads solid 3D levels, for C")
endif()

# The pages, and what they link to: README.md and docs/index.md lead to all of them.
set(pages ${CMAKE_INSTALL_DATADIR}/doc/halfspace)
install(FILES LICENSE README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md
        DESTINATION ${pages} COMPONENT halfspace)
install(FILES packaging/README.md DESTINATION ${pages}/packaging COMPONENT halfspace)
install(DIRECTORY docs DESTINATION ${pages} COMPONENT halfspace
        FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.svg" PATTERN "*.jpg"
        PATTERN docs/site EXCLUDE)
install(DIRECTORY examples/levels examples/programs examples/python examples/textures examples/three
        DESTINATION ${pages}/examples COMPONENT halfspace
        PATTERN node_modules EXCLUDE PATTERN "*.hsw" EXCLUDE)
