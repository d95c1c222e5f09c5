# The npm package in Node and in Chromium: the same checks in both. The fixture web_build builds the
# package and the checks; web_native asks the native library for its answers.
if(HALFSPACE_CHECKS AND TARGET halfspace_c_compile)
    enable_language(C)
    foreach(name hashes damage)
        add_executable(halfspace_web_${name}
            ${CMAKE_CURRENT_LIST_DIR}/native_${name}.c ${CMAKE_CURRENT_LIST_DIR}/questions.c)
        set_target_properties(halfspace_web_${name} PROPERTIES
            C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF LINKER_LANGUAGE CXX)
        target_compile_options(halfspace_web_${name} PRIVATE
            -Wall -Wextra -pedantic -pedantic-errors)
        target_link_libraries(halfspace_web_${name} PRIVATE halfspace::c_compile m)
    endforeach()
    target_sources(halfspace_web_hashes PRIVATE
        ${CMAKE_CURRENT_LIST_DIR}/body_questions.c ${CMAKE_CURRENT_LIST_DIR}/mesh_questions.c
        ${CMAKE_CURRENT_LIST_DIR}/nav_questions.c
        ${CMAKE_CURRENT_LIST_DIR}/../bindings/c_questions.c)
    target_include_directories(halfspace_web_hashes PRIVATE ${CMAKE_CURRENT_LIST_DIR}/..)
    target_link_libraries(halfspace_web_damage PRIVATE Xxhash::header)
    target_compile_definitions(halfspace_web_damage PRIVATE XXH_INLINE_ALL)

    # Real levels are taken as far as they are there. They are small ones: each is compiled by the
    # native library, by Node and by Chromium.
    file(GLOB web_levels CONFIGURE_DEPENDS
        ${PROJECT_SOURCE_DIR}/examples/levels/*.map ${PROJECT_SOURCE_DIR}/examples/levels/*.grid
        ${CMAKE_CURRENT_LIST_DIR}/*.map)
    if(HALFSPACE_TEST_DATA)
        foreach(level id1/end id1/dm4 id1/start openarena/oa_bod spacehare/sm224_rabbit)
            if(EXISTS ${HALFSPACE_TEST_DATA}/maps/${level}.map)
                list(APPEND web_levels ${HALFSPACE_TEST_DATA}/maps/${level}.map)
            endif()
        endforeach()
    endif()

    set(web_folder ${PROJECT_BINARY_DIR}/web)
    file(MAKE_DIRECTORY ${web_folder})
    set(web_native ${web_folder}/native.json)
    set(node_programs ${PROJECT_SOURCE_DIR}/node_modules/.bin)
    add_test(NAME web.native COMMAND halfspace_web_hashes ${web_native} ${web_levels})
    set(web_damaged ${web_folder}/damaged)
    file(MAKE_DIRECTORY ${web_damaged})
    add_test(NAME web.damage
        COMMAND halfspace_web_damage ${web_damaged} ${PROJECT_SOURCE_DIR}/examples/levels/keep.map)
    set_tests_properties(web.native web.damage PROPERTIES
        LABELS check FIXTURES_SETUP web_native)
    add_test(NAME web.build
        COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DCHECKS=${web_folder}/checks
                -P ${CMAKE_CURRENT_LIST_DIR}/build.cmake)
    set_tests_properties(web.build PROPERTIES
        LABELS check FIXTURES_REQUIRED wasm_build FIXTURES_SETUP web_build)

    find_program(HALFSPACE_NODE node)
    add_test(NAME web.node
        COMMAND ${node_programs}/vitest run --root ${CMAKE_CURRENT_LIST_DIR} --reporter=verbose)
    add_test(NAME web.chromium
        COMMAND ${HALFSPACE_NODE} ${CMAKE_CURRENT_LIST_DIR}/chromium.mjs
                ${web_folder}/checks ${web_native}
                same_as_native compiling compiling:worker bad_files bad_arguments values meshes
                navigation crowds nav_areas nav_doors visibility starting out_of_memory)
    set_tests_properties(web.node web.chromium PROPERTIES
        ENVIRONMENT HALFSPACE_WEB_NATIVE=${web_native}
        LABELS check TIMEOUT 600 FIXTURES_REQUIRED "web_build;web_native")
    add_test(NAME web.types
        COMMAND ${HALFSPACE_NODE} ${CMAKE_CURRENT_LIST_DIR}/types/types_test.mjs)
    set_tests_properties(web.types PROPERTIES
        LABELS check FIXTURES_REQUIRED web_build)
    # `npm pack` renews api/ in the folder of the package: one test at a time packs it.
    set_tests_properties(web.node PROPERTIES RESOURCE_LOCK npm_package)
    # The packed package with bundlers that have no configuration, and without a bundler.
    add_test(NAME web.bundlers
        COMMAND ${HALFSPACE_NODE} ${CMAKE_CURRENT_LIST_DIR}/bundlers.mjs ${web_folder}/bundlers)
    set_tests_properties(web.bundlers PROPERTIES
        LABELS check FIXTURES_REQUIRED web_build RESOURCE_LOCK npm_package)
    # The examples of examples/three, each by its command and in a project of its own.
    add_test(NAME web.examples
        COMMAND ${HALFSPACE_NODE} ${CMAKE_CURRENT_LIST_DIR}/examples.mjs ${web_folder}/examples)
    set_tests_properties(web.examples PROPERTIES
        LABELS check TIMEOUT 600 FIXTURES_REQUIRED web_build)
    # The pictures of CulledInstances are those of InstancedMesh.
    add_test(NAME web.instances
        COMMAND ${HALFSPACE_NODE} ${CMAKE_CURRENT_LIST_DIR}/instances.mjs)
    set_tests_properties(web.instances PROPERTIES
        LABELS check FIXTURES_REQUIRED web_build)
    # docs/tutorials/first_page.md, also with textures and lights. (Other snippets: node/guide.test.ts.)
    add_test(NAME web.first_page
        COMMAND ${HALFSPACE_NODE} ${CMAKE_CURRENT_LIST_DIR}/first_page.mjs ${web_folder}/first_page)
    set_tests_properties(web.first_page PROPERTIES
        LABELS check FIXTURES_REQUIRED web_build)
    if(TARGET halfspace)
        # The page is used as a person uses it, and compared with the painter.
        add_test(NAME web.page_build COMMAND npm run build --workspace halfspace-page
            WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
        set_tests_properties(web.page_build PROPERTIES
            LABELS check FIXTURES_REQUIRED web_build FIXTURES_SETUP web_page)
        add_test(NAME web.page
            COMMAND ${HALFSPACE_NODE} ${CMAKE_CURRENT_LIST_DIR}/page.mjs $<TARGET_FILE:halfspace>
                    ${PROJECT_SOURCE_DIR}/viewers/web/dist ${web_folder}/page)
        add_test(NAME web.lines
            COMMAND ${HALFSPACE_NODE} ${CMAKE_CURRENT_LIST_DIR}/lines.mjs $<TARGET_FILE:halfspace>
                    ${web_folder}/lines)
        set_tests_properties(web.lines PROPERTIES
            LABELS check FIXTURES_REQUIRED web_build)
        set_tests_properties(web.page PROPERTIES
            LABELS check TIMEOUT 1200 FIXTURES_REQUIRED web_page)
    endif()
    add_test(NAME web.port COMMAND ${PROJECT_SOURCE_DIR}/scripts/web --port abc)
    set_tests_properties(web.port PROPERTIES LABELS check
        PASS_REGULAR_EXPRESSION "expected a number from 1 to 65535, found \"abc\"")
    add_test(NAME web.format
        COMMAND ${node_programs}/prettier --check --cache
                package.json bindings/npm !bindings/npm/README.md viewers/web !viewers/web/build tests/web
                benchmarks/web examples/three examples/web tests/new/consumer.mjs
                tools/halfspace/templates/web/**/*.{html,js,json,ts}
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(web.format PROPERTIES LABELS check)
endif()
