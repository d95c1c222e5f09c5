# The header tiny_gltf.h, without the shared library that some distributions build of it. Gives
# TinyGltf::header. Whoever links it compiles the functions himself; they get a namespace of our
# own, because a game may link Halfspace and a tinygltf of its own. Pictures are not its business.
find_path(TinyGltf_INCLUDE_DIR tiny_gltf.h)
mark_as_advanced(TinyGltf_INCLUDE_DIR)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(TinyGltf REQUIRED_VARS TinyGltf_INCLUDE_DIR)
if(TinyGltf_FOUND AND NOT TARGET TinyGltf::header)
    add_library(TinyGltf::header INTERFACE IMPORTED GLOBAL)
    set_target_properties(TinyGltf::header PROPERTIES
        INTERFACE_INCLUDE_DIRECTORIES "${TinyGltf_INCLUDE_DIR}"
        INTERFACE_COMPILE_DEFINITIONS "tinygltf=halfspace_tinygltf;TINYGLTF_NO_FS;TINYGLTF_NO_STB_IMAGE;TINYGLTF_NO_STB_IMAGE_WRITE;TINYGLTF_NO_EXTERNAL_IMAGE")
endif()
