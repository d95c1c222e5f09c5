# Runs the command line as its users do. Each script is a Python unittest of its own; the program
# to test comes in the environment.
find_package(Python3 3.9 COMPONENTS Interpreter)
if(Python3_FOUND AND TARGET halfspace)
    file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*_test.py)
    foreach(script ${scripts})
        get_filename_component(stem ${script} NAME_WE)
        add_test(NAME tool.${stem} COMMAND ${Python3_EXECUTABLE} -B ${script} -v)
        set_tests_properties(tool.${stem} PROPERTIES
            ENVIRONMENT "HALFSPACE=$<TARGET_FILE:halfspace>;HALFSPACE_OPENARENA=${HALFSPACE_OPENARENA}"
            TIMEOUT 600)
    endforeach()
else()
    message(STATUS "No Python 3: the tests of the command line are left out")
endif()
