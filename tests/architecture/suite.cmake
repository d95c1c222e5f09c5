# The rules of ARCHITECTURE.md and CONTRIBUTING.md, each with the proof that its checker finds what it
# looks for.
foreach(rule layers types structure)
    add_test(NAME architecture.${rule} COMMAND ${Python3_EXECUTABLE} -B
        ${CMAKE_CURRENT_LIST_DIR}/check_${rule}.py ${PROJECT_SOURCE_DIR})
    set_tests_properties(architecture.${rule} PROPERTIES LABELS check)
endforeach()
foreach(rule layers types structure)
    add_test(NAME architecture.check_${rule}_finds_planted_violations COMMAND ${Python3_EXECUTABLE} -B
        ${CMAKE_CURRENT_LIST_DIR}/check_${rule}_test.py)
    set_tests_properties(architecture.check_${rule}_finds_planted_violations PROPERTIES LABELS check)
endforeach()
