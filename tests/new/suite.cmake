# What `halfspace new` makes can be built and passes its own tests. (What the command says and
# refuses: tests/tool/new_test.py.)
if(HALFSPACE_CHECKS AND HALFSPACE_INSTALL)
    add_test(NAME new.cpp
        COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_new.py cpp
                ${PROJECT_BINARY_DIR})
    set_tests_properties(new.cpp PROPERTIES LABELS check TIMEOUT 300)
endif()
