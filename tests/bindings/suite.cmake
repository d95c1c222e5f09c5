# The interface for C, used by programs of C99 as strictly as compilers take it. C++ links them, so
# that the sanitizers of a build come along.
if(TARGET halfspace_c AND TARGET halfspace)
    # The committed header is what the program prints. To renew the header:
    #     build/dev/tests/halfspace_write_contents > bindings/c/halfspace_contents.h
    add_executable(halfspace_write_contents ${PROJECT_SOURCE_DIR}/bindings/write_contents.cpp)
    target_link_libraries(halfspace_write_contents PRIVATE halfspace::base halfspace_build_flags)
    add_test(NAME bindings.contents_header_is_up_to_date
        COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_contents_header.py
                $<TARGET_FILE:halfspace_write_contents>
                ${PROJECT_SOURCE_DIR}/bindings/c/halfspace_contents.h)
    enable_language(C)
    # One program for each header or two; `argument` is what it gets, `library` what it links.
    function(halfspace_c_program name argument library)
        add_executable(halfspace_${name}_test ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${name}_test.c)
        set_target_properties(halfspace_${name}_test PROPERTIES
            C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF LINKER_LANGUAGE CXX)
        target_compile_options(halfspace_${name}_test PRIVATE
            -Wall -Wextra -pedantic -pedantic-errors)
        target_link_libraries(halfspace_${name}_test PRIVATE halfspace::${library})
        add_dependencies(halfspace_${name}_test halfspace_example_level)
        add_test(NAME bindings.${name} COMMAND halfspace_${name}_test ${argument})
    endfunction()
    halfspace_c_program(c ${PROJECT_BINARY_DIR}/examples/keep.hsw c)
    halfspace_c_program(c_collision_world ${PROJECT_BINARY_DIR}/examples/keep.hsw c)
    halfspace_c_program(c_doors ${PROJECT_BINARY_DIR}/examples/keep.hsw c)
    halfspace_c_program(c_mesh "" c)
    halfspace_c_program(c_mesh_sweep "" c)
    halfspace_c_program(c_placed_meshes "" c)
    halfspace_c_program(c_models ${PROJECT_BINARY_DIR}/examples/keep.hsw c)
    halfspace_c_program(c_move ${PROJECT_BINARY_DIR}/examples/keep.hsw c)
    halfspace_c_program(c_octree "" c)
    halfspace_c_program(c_questions ${PROJECT_BINARY_DIR}/examples/keep.hsw c)
    target_sources(halfspace_c_questions_test PRIVATE ${CMAKE_CURRENT_LIST_DIR}/c_questions.c)
    halfspace_c_program(c_shapes "" c)
    halfspace_c_program(c_sweep ${PROJECT_BINARY_DIR}/examples/keep.hsw c)
    halfspace_c_program(c_tree ${PROJECT_BINARY_DIR}/examples/keep.hsw c)
    halfspace_c_program(c_visibility ${PROJECT_BINARY_DIR}/examples/keep.hsw c)
    # Each header for C compiles alone as C90.
    file(GLOB c_headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/bindings/c
        ${PROJECT_SOURCE_DIR}/bindings/c/halfspace*.h)
    set(c90_sources)
    foreach(header ${c_headers})
        set(source ${PROJECT_BINARY_DIR}/c90/${header}.c)
        file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${header}\"\nint is_c90;\n" @ONLY)
        list(APPEND c90_sources ${source})
    endforeach()
    add_library(halfspace_c90_headers OBJECT ${c90_sources})
    set_target_properties(halfspace_c90_headers PROPERTIES
        C_STANDARD 90 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
    target_compile_options(halfspace_c90_headers PRIVATE -Wall -Wextra -pedantic -Werror)
    target_include_directories(halfspace_c90_headers PRIVATE ${PROJECT_SOURCE_DIR}/bindings/c)
    # A program in C++, so that it can replace operator new.
    add_executable(halfspace_c_move_memory_test
        ${CMAKE_CURRENT_LIST_DIR}/c_move_memory_test.cpp)
    target_link_libraries(halfspace_c_move_memory_test
        PRIVATE halfspace::c halfspace_test_stack halfspace_build_flags)
    add_dependencies(halfspace_c_move_memory_test halfspace_example_level)
    add_test(NAME bindings.c_move_memory
        COMMAND halfspace_c_move_memory_test ${PROJECT_BINARY_DIR}/examples/keep.hsw)
    add_executable(halfspace_c_batches_test ${CMAKE_CURRENT_LIST_DIR}/c_batches_test.cpp)
    target_link_libraries(halfspace_c_batches_test
        PRIVATE halfspace::c_compile halfspace::move halfspace_build_flags)
    add_dependencies(halfspace_c_batches_test halfspace_example_level)
    add_test(NAME bindings.c_batches
        COMMAND halfspace_c_batches_test ${PROJECT_BINARY_DIR}/examples/keep.hsw)
    add_executable(halfspace_c_areas_test ${CMAKE_CURRENT_LIST_DIR}/c_areas_test.cpp)
    target_link_libraries(halfspace_c_areas_test PRIVATE halfspace::c halfspace::move
        halfspace_test_compiled halfspace_test_worlds halfspace_test_stack halfspace_build_flags)
    add_test(NAME bindings.c_areas COMMAND halfspace_c_areas_test)
    foreach(name c_nav_areas c_nav_batches c_nav_doors c_distance_field c_triggers)
        add_executable(halfspace_${name}_test ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp)
        target_link_libraries(halfspace_${name}_test PRIVATE halfspace::c halfspace::agents
            halfspace_test_path_walks halfspace_test_worlds halfspace_test_stack
            halfspace_build_flags)
        add_test(NAME bindings.${name} COMMAND halfspace_${name}_test)
    endforeach()
    if(TARGET halfspace_c_compile)
        add_executable(halfspace_c_same_as_cpp_test
            ${CMAKE_CURRENT_LIST_DIR}/c_same_as_cpp_test.cpp ${CMAKE_CURRENT_LIST_DIR}/c_questions.c)
        target_link_libraries(halfspace_c_same_as_cpp_test PRIVATE halfspace::c_compile halfspace::move
            halfspace_test_questions halfspace_test_stack halfspace_build_flags)
        add_test(NAME bindings.c_same_as_cpp COMMAND halfspace_c_same_as_cpp_test)
        add_executable(halfspace_c_nav_test ${CMAKE_CURRENT_LIST_DIR}/c_nav_test.cpp)
        target_link_libraries(halfspace_c_nav_test PRIVATE halfspace::c_compile halfspace::nav
            halfspace::nav_build halfspace_test_stack halfspace_build_flags)
        add_test(NAME bindings.c_nav COMMAND halfspace_c_nav_test
            ${PROJECT_SOURCE_DIR}/examples/levels/keep.map)
        add_executable(halfspace_c_agents_test ${CMAKE_CURRENT_LIST_DIR}/c_agents_test.cpp)
        target_link_libraries(halfspace_c_agents_test PRIVATE halfspace::c_compile halfspace::agents
            halfspace::nav_build halfspace_test_stack halfspace_build_flags)
        add_test(NAME bindings.c_agents COMMAND halfspace_c_agents_test
            ${PROJECT_SOURCE_DIR}/examples/levels/keep.map)
        halfspace_c_program(c_compile ${PROJECT_SOURCE_DIR}/examples/levels/keep.map c_compile)
        set(levels ${PROJECT_SOURCE_DIR}/examples/levels)
        halfspace_c_program(c_leak "${levels}/leak.map;${levels}/keep.map" c_compile)
        halfspace_c_program(c_walls ${PROJECT_BINARY_DIR}/examples/keep.hsw c_compile)
    endif()

    # What the shared libraries show, and that the runtime needs nothing but the standard library.
    include(${PROJECT_SOURCE_DIR}/bindings/c/sources.cmake)
    function(halfspace_check_shared library)
        list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/bindings/c/)
        add_test(NAME bindings.${library}_exports
            COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/check_exports.py
                    ${CMAKE_NM} $<TARGET_FILE:halfspace_${library}> ${ARGN})
    endfunction()
    if(CMAKE_NM AND CMAKE_READELF AND NOT WIN32 AND NOT APPLE)
        halfspace_check_shared(c ${c_runtime_headers} ${c_spatial_headers})
        if(TARGET halfspace_c_compile)
            halfspace_check_shared(c_compile ${c_compile_headers})
        endif()
        if(NOT BUILD_SHARED_LIBS)
            add_test(NAME bindings.c_needs
                COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/check_needs.py
                        ${CMAKE_READELF} $<TARGET_FILE:halfspace_c>)
        endif()
    endif()
endif()
