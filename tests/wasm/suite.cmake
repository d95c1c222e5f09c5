# The preset wasm is built once, for all tests that have the fixture wasm_build. Then Node runs the
# program of tests/determinism. It has to print the hashes that the native program prints.
if(HALFSPACE_CHECKS)
    cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
    add_test(NAME wasm.build
        COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -P ${CMAKE_CURRENT_LIST_DIR}/build.cmake)
    # The modules for WebAssembly read no meshes.
    set(wasm_levels ${determinism_levels})
    list(FILTER wasm_levels EXCLUDE REGEX "[.]obj$")
    add_test(NAME wasm.same_bytes_and_answers_as_native
        COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/determinism/check_determinism.py
                wasm --root ${PROJECT_SOURCE_DIR}
                --reference $<TARGET_FILE:halfspace_level_hash>
                --work ${PROJECT_BINARY_DIR}/determinism ${wasm_levels})
    set_tests_properties(wasm.build PROPERTIES
        LABELS check PROCESSORS ${cores} TIMEOUT 1200 FIXTURES_SETUP wasm_build)
    set_tests_properties(wasm.same_bytes_and_answers_as_native PROPERTIES
        LABELS check TIMEOUT 1200 FIXTURES_REQUIRED wasm_build)
endif()
