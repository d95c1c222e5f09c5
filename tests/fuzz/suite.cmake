# Every fuzz/fuzz_<reader>.cpp, linked with a plain main, runs over fuzz/corpus/<reader> as a test
# with any compiler.
file(GLOB fuzz_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fuzz/fuzz_*.cpp)
foreach(source ${fuzz_sources})
    get_filename_component(name ${source} NAME_WE)
    string(REGEX REPLACE "^fuzz_" "" reader ${name})
    add_executable(replay_${reader} ${source} ${CMAKE_CURRENT_LIST_DIR}/replay.cpp)
    target_include_directories(replay_${reader} PRIVATE ${PROJECT_SOURCE_DIR}/src)  # shared headers
    target_link_libraries(replay_${reader} PRIVATE
        halfspace::formats halfspace::nav halfspace::query halfspace_build_flags)
    add_test(NAME Fuzz.ReplaysTheCorpusOf_${reader}
             COMMAND replay_${reader} ${PROJECT_SOURCE_DIR}/fuzz/corpus/${reader})
endforeach()
