# Builds the preset wasm: cmake -P build.cmake. ROOT: the folder of the project.
cmake_minimum_required(VERSION 3.25)
foreach(step "--preset;wasm" "--build;--preset;wasm")
    execute_process(COMMAND ${CMAKE_COMMAND} ${step}
        WORKING_DIRECTORY ${ROOT} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
