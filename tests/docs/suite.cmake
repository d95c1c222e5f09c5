# What gathers the pages of the site, and the filter that gives headers to doxygen.
add_test(NAME docs.programs COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/site_test.py)
set_tests_properties(docs.programs PROPERTIES LABELS check)

# The site of the pages and of the references: it can be built, and no link is dead.
find_program(HALFSPACE_MKDOCS mkdocs)
find_program(HALFSPACE_DOXYGEN doxygen)
set(typedoc ${PROJECT_SOURCE_DIR}/node_modules/.bin/typedoc)
if(HALFSPACE_CHECKS)
    if(HALFSPACE_MKDOCS AND HALFSPACE_DOXYGEN AND EXISTS ${typedoc})
        # Both write sources of the npm package, so they do not run at the same time.
        add_test(NAME docs.site COMMAND ${PROJECT_SOURCE_DIR}/scripts/docs)
        set_tests_properties(docs.site PROPERTIES
            LABELS check TIMEOUT 1200 FIXTURES_REQUIRED web_build)
    else()
        message(STATUS "docs.site is left out: mkdocs, doxygen or typedoc is missing (scripts/setup --docs)")
    endif()
endif()
