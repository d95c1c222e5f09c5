# The small programs in examples/programs, built as a stranger would, run on bundled levels.
if(TARGET halfspace)
    set(example_levels)
    # By one thread: oneTBB's threads look like races to ThreadSanitizer, and only tests get
    # cmake/tsan.supp.
    foreach(name keep cistern)
        add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/examples/${name}.hsw
            COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/examples
            COMMAND halfspace compile ${PROJECT_SOURCE_DIR}/examples/levels/${name}.map
                    -o ${PROJECT_BINARY_DIR}/examples/${name}.hsw --quiet --threads 1
            DEPENDS halfspace ${PROJECT_SOURCE_DIR}/examples/levels/${name}.map
            VERBATIM)
        list(APPEND example_levels ${PROJECT_BINARY_DIR}/examples/${name}.hsw)
    endforeach()
    add_custom_target(halfspace_example_level ALL DEPENDS ${example_levels})

    add_executable(halfspace_example_entities ${PROJECT_SOURCE_DIR}/examples/programs/entities.cpp)
    target_link_libraries(halfspace_example_entities PRIVATE halfspace::query)
    add_test(NAME examples.entities
        COMMAND halfspace_example_entities ${PROJECT_BINARY_DIR}/examples/keep.hsw)
    set_tests_properties(examples.entities PROPERTIES PASS_REGULAR_EXPRESSION
        "^start at 64 256 24, looking along 1 0 0, free\ndoor of model 1, opens along 0 0 1, speed 100\n3 lights\n$")

    # The same game in C++ and in C.
    set(first_person ${PROJECT_SOURCE_DIR}/examples/programs/first_person)
    add_executable(halfspace_example_first_person ${first_person}.cpp)
    target_link_libraries(halfspace_example_first_person PRIVATE halfspace::query)
    set(games "FIRST_PERSON=$<TARGET_FILE:halfspace_example_first_person>")
    if(TARGET halfspace_c)
        enable_language(C)
        add_executable(halfspace_example_first_person_c ${first_person}.c)
        # C++ links it, so that the sanitizers of a build come along.
        set_target_properties(halfspace_example_first_person_c PROPERTIES
            C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF LINKER_LANGUAGE CXX)
        target_compile_options(halfspace_example_first_person_c PRIVATE
            -Wall -Wextra -pedantic -pedantic-errors)
        target_link_libraries(halfspace_example_first_person_c PRIVATE halfspace::c)
        list(APPEND games "FIRST_PERSON_C=$<TARGET_FILE:halfspace_example_first_person_c>")
    endif()
    add_test(NAME examples.first_person
        COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/first_person_test.py -v)
    set_tests_properties(examples.first_person PROPERTIES
        ENVIRONMENT "LEVEL=${PROJECT_BINARY_DIR}/examples/cistern.hsw;${games}")
endif()
