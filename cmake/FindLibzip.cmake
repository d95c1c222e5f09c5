# The library libzip. Gives Libzip::zip. Distributions install a package configuration of its own,
# but Debian's wants libzip's command line tools to be there as well.
find_path(Libzip_INCLUDE_DIR zip.h)
find_library(Libzip_LIBRARY zip)
mark_as_advanced(Libzip_INCLUDE_DIR Libzip_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libzip REQUIRED_VARS Libzip_LIBRARY Libzip_INCLUDE_DIR)
if(Libzip_FOUND AND NOT TARGET Libzip::zip)
    add_library(Libzip::zip UNKNOWN IMPORTED GLOBAL)
    set_target_properties(Libzip::zip PROPERTIES
        IMPORTED_LOCATION "${Libzip_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${Libzip_INCLUDE_DIR}")
    # A static libzip needs the libraries that it was built with; pkg-config knows them.
    if(Libzip_LIBRARY MATCHES "\\.a$")
        find_package(PkgConfig QUIET)
        if(PKG_CONFIG_FOUND)
            pkg_check_modules(Libzip_PC QUIET libzip)
        endif()
        if(NOT Libzip_PC_FOUND)
            message(WARNING "${Libzip_LIBRARY} is static, and pkg-config does not say which "
                "libraries it needs: a program that links it may lack functions. "
                "Install pkg-config, or a shared libzip")
        endif()
        set_target_properties(Libzip::zip PROPERTIES
            INTERFACE_LINK_LIBRARIES "${Libzip_PC_STATIC_LDFLAGS}")
    endif()
endif()
