# The header tiny_gltf.h, without the shared library that some distributions build of it. Gives
# TinyGltf::header. Whoever links it compiles the functions himself; they get a namespace of our
# own, because a game may link Halfspace and a tinygltf of its own. Pictures are not its business.
include(HalfspaceFindHeader)
halfspace_find_header(TinyGltf::header tiny_gltf.h)
if(TinyGltf_FOUND)
    set_target_properties(TinyGltf::header PROPERTIES
        INTERFACE_COMPILE_DEFINITIONS "tinygltf=halfspace_tinygltf;TINYGLTF_NO_FS;TINYGLTF_NO_STB_IMAGE;TINYGLTF_NO_STB_IMAGE_WRITE;TINYGLTF_NO_EXTERNAL_IMAGE")
endif()
