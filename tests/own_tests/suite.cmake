# scripts/test PATH... finds the tests of a source by its name.
add_test(NAME own_tests.are_found_by_names
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/own_tests_test.py)
set_tests_properties(own_tests.are_found_by_names PROPERTIES LABELS check)
