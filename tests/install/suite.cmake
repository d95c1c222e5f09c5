# A stranger installs Halfspace and builds a program with it. (The same program by
# add_subdirectory, under several compilers and flags: tests/determinism.)
if(HALFSPACE_CHECKS AND HALFSPACE_INSTALL)
    file(GLOB install_levels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/levels/*.map)
    add_test(NAME install.consumer
        COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_install.py
                --root ${PROJECT_SOURCE_DIR} --build ${PROJECT_BINARY_DIR}
                --reference $<TARGET_FILE:halfspace_level_hash>
                --level ${PROJECT_BINARY_DIR}/examples/keep.hsw ${install_levels})
    add_test(NAME install.assertions
        COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_assertions.py
                --root ${PROJECT_SOURCE_DIR} --work ${PROJECT_BINARY_DIR}/assertions_test
                --level ${PROJECT_BINARY_DIR}/examples/keep.hsw)
    set_tests_properties(install.consumer PROPERTIES LABELS check TIMEOUT 300)
    set_tests_properties(install.assertions PROPERTIES LABELS check TIMEOUT 2000)
endif()
