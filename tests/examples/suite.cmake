# The small programs in examples/programs, built as a stranger would, run on a bundled level.
if(TARGET halfspace)
    add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/examples/keep.hsw
        COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/examples
        COMMAND halfspace compile ${PROJECT_SOURCE_DIR}/examples/levels/keep.map
                -o ${PROJECT_BINARY_DIR}/examples/keep.hsw --quiet
        DEPENDS halfspace ${PROJECT_SOURCE_DIR}/examples/levels/keep.map
        VERBATIM)
    add_custom_target(halfspace_example_level ALL DEPENDS ${PROJECT_BINARY_DIR}/examples/keep.hsw)

    add_executable(halfspace_example_entities ${PROJECT_SOURCE_DIR}/examples/programs/entities.cpp)
    target_link_libraries(halfspace_example_entities PRIVATE halfspace::query)
    add_test(NAME examples.entities
        COMMAND halfspace_example_entities ${PROJECT_BINARY_DIR}/examples/keep.hsw)
    set_tests_properties(examples.entities PROPERTIES PASS_REGULAR_EXPRESSION
        "^start at 64 256 24, looking along 1 0 0, free\ndoor of model 1, opens along 0 0 1, speed 100\n3 lights\n$")
endif()
