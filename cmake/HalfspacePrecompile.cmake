# halfspace_precompile(target header group)
#
# With HALFSPACE_PRECOMPILE, the standard headers that cmake/precompiled/<header>.h names are compiled
# once, and all sources of the targets of one group start from the result. The targets of one group
# must have the same compile options. The presets that build everything with clang a second time use
# it. The preset dev does not: its sources must include what they need.
#
# CMake's own target_precompile_headers is not used, because it passes absolute paths to clang: then
# the compiler cache of one clone would be of no use to another clone. This function passes a
# relative path, and compiles the header from standard input in the folder /, so that the
# precompiled file has the same bytes in every clone.
option(HALFSPACE_PRECOMPILE "Precompile standard headers (clang and Ninja only)" OFF)

if(HALFSPACE_PRECOMPILE AND
   NOT (CMAKE_CXX_COMPILER_ID STREQUAL Clang AND CMAKE_GENERATOR STREQUAL Ninja))
    message(FATAL_ERROR "HALFSPACE_PRECOMPILE needs clang and the generator Ninja")
endif()
# How ccache has to be called for sources with precompiled headers: by the sloppiness it looks at the
# bytes of the precompiled file and not at its time, and in the depend mode it does not preprocess.
set(HALFSPACE_PRECOMPILE_CACHE_SETTINGS)
if(HALFSPACE_PRECOMPILE)
    set(HALFSPACE_PRECOMPILE_CACHE_SETTINGS CCACHE_DEPEND=1
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime)
endif()

function(halfspace_precompile target header group)
    if(NOT HALFSPACE_PRECOMPILE)
        return()
    endif()
    set(header ${PROJECT_SOURCE_DIR}/cmake/precompiled/${header}.h)
    set(precompiled ${PROJECT_BINARY_DIR}/precompiled/${group}.pch)
    if(NOT TARGET halfspace_precompiled_${group})
        string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
        separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
        set(definitions $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
        file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/precompiled)
        add_custom_command(OUTPUT ${precompiled}
            COMMAND ${CMAKE_CXX_COMPILER} ${flags}
                $<$<BOOL:$<TARGET_PROPERTY:${target},POSITION_INDEPENDENT_CODE>>:-fPIC>
                $<TARGET_PROPERTY:${target},COMPILE_OPTIONS>
                "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
                -std=gnu++23 -Xclang -fno-pch-timestamp -MD -MT ${precompiled}
                -MF ${precompiled}.d -o ${precompiled} -x c++-header - < ${header}
            DEPENDS ${header}
            DEPFILE ${precompiled}.d
            WORKING_DIRECTORY /
            COMMAND_EXPAND_LISTS
            VERBATIM)
        add_custom_target(halfspace_precompiled_${group} DEPENDS ${precompiled})
    endif()
    add_dependencies(${target} halfspace_precompiled_${group})
    # Ninja runs the compiler in the top folder of the build.
    file(RELATIVE_PATH relative ${CMAKE_BINARY_DIR} ${precompiled})
    get_target_property(sources ${target} SOURCES)
    set_property(SOURCE ${sources} APPEND PROPERTY OBJECT_DEPENDS ${precompiled})
    set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_OPTIONS -include-pch ${relative})
endfunction()
