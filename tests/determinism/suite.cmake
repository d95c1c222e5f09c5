# The same bytes and answers from every build, for the bundled levels and a scene of each kind.
set(scene_folder ${PROJECT_BINARY_DIR}/scenes)
file(MAKE_DIRECTORY ${scene_folder})
file(GLOB determinism_levels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/levels/*.map)
set(scene_files)
# A scene of each kind: "pie_wedges" for the enumerator PieWedges.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/../support/scenes.h)
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../support/scenes.h kinds REGEX "^    [A-Z][A-Za-z]*,")
list(TRANSFORM kinds REPLACE "^    ([A-Za-z]*),.*" "\\1")
list(TRANSFORM kinds REPLACE "([a-z])([A-Z])" "\\1_\\2")
list(TRANSFORM kinds TOLOWER)
foreach(kind ${kinds})
    set(scene ${scene_folder}/${kind}.map)
    add_custom_command(OUTPUT ${scene}
        COMMAND halfspace_write_scene ${kind} 60 1 > ${scene}
        VERBATIM)
    list(APPEND scene_files ${scene})
endforeach()
# A mesh whose grown pieces overlap by the hundred.
add_custom_command(OUTPUT ${scene_folder}/bumps.obj
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/write_bumps.py
            > ${scene_folder}/bumps.obj
    DEPENDS ${CMAKE_CURRENT_LIST_DIR}/write_bumps.py VERBATIM)
list(APPEND scene_files ${scene_folder}/bumps.obj)
add_custom_target(halfspace_scenes ALL DEPENDS ${scene_files})
list(APPEND determinism_levels ${scene_files})

add_executable(halfspace_level_hash ${CMAKE_CURRENT_LIST_DIR}/level_hash.cpp)
target_link_libraries(halfspace_level_hash PRIVATE
    halfspace::formats halfspace::compile halfspace::move halfspace::nav_build halfspace_test_questions halfspace_build_flags)

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
    set(determinism_game)
    if(TARGET halfspace)
        set(determinism_game --game $<TARGET_FILE:halfspace_example_deathmatch>
            ${PROJECT_BINARY_DIR}/examples/arena.hsw)
    endif()
    add_test(NAME determinism.builds
        COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_determinism.py builds
                ${determinism_arguments} ${determinism_game} ${determinism_levels})
    set_tests_properties(determinism.builds PROPERTIES
        LABELS check PROCESSORS ${cores} TIMEOUT 1200)
    add_test(NAME determinism.inline_functions
        COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_determinism.py inline
                --root ${PROJECT_SOURCE_DIR} --work ${PROJECT_BINARY_DIR}/determinism)
    set_tests_properties(determinism.inline_functions PROPERTIES LABELS check)
endif()
