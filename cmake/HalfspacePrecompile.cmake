# halfspace_precompile(target header group)
#
# With HALFSPACE_PRECOMPILE, the standard headers that cmake/precompiled/<header>.h names are compiled
# once, and all sources of the targets of one group start from the result. The targets of one group
# must have the same compile options. The presets dev, sanitize and tsan use it: half of the time of a
# test's compilation is its headers. Nothing is precompiled in releases, so each source of the library
# and of the command line must include what it needs.
#
# CMake's own target_precompile_headers is not used, because it passes absolute paths: then the
# compiler cache of one clone would be of no use to another clone. This function passes relative
# paths; Ninja runs the compiler in the top folder of the build. Clang writes the same bytes in every
# clone, where it compiles standard input in the folder /. GCC never writes the same bytes twice, so
# the compiler cache keeps its precompiled files, too.
option(HALFSPACE_PRECOMPILE "Precompile standard headers (GCC or clang, and Ninja only)" OFF)

if(HALFSPACE_PRECOMPILE AND
   NOT (CMAKE_CXX_COMPILER_ID MATCHES "^(Clang|GNU)$" AND CMAKE_GENERATOR STREQUAL Ninja))
    message(FATAL_ERROR "HALFSPACE_PRECOMPILE needs GCC or clang, and the generator Ninja")
endif()
# How ccache has to be called for sources with precompiled headers: in the depend mode it does not
# preprocess. Clang's files have the same bytes at any time, so ccache need not look at times.
set(HALFSPACE_PRECOMPILE_CACHE_SETTINGS)
if(HALFSPACE_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    set(HALFSPACE_PRECOMPILE_CACHE_SETTINGS CCACHE_DEPEND=1
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime)
elseif(HALFSPACE_PRECOMPILE)
    set(HALFSPACE_PRECOMPILE_CACHE_SETTINGS CCACHE_DEPEND=1
        CCACHE_SLOPPINESS=pch_defines,time_macros)
endif()

function(halfspace_precompile target header group)
    if(NOT HALFSPACE_PRECOMPILE)
        return()
    endif()
    set(source ${PROJECT_SOURCE_DIR}/cmake/precompiled/${header}.h)
    set(folder ${CMAKE_BINARY_DIR}/precompiled)
    if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
        set(precompiled ${folder}/${group}.pch)
        set(compile ${CMAKE_CXX_COMPILER} -Xclang -fno-pch-timestamp -o ${precompiled}
            -x c++-header - < ${source})
        set(working_folder /)
        set(dependencies DEPENDS ${source} DEPFILE ${precompiled}.d)
        set(use -include-pch precompiled/${group}.pch)
    else()
        # GCC takes the file beside the header that is included.
        set(precompiled ${folder}/${group}.h.gch)
        configure_file(${source} ${folder}/${group}.h COPYONLY)
        set(compile ${CMAKE_CXX_COMPILER_LAUNCHER} ${CMAKE_CXX_COMPILER}
            -x c++-header -c precompiled/${group}.h -o precompiled/${group}.h.gch)
        set(working_folder ${CMAKE_BINARY_DIR})
        # CMake would look for the relative paths of a list of headers in another folder. Standard
        # headers change with the compiler.
        set(dependencies DEPENDS ${source} ${CMAKE_CXX_COMPILER})
        # From a precompiled file, GCC does not know which headers are the system's, and warns of
        # what it wrongly suspects there.
        set(use -Winvalid-pch -include precompiled/${group}.h
            -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
    endif()
    if(NOT TARGET halfspace_precompiled_${group})
        string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
        separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
        set(definitions $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
        file(MAKE_DIRECTORY ${folder})
        add_custom_command(OUTPUT ${precompiled}
            COMMAND ${compile} ${flags}
                $<$<BOOL:$<TARGET_PROPERTY:${target},POSITION_INDEPENDENT_CODE>>:-fPIC>
                $<TARGET_PROPERTY:${target},COMPILE_OPTIONS>
                "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
                -std=gnu++23 -MD -MT ${precompiled} -MF ${precompiled}.d
            ${dependencies}
            WORKING_DIRECTORY ${working_folder}
            COMMAND_EXPAND_LISTS
            VERBATIM)
        add_custom_target(halfspace_precompiled_${group} DEPENDS ${precompiled})
    endif()
    add_dependencies(${target} halfspace_precompiled_${group})
    get_target_property(sources ${target} SOURCES)
    set_property(SOURCE ${sources} APPEND PROPERTY OBJECT_DEPENDS ${precompiled})
    set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_OPTIONS ${use})
endfunction()
