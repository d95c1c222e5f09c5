# halfspace_find_header(target header [PATH_SUFFIXES folders...]), for the find modules of libraries
# that are headers only: the imported target `target` with the folder of `header`. Other folders see
# the target too, as the static libraries carry it along.
include(FindPackageHandleStandardArgs)

macro(halfspace_find_header target header)
    set(halfspace_folder ${CMAKE_FIND_PACKAGE_NAME}_INCLUDE_DIR)
    find_path(${halfspace_folder} ${header} ${ARGN})
    mark_as_advanced(${halfspace_folder})
    find_package_handle_standard_args(${CMAKE_FIND_PACKAGE_NAME} REQUIRED_VARS ${halfspace_folder})
    if(${CMAKE_FIND_PACKAGE_NAME}_FOUND AND NOT TARGET ${target})
        add_library(${target} INTERFACE IMPORTED GLOBAL)
        set_target_properties(${target} PROPERTIES
            INTERFACE_INCLUDE_DIRECTORIES "${${halfspace_folder}}")
    endif()
endmacro()
