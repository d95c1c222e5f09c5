# The viewer's pictures beside those of the painter, without a window. Where there is no EGL, the
# tests are skipped and say so.
if(TARGET halfspace_viewer)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cpp)
    add_executable(halfspace_viewer_tests ${sources})
    target_include_directories(halfspace_viewer_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(halfspace_viewer_tests PRIVATE
        halfspace_viewer halfspace_test_files halfspace_test_worlds halfspace_test_compiled
        halfspace_build_flags GTest::gtest_main)
    gtest_discover_tests(halfspace_viewer_tests DISCOVERY_TIMEOUT 60)
    # The window itself needs xvfb and xdotool.
    if(HALFSPACE_CHECKS)
        add_test(NAME viewer.window
            COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/window_test.py -v)
        set_tests_properties(viewer.window PROPERTIES
            ENVIRONMENT "HALFSPACE=$<TARGET_FILE:halfspace>" TIMEOUT 600)
    endif()
endif()
