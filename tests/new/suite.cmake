# What `halfspace new` makes can be built and passes its own tests; new.web uses the packed npm package.
# (What the command says and refuses: tests/tool/new_test.py.)
if(HALFSPACE_CHECKS AND HALFSPACE_INSTALL)
    foreach(kind cpp web)
        add_test(NAME new.${kind}
            COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_new.py ${kind}
                    ${PROJECT_BINARY_DIR})
    endforeach()
    set_tests_properties(new.cpp PROPERTIES LABELS check TIMEOUT 300)
    # One test at a time packs the package (tests/web/suite.cmake).
    set_tests_properties(new.web PROPERTIES
        LABELS check TIMEOUT 300 FIXTURES_REQUIRED web_build RESOURCE_LOCK npm_package)
endif()
