# README.md tells the truth: its C++ example is compiled and run, its commands give what it shows.
set(readme ${PROJECT_SOURCE_DIR}/README.md)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${readme})

file(READ ${readme} readme_text)
string(FIND "${readme_text}" "```cpp\n" example_begin)
if(example_begin EQUAL -1)
    message(FATAL_ERROR "README.md has no C++ example")
endif()
math(EXPR example_begin "${example_begin} + 7")
string(SUBSTRING "${readme_text}" ${example_begin} -1 example)
string(FIND "${example}" "```" example_end)
string(SUBSTRING "${example}" 0 ${example_end} example)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/readme_example.cpp CONTENT "${example}" @ONLY)

add_executable(halfspace_readme_example ${PROJECT_BINARY_DIR}/readme_example.cpp)
target_link_libraries(halfspace_readme_example PRIVATE
    halfspace::formats halfspace::compile halfspace::query)
add_test(NAME readme.example COMMAND halfspace_readme_example
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(readme.example PROPERTIES PASS_REGULAR_EXPRESSION "^water\nclear\n$")

if(HALFSPACE_TOOLS)
    add_test(NAME readme.commands
        COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_readme.py
                ${PROJECT_SOURCE_DIR} $<TARGET_FILE:halfspace>)
endif()
add_test(NAME readme.links
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_links.py ${PROJECT_SOURCE_DIR})
set_tests_properties(readme.links PROPERTIES LABELS check)
