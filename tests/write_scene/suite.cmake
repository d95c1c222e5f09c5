# A program that writes the nasty scenes of tests/support/scenes.h as files.
add_executable(halfspace_write_scene ${CMAKE_CURRENT_LIST_DIR}/write_scene.cpp)
set_target_properties(halfspace_write_scene PROPERTIES OUTPUT_NAME write_scene)
target_link_libraries(halfspace_write_scene PRIVATE halfspace_test_worlds halfspace_build_flags)
