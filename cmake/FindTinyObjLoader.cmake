# The header tiny_obj_loader.h, without the shared library that some distributions build of it. Gives
# TinyObjLoader::header. Whoever links it compiles the functions himself, for doubles; they get a
# namespace of our own, because a game may link Halfspace and a tinyobjloader of its own.
include(HalfspaceFindHeader)
halfspace_find_header(TinyObjLoader::header tiny_obj_loader.h)
if(TinyObjLoader_FOUND)
    set_target_properties(TinyObjLoader::header PROPERTIES
        INTERFACE_COMPILE_DEFINITIONS "tinyobj=halfspace_tinyobj;TINYOBJLOADER_USE_DOUBLE")
endif()
