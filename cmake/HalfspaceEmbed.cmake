# Writes the project templates of `halfspace new` as a C++ source, so that the program carries them.
#
#     cmake -DTEMPLATES=folder -DOUTPUT=templates.cpp -P HalfspaceEmbed.cmake
#
# Each folder in TEMPLATES is a template with all files below it. The files in the folder `shared`
# belong to every template.

# Appends the elements of the array of files in `folder`.
function(append_files folder)
    file(GLOB_RECURSE paths LIST_DIRECTORIES false RELATIVE ${folder} ${folder}/*)
    foreach(path ${paths})
        file(READ ${folder}/${path} text)
        string(FIND "${text}" ")~~~~\"" end)
        if(NOT end EQUAL -1)
            message(FATAL_ERROR "${folder}/${path} has the mark at the end of raw strings")
        endif()
        string(APPEND source "    {\"${path}\", R\"~~~~(${text})~~~~\"},\n")
    endforeach()
    set(source "${source}" PARENT_SCOPE)
endfunction()

set(source "// Made by cmake/HalfspaceEmbed.cmake.\n#include \"project_templates.h\"\n\n")
string(APPEND source "namespace halfspace::tool {\nnamespace {\n\n")
file(GLOB names LIST_DIRECTORIES true RELATIVE ${TEMPLATES} ${TEMPLATES}/*)
list(REMOVE_ITEM names shared)
set(list "")
foreach(name ${names})
    string(APPEND source "constexpr TemplateFile k_${name}[] = {\n")
    append_files(${TEMPLATES}/${name})
    append_files(${TEMPLATES}/shared)
    string(APPEND source "};\n\n")
    string(APPEND list "    {\"${name}\", k_${name}},\n")
endforeach()
string(APPEND source "constexpr ProjectTemplate kTemplates[] = {\n${list}};\n\n}  // namespace\n\n")
string(APPEND source "std::span<const ProjectTemplate> project_templates() {\n")
string(APPEND source "    return kTemplates;\n}\n\n}  // namespace halfspace::tool\n")
file(WRITE ${OUTPUT} "${source}")
