# The Debian packages that cpack makes of what is installed, one for each component:
#
#     halfspace             the command line, and the pages
#     halfspace-viewer      the viewer
#     libhalfspace          shared libraries of the runtime: for C, and with BUILD_SHARED_LIBS for C++
#     libhalfspace-compile  the same of the compiler
#     libhalfspace-dev      headers, static libraries, files for CMake and pkg-config
#
# `cmake --workflow --preset packages` makes them all. packaging/try_debs installs them in a clean
# Debian.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "Halfspace developers")
# The project has no address yet. Who distributes the packages gives their own:
# cpack -D CPACK_DEBIAN_PACKAGE_MAINTAINER="NAME <ADDRESS>"
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "Halfspace developers <halfspace@localhost>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

# Each package has a description of its own.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
# A package of a game needs the version of the library for C that the game was linked with, or a later
# one. The libraries for C++ promise no later version: a game needs the very version.
# A new SOVERSION needs packages with new names, such as libhalfspace2, so that the libraries of old
# and new games can be installed together.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
if(BUILD_SHARED_LIBS)
    set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY "=")
endif()
set(CPACK_COMPONENTS_ALL "")

# halfspace_debian_package(name SECTION section SYNOPSIS line DESCRIPTION text
#                          [SHLIBDEPS] [DEPENDS ...] [SUGGESTS ...])
#
# With SHLIBDEPS dpkg-shlibdeps finds the packages of the shared libraries that it needs.
macro(halfspace_debian_package name)
    cmake_parse_arguments(arg "SHLIBDEPS" "SECTION;SYNOPSIS;DESCRIPTION"
        "DEPENDS;SUGGESTS" ${ARGN})
    string(TOUPPER ${name} NAME)
    list(APPEND CPACK_COMPONENTS_ALL ${name})
    list(JOIN arg_DEPENDS ", " CPACK_DEBIAN_${NAME}_PACKAGE_DEPENDS)
    list(JOIN arg_SUGGESTS ", " CPACK_DEBIAN_${NAME}_PACKAGE_SUGGESTS)
    set(CPACK_DEBIAN_${NAME}_PACKAGE_NAME ${name})
    set(CPACK_DEBIAN_${NAME}_PACKAGE_SECTION ${arg_SECTION})
    set(CPACK_COMPONENT_${NAME}_DESCRIPTION "${arg_SYNOPSIS}\n${arg_DESCRIPTION}")
    set(CPACK_DEBIAN_${NAME}_PACKAGE_SHLIBDEPS ${arg_SHLIBDEPS})
    # In packages only: an installed tree has one copy of the licence.
    install(FILES packaging/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name}
            COMPONENT ${name} EXCLUDE_FROM_ALL)
endmacro()

# The version of the packages: with Debian's revision if cmake gets -D CPACK_DEBIAN_PACKAGE_RELEASE=1.
set(same_version "(= ${PROJECT_VERSION})")
if(CPACK_DEBIAN_PACKAGE_RELEASE)
    set(same_version "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
endif()
set(development_needs "")
set(program_needs "")
if(BUILD_SHARED_LIBS)
    # dpkg-shlibdeps finds our own libraries in the build, but no package that holds them.
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS
        ${PROJECT_BINARY_DIR} ${PROJECT_BINARY_DIR}/bindings/c)
    set(program_needs "libhalfspace-compile ${same_version}")
endif()
if(HALFSPACE_BINDINGS OR BUILD_SHARED_LIBS)
    halfspace_debian_package(libhalfspace SHLIBDEPS SECTION libs
        SYNOPSIS "exact questions about solid 3D levels - shared libraries"
        DESCRIPTION "Halfspace compiles a solid 3D world once and then answers questions about it:
what is here, who sees whom, what a moving body touches first.
.
This package contains the shared libraries of the runtime. They load compiled
levels and need nothing but the standard library.")
    list(APPEND development_needs "libhalfspace ${same_version}")
endif()
if(TARGET halfspace_c_compile OR (BUILD_SHARED_LIBS AND TARGET halfspace_compile))
    halfspace_debian_package(libhalfspace-compile SHLIBDEPS SECTION libs
        DEPENDS "libhalfspace ${same_version}"
        SYNOPSIS "compiler of solid 3D levels - shared libraries"
        DESCRIPTION "Halfspace compiles a solid 3D world once and then answers questions about it.
.
This package contains the shared libraries of the compiler: they read sources
of levels, compile them and verify the result.")
    list(APPEND development_needs "libhalfspace-compile ${same_version}")
endif()
# The static libraries of the compiler need oneTBB and libzip where they are linked.
get_property(modules GLOBAL PROPERTY HALFSPACE_MODULES)
halfspace_packages(libraries Debian ${modules})
halfspace_debian_package(libhalfspace-dev SECTION libdevel
    DEPENDS ${development_needs} ${libraries} SUGGESTS halfspace cmake pkg-config
    SYNOPSIS "exact questions about solid 3D levels - development files"
    DESCRIPTION "Halfspace compiles a solid 3D world once and then answers questions about it:
what is here, who sees whom, what a moving body touches first.
.
This package contains the headers for C++23 and C, the static libraries, and
files by which CMake and pkg-config find them.")
if(TARGET halfspace)
    halfspace_debian_package(halfspace SHLIBDEPS SECTION utils DEPENDS ${program_needs}
        SUGGESTS halfspace-viewer libhalfspace-dev
        SYNOPSIS "compiler of solid 3D levels - command line"
        DESCRIPTION "Halfspace compiles a solid 3D world once and then answers questions about it:
what is here, who sees whom, what a moving body touches first. It reads
levels of TrenchBroom and similar editors, plans of text, compiled Quake III
levels and closed meshes.
.
This package contains the command line, which compiles, verifies, asks and
paints levels, and the pages for users.")
endif()
if(TARGET halfspace-view)
    halfspace_debian_package(halfspace-viewer SHLIBDEPS SECTION graphics
        DEPENDS "halfspace ${same_version}" ${program_needs}
        SYNOPSIS "viewer of solid 3D levels"
        DESCRIPTION "Halfspace compiles a solid 3D world once and then answers questions about it.
.
This package contains the viewer: it shows a level in a window by OpenGL, and
lets the user fly and walk in it.")
endif()
include(CPack)
