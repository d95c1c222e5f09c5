# The site of the pages and of the references: it can be built, and no link is dead.
find_program(HALFSPACE_MKDOCS mkdocs)
find_program(HALFSPACE_DOXYGEN doxygen)
if(HALFSPACE_MKDOCS AND HALFSPACE_DOXYGEN AND EXISTS ${PROJECT_SOURCE_DIR}/node_modules/.bin/typedoc)
    add_test(NAME docs.site COMMAND ${PROJECT_SOURCE_DIR}/scripts/docs)
    set_tests_properties(docs.site PROPERTIES LABELS "check;thorough" TIMEOUT 1200)
endif()
