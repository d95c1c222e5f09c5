# The same bytes and answers from every build. The scenes are made here once for all tests.
set(scene_folder ${PROJECT_BINARY_DIR}/scenes)
set(scene_script ${PROJECT_SOURCE_DIR}/tests/scenes/nasty_map.py)
file(GLOB determinism_levels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/levels/*.map)
foreach(kind rotated_boxes pie_wedges slivers tilted_plates thin_panels terrain redundant_planes)
    set(scene ${scene_folder}/${kind}.map)
    add_custom_command(OUTPUT ${scene}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${scene_folder}
        COMMAND ${Python3_EXECUTABLE} -B ${scene_script} ${kind} 60 1 > ${scene}
        DEPENDS ${scene_script})
    list(APPEND determinism_levels ${scene})
endforeach()
add_custom_target(halfspace_scenes ALL DEPENDS ${determinism_levels})

set(level_hash_source ${CMAKE_CURRENT_LIST_DIR}/level_hash.cpp)
add_executable(halfspace_level_hash ${level_hash_source})
target_link_libraries(halfspace_level_hash PRIVATE
    halfspace::formats halfspace::compile halfspace::query halfspace_build_flags)
add_dependencies(halfspace_level_hash halfspace_scenes)

set(determinism_arguments
    --root ${PROJECT_SOURCE_DIR}
    --reference $<TARGET_FILE:halfspace_level_hash>
    --work ${PROJECT_BINARY_DIR}/determinism)
add_test(NAME determinism.threads
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_determinism.py threads
            ${determinism_arguments} ${determinism_levels})
if(HALFSPACE_TOOLS)
    add_test(NAME determinism.tool
        COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_determinism.py tool
                ${determinism_arguments} --tool $<TARGET_FILE:halfspace> ${determinism_levels})
endif()
if(HALFSPACE_CHECKS)
    cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
    add_test(NAME determinism.builds
        COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_determinism.py builds
                ${determinism_arguments} ${determinism_levels})
    set_tests_properties(determinism.builds PROPERTIES
        LABELS "check;thorough" PROCESSORS ${cores} TIMEOUT 1200)
endif()
