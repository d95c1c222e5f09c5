# docs/reference/file_format.md says of the records what the headers say.
add_test(NAME level.file_format
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_file_format.py
            ${PROJECT_SOURCE_DIR})
add_test(NAME level.file_format_checker_finds_planted_differences
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_file_format_test.py
            ${PROJECT_SOURCE_DIR})
set_tests_properties(level.file_format level.file_format_checker_finds_planted_differences
    PROPERTIES LABELS check)
