# The interface for C, for every library that is built of it.
set(c_runtime_sources halfspace.cpp entities.cpp collision_world.cpp trace.cpp models.cpp draw.cpp
    shapes.cpp sweep.cpp move.cpp doors.cpp player.cpp tree.cpp)
set(c_runtime_headers halfspace.h halfspace_contents.h halfspace_entities.h
    halfspace_collision_world.h halfspace_trace.h
    halfspace_models.h halfspace_draw.h halfspace_shapes.h halfspace_sweep.h halfspace_mover_state.h halfspace_move.h
    halfspace_doors.h halfspace_player.h
    halfspace_tree.h)
set(c_runtime_modules query spatial move)
# Things in space, without a level.
set(c_spatial_sources octree.cpp mesh.cpp mesh_pairs.cpp)
set(c_spatial_headers halfspace_octree.h halfspace_mesh.h halfspace_mesh_pairs.h)
set(c_spatial_modules spatial)
set(c_compile_sources compile.cpp)
set(c_compile_headers halfspace_compile.h)
set(c_compile_modules compile formats verify)
set(c_walls_sources walls.cpp)
set(c_walls_headers halfspace_walls.h)
set(c_walls_modules render)
