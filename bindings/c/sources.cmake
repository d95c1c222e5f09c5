# The interface for C, for every library that is built of it.
set(c_runtime_sources halfspace.cpp executor.cpp entities.cpp collision_world.cpp trace.cpp models.cpp draw.cpp
    shapes.cpp sweep.cpp move.cpp doors.cpp player.cpp tree.cpp placed_meshes.cpp visibility.cpp
    areas.cpp visible_faces.cpp nav.cpp nav_batches.cpp nav_doors.cpp distance_field.cpp agents.cpp triggers.cpp)
set(c_runtime_headers halfspace.h halfspace_contents.h halfspace_draw.h halfspace_move.h
    halfspace_nav.h halfspace_agents.h)
set(c_runtime_modules query spatial move nav agents)
# Things in space, without a level. Bodies among triangles need shapes, which the runtime has.
set(c_spatial_sources octree.cpp mesh.cpp mesh_pairs.cpp)
set(c_mesh_sweep_sources mesh_sweep.cpp)
set(c_spatial_headers halfspace_spatial.h)
set(c_spatial_modules spatial)
# Walls are in the header of the compiler, and need the painter.
set(c_compile_sources world.cpp compile.cpp leak.cpp mesh_checks.cpp)
set(c_compile_headers halfspace_compile.h)
set(c_compile_modules compile formats verify nav_build)
set(c_walls_sources walls.cpp)
set(c_walls_modules render)
