# Builds the npm package and the checks of tests/web: cmake -P build.cmake. ROOT: the folder of the
# project. CHECKS: where the checks go, as JavaScript.
cmake_minimum_required(VERSION 3.25)
set(tsc ${ROOT}/node_modules/.bin/tsc)
if(NOT EXISTS ${tsc})
    message(FATAL_ERROR "${tsc} is missing; run scripts/setup")
endif()
# The build removes modules whose sources are gone.
set(old_module ${ROOT}/bindings/npm/dist/old_module.js)
file(WRITE ${old_module} "")
execute_process(COMMAND npm run build --silent
    WORKING_DIRECTORY ${ROOT}/bindings/npm COMMAND_ERROR_IS_FATAL ANY)
if(EXISTS ${old_module})
    message(FATAL_ERROR "${old_module} has no source and is still there")
endif()
execute_process(COMMAND ${tsc} -p ${ROOT}/tests/web --outDir ${CHECKS} COMMAND_ERROR_IS_FATAL ANY)
