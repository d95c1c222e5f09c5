# README.md tells the truth: its C++ example is compiled and run, its commands give what it shows. So
# do the commands of other pages. Snippets of pages are lines of an example or of a test
# (check_snippets.py). The lines of docs/reference/headers.md compile, each with its header alone,
# and the page names every public header (check_headers.py).
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
                ${PROJECT_SOURCE_DIR} $<TARGET_FILE:halfspace> README.md
                docs/guides/levels.md docs/reference/command_line.md
                docs/tutorials/first_game.md)
endif()
add_test(NAME readme.snippets COMMAND ${Python3_EXECUTABLE} -B
    ${CMAKE_CURRENT_LIST_DIR}/check_snippets.py ${PROJECT_SOURCE_DIR})
add_test(NAME readme.links
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_links.py ${PROJECT_SOURCE_DIR})
add_test(NAME readme.links_checker_finds_planted_faults
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_links_test.py)
add_test(NAME readme.headers
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_headers.py ${PROJECT_SOURCE_DIR})
add_test(NAME readme.headers_checker_finds_planted_faults
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_headers_test.py)
set_tests_properties(readme.snippets readme.links readme.links_checker_finds_planted_faults
    readme.headers readme.headers_checker_finds_planted_faults PROPERTIES LABELS check)

# Objects: the lines compile, nobody runs them. The sanitizers need none.
if(NOT HALFSPACE_UNOPTIMISED_TESTS)
    set(headers_page ${PROJECT_SOURCE_DIR}/docs/reference/headers.md)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
        ${headers_page} ${CMAKE_CURRENT_LIST_DIR}/headers_page.py)
    execute_process(COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/headers_page.py
        ${headers_page} ${PROJECT_BINARY_DIR}/headers_page COMMAND_ERROR_IS_FATAL ANY)
    file(GLOB headers_page_rows ${PROJECT_BINARY_DIR}/headers_page/row_*.cpp)
    add_library(halfspace_headers_page OBJECT ${headers_page_rows})
    target_link_libraries(halfspace_headers_page PRIVATE halfspace::formats halfspace::compile
        halfspace::lint halfspace::verify halfspace::query halfspace::move halfspace::nav halfspace::agents
        halfspace::spatial halfspace::scene halfspace::tasks)
    target_compile_options(halfspace_headers_page PRIVATE
        -Wall -Wextra -Wno-unused-variable -Wno-unused-but-set-variable -O0 -g0)
    if(TARGET halfspace_c_compile)
        enable_language(C)
        file(GLOB headers_page_rows ${PROJECT_BINARY_DIR}/headers_page/row_*.c)
        add_library(halfspace_headers_page_c OBJECT ${headers_page_rows})
        set_target_properties(halfspace_headers_page_c PROPERTIES
            C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
        target_compile_options(halfspace_headers_page_c PRIVATE
            -Wall -Wextra -pedantic-errors -Wno-unused-variable -Wno-unused-but-set-variable)
        target_link_libraries(halfspace_headers_page_c PRIVATE halfspace::c_compile)
    endif()
endif()
