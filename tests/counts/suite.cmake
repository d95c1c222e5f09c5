# The instructions of each job of count_jobs.cpp are compared with counts.tsv. count.py builds the
# program a second time, as Halfspace is shipped. The program of this build shows that all jobs run,
# also under sanitizers, and clang-tidy reads it.
add_executable(halfspace_count_jobs ${CMAKE_CURRENT_LIST_DIR}/count_jobs.cpp)
target_link_libraries(halfspace_count_jobs PRIVATE halfspace::formats halfspace::compile
    halfspace::verify halfspace::query halfspace::move halfspace_test_worlds halfspace_build_flags)
add_test(NAME counts.jobs_run
    COMMAND halfspace_count_jobs ${PROJECT_SOURCE_DIR}/examples/levels/station.map)

add_test(NAME counts.count_finds_planted_growth
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/count_test.py)
set_tests_properties(counts.count_finds_planted_growth PROPERTIES LABELS check)

if(HALFSPACE_CHECKS)
    cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
    add_test(NAME counts.no_job_has_grown
        COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/count.py)
    set_tests_properties(counts.no_job_has_grown PROPERTIES
        LABELS check PROCESSORS ${cores} TIMEOUT 1200 SKIP_RETURN_CODE 77)
endif()
