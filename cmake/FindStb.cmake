# The single-file libraries of stb, which distributions put into a folder of that name. Gives
# Stb::stb, seen from other folders too, as the static libraries carry it along.
find_path(Stb_INCLUDE_DIR stb_image.h PATH_SUFFIXES stb)
mark_as_advanced(Stb_INCLUDE_DIR)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Stb REQUIRED_VARS Stb_INCLUDE_DIR)
if(Stb_FOUND AND NOT TARGET Stb::stb)
    add_library(Stb::stb INTERFACE IMPORTED GLOBAL)
    set_target_properties(Stb::stb PROPERTIES
        INTERFACE_INCLUDE_DIRECTORIES "${Stb_INCLUDE_DIR}")
endif()
