# The rules of ARCHITECTURE.md, and the proof that their checker finds what it looks for.
add_test(NAME architecture.layers
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_layers.py ${PROJECT_SOURCE_DIR})
add_test(NAME architecture.checker_finds_planted_violations
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_layers_test.py)
set_tests_properties(architecture.layers architecture.checker_finds_planted_violations
    PROPERTIES LABELS check)
