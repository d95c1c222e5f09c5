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
    add_test(NAME install.shared
        COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_shared.py
                --root ${PROJECT_SOURCE_DIR} --build ${PROJECT_BINARY_DIR}
                --reference $<TARGET_FILE:halfspace_level_hash> ${install_levels})
    set_tests_properties(install.shared PROPERTIES LABELS check TIMEOUT 2000)
    find_program(HALFSPACE_DPKG_SHLIBDEPS dpkg-shlibdeps)
    if(HALFSPACE_DPKG_SHLIBDEPS)
        add_test(NAME install.packages
            COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_packages.py
                    --root ${PROJECT_SOURCE_DIR} --build ${PROJECT_BINARY_DIR}
                    --cpack ${CMAKE_CPACK_COMMAND})
        set_tests_properties(install.packages PROPERTIES LABELS check TIMEOUT 600)
    else()
        message(STATUS "install.packages is left out: dpkg-shlibdeps is missing (scripts/setup)")
    endif()
    set_tests_properties(install.consumer PROPERTIES LABELS check TIMEOUT 600)
    set_tests_properties(install.assertions PROPERTIES LABELS check TIMEOUT 2000)
endif()
