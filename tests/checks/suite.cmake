# Checks of the project as a whole. The quick one is always there; those that take minutes only
# with HALFSPACE_CHECKS, which the preset dev sets. `thorough` is what `scripts/test --quick` omits.
add_test(NAME checks.format COMMAND ${CMAKE_CURRENT_LIST_DIR}/check_format.sh)
set_tests_properties(checks.format PROPERTIES LABELS check)

if(HALFSPACE_CHECKS)
    cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
    add_test(NAME checks.tidy
        COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_tidy.py
                ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
    add_test(NAME checks.sanitizers COMMAND ${CMAKE_CURRENT_LIST_DIR}/check_sanitizers.sh)
    set_tests_properties(checks.tidy checks.sanitizers PROPERTIES
        LABELS "check;thorough" PROCESSORS ${cores} TIMEOUT 2000)
endif()
