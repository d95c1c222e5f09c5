# The hash functions of xxhash as a header: Xxhash::header. Nobody links a library for them.
find_path(Xxhash_INCLUDE_DIR xxhash.h)
mark_as_advanced(Xxhash_INCLUDE_DIR)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Xxhash REQUIRED_VARS Xxhash_INCLUDE_DIR)
if(Xxhash_FOUND AND NOT TARGET Xxhash::header)
    add_library(Xxhash::header INTERFACE IMPORTED GLOBAL)
    set_target_properties(Xxhash::header PROPERTIES
        INTERFACE_INCLUDE_DIRECTORIES "${Xxhash_INCLUDE_DIR}")
endif()
