# prove_queries: the property tests of the queries with any counts, on any levels. scripts/prove
# runs it in full; CTest only sees that it works.
add_executable(prove_queries ${CMAKE_CURRENT_LIST_DIR}/prove_queries.cpp)
target_link_libraries(prove_queries PRIVATE halfspace_test_worlds
    halfspace_test_compiled halfspace_test_queries halfspace_build_flags)
add_test(NAME prove_queries.answers_for_a_scene
    COMMAND prove_queries --points 1000 --segments 300 --seed 1 scene:slivers:40)

# prove_sweeps: the same for traces.
add_executable(prove_sweeps ${CMAKE_CURRENT_LIST_DIR}/prove_sweeps.cpp)
target_link_libraries(prove_sweeps PRIVATE halfspace_test_worlds
    halfspace_test_compiled halfspace_test_queries halfspace_build_flags)
add_test(NAME prove_sweeps.answers_for_a_level
    COMMAND prove_sweeps --sweeps 400 --moves 400 --seed 1
        ${PROJECT_SOURCE_DIR}/examples/levels/keep.map)

# prove_shapes: sweeps of bodies of any shape.
add_executable(prove_shapes ${CMAKE_CURRENT_LIST_DIR}/prove_shapes.cpp)
target_link_libraries(prove_shapes PRIVATE halfspace_test_worlds
    halfspace_test_compiled halfspace_test_queries halfspace_build_flags)
add_test(NAME prove_shapes.sweeps_through_a_scene
    COMMAND prove_shapes --sweeps 300 --seed 1 scene:pie_wedges:30)

# prove_walks: movers among doors and each other.
add_executable(prove_walks ${CMAKE_CURRENT_LIST_DIR}/prove_walks.cpp)
target_link_libraries(prove_walks PRIVATE halfspace_test_worlds
    halfspace_test_compiled halfspace_test_walks halfspace_build_flags)
add_test(NAME prove_walks.walks_in_a_scene
    COMMAND prove_walks --rounds 200 --seed 1 scene:rotated_boxes:40)
add_test(NAME prove_walks.walks_on_a_course
    COMMAND prove_walks --rounds 200 --seed 2 course)
add_test(NAME prove_walks.walks_on_an_open_mesh
    COMMAND prove_walks --rounds 100 --seed 2 mesh:city)

# prove_paths: movers that follow shortest paths.
add_executable(prove_paths ${CMAKE_CURRENT_LIST_DIR}/prove_paths.cpp)
target_link_libraries(prove_paths PRIVATE halfspace_test_worlds
    halfspace_test_compiled halfspace_test_path_walks halfspace_build_flags)
add_test(NAME prove_paths.walks_in_a_level
    COMMAND prove_paths --paths 20 --seed 1 ${PROJECT_SOURCE_DIR}/examples/levels/keep.map)

# prove_lengths: shortest paths beside a graph of all border vertices that see each other.
add_executable(prove_lengths ${CMAKE_CURRENT_LIST_DIR}/prove_lengths.cpp)
target_link_libraries(prove_lengths PRIVATE halfspace_test_worlds halfspace_test_compiled
    halfspace_test_paths halfspace_test_path_walks halfspace_build_flags)
add_test(NAME prove_lengths.compares_in_a_level
    COMMAND prove_lengths --pairs 200 --seed 1 ${PROJECT_SOURCE_DIR}/examples/levels/keep.map)

# prove_sight: what levels call hidden, beside lines of sight.
add_executable(prove_sight ${CMAKE_CURRENT_LIST_DIR}/prove_sight.cpp)
target_link_libraries(prove_sight PRIVATE halfspace_test_worlds
    halfspace_test_compiled halfspace_test_queries halfspace_build_flags)
add_test(NAME prove_sight.looks_through_levels
    COMMAND prove_sight --segments 5000 --pairs 50 --seed 1
        ${PROJECT_SOURCE_DIR}/examples/levels/keep.map
        ${PROJECT_SOURCE_DIR}/examples/levels/station.map)

# docs/lab/proofs.md names the sources that it was made of. Sources that changed since are no failure,
# or every change would be one: the test is then listed as skipped and says so.
add_test(NAME proofs.are_of_these_sources
    COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/scripts/prove --check)
add_test(NAME proofs.check_finds_older_pages
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_report_test.py)
set_tests_properties(proofs.are_of_these_sources proofs.check_finds_older_pages PROPERTIES
    LABELS check SKIP_RETURN_CODE 77)
