# The Python package, by the interpreter that it is built for: the tests of pytest in
# bindings/python/tests, its types, and its installation by pip.
if(NOT TARGET halfspace_python)
    if(PROJECT_IS_TOP_LEVEL)
        message(STATUS "python.* is left out: the Python package is not built (scripts/setup --python, "
            "-DHALFSPACE_PYTHON=ON)")
    endif()
    return()
endif()

# What C++ answers, for bindings/python/tests/test_same_bits.py.
add_executable(halfspace_same_bits ${CMAKE_CURRENT_LIST_DIR}/same_bits.cpp)
target_link_libraries(halfspace_same_bits PRIVATE
    halfspace::move halfspace::query halfspace::spatial halfspace_build_flags)
# And for the tests test_*_as_cpp.py.
add_executable(halfspace_python_answers
    ${CMAKE_CURRENT_LIST_DIR}/answers.cpp ${CMAKE_CURRENT_LIST_DIR}/geometry_answers.cpp
    ${CMAKE_CURRENT_LIST_DIR}/game_answers.cpp ${CMAKE_CURRENT_LIST_DIR}/nav_answers.cpp)
target_link_libraries(halfspace_python_answers PRIVATE
    halfspace::agents halfspace::move halfspace::query halfspace::spatial halfspace_build_flags)

set(python_folder ${PROJECT_BINARY_DIR}/bindings/python)
set(python_environment "PYTHONPATH=${python_folder};HALFSPACE_TEST_DATA=${HALFSPACE_TEST_DATA}")
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=address")
    # The interpreter has no sanitizer, so that its runtime is loaded before it, and libstdc++, whose
    # exceptions the runtime looks for. Leaks are not looked for: Python itself frees little at its end.
    # Programs of this build have a runtime of their own, and so no test runs one.
    set(halfspace_python_is_sanitized ON)
    foreach(library libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so libstdc++.so.6)
        execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${library}
            OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
        list(APPEND sanitizer_libraries ${found})
    endforeach()
    list(JOIN sanitizer_libraries ":" sanitizer_libraries)
    string(APPEND python_environment
        ";LD_PRELOAD=${sanitizer_libraries};ASAN_OPTIONS=detect_leaks=0;HALFSPACE_TEST_REPEATS=0.1")
else()
    set(halfspace_python_is_sanitized OFF)
    string(APPEND python_environment ";HALFSPACE_SAME_BITS=$<TARGET_FILE:halfspace_same_bits>"
        ";HALFSPACE_PYTHON_ANSWERS=$<TARGET_FILE:halfspace_python_answers>")
    if(TARGET halfspace)
        string(APPEND python_environment ";HALFSPACE_TOOL_FOLDER=$<TARGET_FILE_DIR:halfspace>")
    endif()
endif()

# halfspace_python_test(name timeout command...)
function(halfspace_python_test name timeout)
    add_test(NAME python.${name} COMMAND ${HALFSPACE_PYTHON_INTERPRETER} -B ${ARGN}
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(python.${name} PROPERTIES
        LABELS python TIMEOUT ${timeout} ENVIRONMENT "${python_environment}")
endfunction()

function(halfspace_python_has variable module)
    execute_process(COMMAND ${HALFSPACE_PYTHON_INTERPRETER} -c "import ${module}"
        RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(failed)
        message(STATUS "Tests of the Python package are left out: ${HALFSPACE_PYTHON_INTERPRETER} "
            "has no ${module} (scripts/setup --python)")
        set(${variable} OFF PARENT_SCOPE)
    else()
        set(${variable} ON PARENT_SCOPE)
    endif()
endfunction()

halfspace_python_has(has_pytest "pytest, hypothesis")
if(has_pytest)
    # One test for each file, so that they run beside one another.
    file(GLOB python_tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bindings/python/tests/test_*.py)
    if(halfspace_python_is_sanitized)
        set(pytest_options --capture=sys)  # what the sanitizer says is not lost
        # These start many processes, or draw, and run no other code of the module.
        list(FILTER python_tests EXCLUDE REGEX "test_(cluster|examples|guides|plot|types)\\.py$")
    endif()
    foreach(file ${python_tests})
        cmake_path(GET file STEM name)
        string(REGEX REPLACE "^test_" "" name ${name})
        halfspace_python_test(${name} 300 -m pytest -q -p no:cacheprovider ${pytest_options} ${file})
        # All tests may be skipped where something is missing.
        set_tests_properties(python.${name} PROPERTIES SKIP_RETURN_CODE 5)
    endforeach()
    if(HALFSPACE_CHECKS AND TARGET halfspace_c_compile)
        # It also asks the npm package.
        set_tests_properties(python.same_bits PROPERTIES FIXTURES_REQUIRED web_build
            ENVIRONMENT "${python_environment};HALFSPACE_SAME_BITS_NPM=${PROJECT_SOURCE_DIR}/tests/web/same_bits.mjs")
    endif()
endif()
halfspace_python_has(has_mypy mypy)
if(has_mypy AND NOT halfspace_python_is_sanitized)
    halfspace_python_test(stubs 300 ${CMAKE_CURRENT_LIST_DIR}/check_types.py
        --root ${PROJECT_SOURCE_DIR} --build ${PROJECT_BINARY_DIR})
endif()
if(HALFSPACE_CHECKS)
    halfspace_python_test(install 1200 ${CMAKE_CURRENT_LIST_DIR}/check_pip.py
        --root ${PROJECT_SOURCE_DIR} --build ${PROJECT_BINARY_DIR})
    set_tests_properties(python.install PROPERTIES LABELS "python;check")
endif()
