# Builds the npm package and the checks of tests/web: cmake -P build.cmake. ROOT: the folder of the
# project. CHECKS: where the checks go, as JavaScript.
cmake_minimum_required(VERSION 3.25)
set(tsc ${ROOT}/node_modules/.bin/tsc)
if(NOT EXISTS ${tsc})
    message(FATAL_ERROR "${tsc} is missing; run scripts/setup")
endif()
foreach(step "${ROOT}/bindings/npm" "${ROOT}/tests/web;--outDir;${CHECKS}")
    execute_process(COMMAND ${tsc} -p ${step} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
