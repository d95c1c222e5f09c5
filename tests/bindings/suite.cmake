# The interface for C, used by a program of C99 as strictly as compilers take it. C++ links it, so
# that the sanitizers of a build come along.
if(TARGET halfspace_c AND TARGET halfspace)
    enable_language(C)
    add_executable(halfspace_c_test ${CMAKE_CURRENT_LIST_DIR}/c_test.c)
    set_target_properties(halfspace_c_test PROPERTIES
        C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF LINKER_LANGUAGE CXX)
    target_compile_options(halfspace_c_test PRIVATE -Wall -Wextra -pedantic -pedantic-errors)
    target_link_libraries(halfspace_c_test PRIVATE halfspace::c)
    add_dependencies(halfspace_c_test halfspace_example_level)
    add_test(NAME bindings.c
        COMMAND halfspace_c_test ${PROJECT_BINARY_DIR}/examples/keep.hsw)
endif()
