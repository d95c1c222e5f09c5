# The small programs in examples/programs, built as a stranger would, run on bundled levels.
if(TARGET halfspace)
    set(example_levels)
    # By one thread: oneTBB's threads look like races to ThreadSanitizer, and only tests get
    # cmake/tsan.supp.
    foreach(name keep cistern gatehouse arena)
        add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/examples/${name}.hsw
            COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/examples
            COMMAND halfspace compile ${PROJECT_SOURCE_DIR}/examples/levels/${name}.map
                    -o ${PROJECT_BINARY_DIR}/examples/${name}.hsw --quiet --threads 1
            DEPENDS halfspace ${PROJECT_SOURCE_DIR}/examples/levels/${name}.map
            VERBATIM)
        list(APPEND example_levels ${PROJECT_BINARY_DIR}/examples/${name}.hsw)
    endforeach()
    foreach(source keep.map castle.grid)
        cmake_path(GET source STEM name)
        add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/examples/${name}_nav.hsw
            COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/examples
            COMMAND halfspace compile ${PROJECT_SOURCE_DIR}/examples/levels/${source} --nav
                    -o ${PROJECT_BINARY_DIR}/examples/${name}_nav.hsw --quiet --threads 1
            DEPENDS halfspace ${PROJECT_SOURCE_DIR}/examples/levels/${source}
            VERBATIM)
        list(APPEND example_levels ${PROJECT_BINARY_DIR}/examples/${name}_nav.hsw)
    endforeach()
    add_custom_target(halfspace_example_level ALL DEPENDS ${example_levels})

    add_executable(halfspace_example_entities ${PROJECT_SOURCE_DIR}/examples/programs/entities.cpp)
    target_link_libraries(halfspace_example_entities PRIVATE halfspace::query)
    add_test(NAME examples.entities
        COMMAND halfspace_example_entities ${PROJECT_BINARY_DIR}/examples/keep.hsw)
    set_tests_properties(examples.entities PROPERTIES PASS_REGULAR_EXPRESSION
        "^start at 64 256 24, looking along 1 0 0, free\ndoor of model 1, opens along 0 0 1, speed 100\n3 lights\n$")

    add_executable(halfspace_example_terrain ${PROJECT_SOURCE_DIR}/examples/programs/terrain.cpp)
    target_link_libraries(halfspace_example_terrain PRIVATE halfspace::move)
    add_test(NAME examples.terrain COMMAND halfspace_example_terrain)
    set_tests_properties(examples.terrain PROPERTIES PASS_REGULAR_EXPRESSION
        "on the ferry: yes, at 40 0 of its deck\nthe ball lies 8\\.")

    add_executable(halfspace_example_walk_on_file
        ${PROJECT_SOURCE_DIR}/examples/programs/walk_on_file.cpp)
    target_link_libraries(halfspace_example_walk_on_file PRIVATE
        halfspace::formats halfspace::move)
    add_test(NAME examples.walk_on_file
        COMMAND halfspace_example_walk_on_file ${PROJECT_SOURCE_DIR}/examples/levels/house.glb)
    set_tests_properties(examples.walk_on_file PROPERTIES PASS_REGULAR_EXPRESSION
        "^[0-9]+ triangles; 5 s from -?[0-9]+ -?[0-9]+ [0-9]+ to ")

    add_executable(halfspace_example_octree ${PROJECT_SOURCE_DIR}/examples/programs/octree.cpp)
    target_link_libraries(halfspace_example_octree PRIVATE halfspace::move)
    add_test(NAME examples.octree
        COMMAND halfspace_example_octree ${PROJECT_BINARY_DIR}/examples/keep.hsw)
    set_tests_properties(examples.octree PROPERTIES PASS_REGULAR_EXPRESSION
        "^38 guards. one had 5 others near\n0 are in another\n13 hear a shot\n27 are in view\n$")

    add_executable(halfspace_example_guard ${PROJECT_SOURCE_DIR}/examples/programs/guard.cpp)
    target_link_libraries(halfspace_example_guard PRIVATE halfspace::agents)
    add_test(NAME examples.guard
        COMMAND halfspace_example_guard ${PROJECT_BINARY_DIR}/examples/keep_nav.hsw)
    set_tests_properties(examples.guard PROPERTIES PASS_REGULAR_EXPRESSION
        "^after [0-9]+ places the guard sees the player\nthe guard has caught the player after [0-9.]+ s\n$")

    add_executable(halfspace_example_chase ${PROJECT_SOURCE_DIR}/examples/programs/chase.cpp)
    target_link_libraries(halfspace_example_chase PRIVATE halfspace::agents)
    add_test(NAME examples.chase
        COMMAND halfspace_example_chase ${PROJECT_BINARY_DIR}/examples/keep_nav.hsw)
    set_tests_properties(examples.chase PROPERTIES PASS_REGULAR_EXPRESSION
        "^6 hunters wait: no way leads to the player\nafter [0-9.]+ s a hunter has caught the player\n0 times two hunters overlapped\n$")

    add_executable(halfspace_example_crowd ${PROJECT_SOURCE_DIR}/examples/programs/crowd.cpp)
    target_link_libraries(halfspace_example_crowd PRIVATE halfspace::agents)
    add_test(NAME examples.crowd
        COMMAND halfspace_example_crowd ${PROJECT_BINARY_DIR}/examples/castle_nav.hsw)
    # The program fails where bodies overlap or somebody does not arrive; ctest then looks at the
    # output alone, so that names both.
    set_tests_properties(examples.crowd PROPERTIES PASS_REGULAR_EXPRESSION
        "^(guard [0-3] .large. does not fit: it goes into the hall\n)+( *[0-9.]+ s: guard [0-9]+ .(large|stand|crouch).\n)+all have arrived, and 0 times two guards overlapped\n$")

    function(add_c_program target source)
        enable_language(C)
        add_executable(${target} ${source})
        # C++ links it, so that the sanitizers of a build come along.
        set_target_properties(${target} PROPERTIES
            C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF LINKER_LANGUAGE CXX)
        target_compile_options(${target} PRIVATE -Wall -Wextra -pedantic -pedantic-errors)
        target_link_libraries(${target} PRIVATE halfspace::c)
    endfunction()

    # Prints the same in C++ and in C, but an octree asks fewer links.
    set(chain_prints "^1280 triangles, 185 nodes\na ray from above hits after 48.00 units\na ray through the hole passes\nthe middle is 7.98 units away from the link\nthe link winds 1 times around a point of its rod, 0 times around its middle\ntwo links are 0.99 units apart\npulled to a distance of 16.000, 8 pairs of triangles touch\na ray hits link 12 of 20, and asked 4 of them\n$")
    add_executable(halfspace_example_chain ${PROJECT_SOURCE_DIR}/examples/programs/chain.cpp)
    target_link_libraries(halfspace_example_chain PRIVATE halfspace::spatial)
    add_test(NAME examples.chain COMMAND halfspace_example_chain)
    set_tests_properties(examples.chain PROPERTIES PASS_REGULAR_EXPRESSION "${chain_prints}")
    if(TARGET halfspace_c)
        add_c_program(halfspace_example_chain_c ${PROJECT_SOURCE_DIR}/examples/programs/chain.c)
        string(REPLACE "asked 4" "asked 2" chain_prints "${chain_prints}")
        add_test(NAME examples.chain_c COMMAND halfspace_example_chain_c)
        set_tests_properties(examples.chain_c PROPERTIES PASS_REGULAR_EXPRESSION
            "${chain_prints}")
    endif()

    # Games in C++ and the same in C. Each has a test in Python, which learns their paths and that of
    # the compiled level from its environment.
    function(add_game name level library)
        set(source ${PROJECT_SOURCE_DIR}/examples/programs/${name})
        set(target halfspace_example_${name})
        string(TOUPPER ${name} variable)
        add_executable(${target} ${source}.cpp)
        target_link_libraries(${target} PRIVATE ${library})
        set(games "${variable}=$<TARGET_FILE:${target}>")
        if(TARGET halfspace_c)
            add_c_program(${target}_c ${source}.c)
            list(APPEND games "${variable}_C=$<TARGET_FILE:${target}_c>")
        endif()
        add_test(NAME examples.${name} COMMAND ${Python3_EXECUTABLE} -B
            ${PROJECT_SOURCE_DIR}/tests/examples/${name}_test.py -v)
        set_tests_properties(examples.${name} PROPERTIES
            ENVIRONMENT "LEVEL=${PROJECT_BINARY_DIR}/examples/${level}.hsw;${games}")
    endfunction()
    add_game(first_person cistern halfspace::move)
    add_game(gatehouse gatehouse halfspace::move)
    add_game(deathmatch arena halfspace::move)
    target_compile_options(halfspace_example_deathmatch PRIVATE -ffp-contract=off)
endif()
