# Checks of the project as a whole.
if(HALFSPACE_CHECKS)
    add_test(NAME checks.format COMMAND ${CMAKE_CURRENT_LIST_DIR}/check_format.sh)
    set_tests_properties(checks.format PROPERTIES LABELS check)
    cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
    add_test(NAME checks.tidy
        COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_tidy.py
                ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
    add_test(NAME checks.sanitizers COMMAND ${CMAKE_CURRENT_LIST_DIR}/check_sanitizers.sh)
    set_tests_properties(checks.tidy checks.sanitizers PROPERTIES
        LABELS check PROCESSORS ${cores} TIMEOUT 2000)
endif()
