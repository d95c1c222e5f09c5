# halfspace_module(name [RUNTIME] [PART options...] [DEPENDS modules...] [LINK_PRIVATE targets...]
#                  [HEADER_ONLY targets...] [WITHOUT regex])
#
# One target halfspace_<name> (alias halfspace::<name>) from all src/<name>/**.cpp with the public
# headers of include/halfspace/<name>. RUNTIME modules are what a game links: they are compiled
# without exceptions and without RTTI. DEPENDS must equal the module's row in ARCHITECTURE.md (a
# test compares them). LINK_PRIVATE libraries are linked by consumers too, as the modules are
# static; HEADER_ONLY ones are needed to build Halfspace only. A module with PART is left out where
# all those options are off. Sources whose paths match WITHOUT are left out.
#
# The global properties HALFSPACE_MODULES and HALFSPACE_PACKAGES_<name> hold what an installed
# package says: its components, and the packages that whoever links one of them has to find.

# Flags that only our own sources see. Contracting a*b+c into one rounding would change results
# from machine to machine, so it is off wherever a result is decided. g++ 12 takes designated
# initialisers, which is how options are passed, for forgotten fields; clang blames std::stable_sort
# for what libstdc++ 12 uses inside it.
add_library(halfspace_build_flags INTERFACE)
target_compile_options(halfspace_build_flags INTERFACE
    -ffp-contract=off -fno-fast-math -Wall -Wextra -Wshadow -Wnon-virtual-dtor
    -Wno-missing-field-initializers
    $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
if(HALFSPACE_ASSERTIONS)
    # Behind the -DNDEBUG of the build type.
    target_compile_options(halfspace_build_flags INTERFACE -UNDEBUG)
endif()

function(halfspace_module name)
    cmake_parse_arguments(arg "RUNTIME" "WITHOUT" "PART;DEPENDS;LINK_PRIVATE;HEADER_ONLY" ${ARGN})
    set(is_wanted OFF)
    foreach(option ${arg_PART})
        if(${option})
            set(is_wanted ON)
        endif()
    endforeach()
    if(arg_PART AND NOT is_wanted)
        return()
    endif()
    set(target halfspace_${name})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
    if(arg_WITHOUT)
        list(FILTER sources EXCLUDE REGEX "${arg_WITHOUT}")
    endif()
    file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/halfspace/${name}/*.h)
    add_library(${target} STATIC ${sources})
    add_library(halfspace::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
    target_compile_features(${target} PUBLIC cxx_std_23)
    target_sources(${target} PUBLIC FILE_SET HEADERS
        BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${headers})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    if(HALFSPACE_ASSERTIONS)
        # A game that reads an optional without a value, or beyond the end of a span, stops there. It
        # changes no layout, so that only a part of a program may have it.
        target_compile_definitions(${target} PUBLIC _GLIBCXX_ASSERTIONS)
    endif()
    foreach(dependency ${arg_DEPENDS})
        target_link_libraries(${target} PUBLIC halfspace::${dependency})
    endforeach()
    target_link_libraries(${target} PRIVATE ${arg_LINK_PRIVATE})
    foreach(build_only halfspace_build_flags ${arg_HEADER_ONLY})
        target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:${build_only}>)
    endforeach()
    if(arg_RUNTIME)
        target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti)
        halfspace_precompile(${target} library runtime)
    else()
        halfspace_precompile(${target} library library)
    endif()
    # "TBB::tbb" belongs to the package "TBB".
    string(REGEX REPLACE "::[^;]*" "" packages "${arg_LINK_PRIVATE}")
    foreach(dependency ${arg_DEPENDS})
        get_property(more GLOBAL PROPERTY HALFSPACE_PACKAGES_${dependency})
        list(APPEND packages ${more})
    endforeach()
    list(REMOVE_DUPLICATES packages)
    set_property(GLOBAL PROPERTY HALFSPACE_PACKAGES_${name} "${packages}")
    set_property(GLOBAL APPEND PROPERTY HALFSPACE_MODULES ${name})
    if(HALFSPACE_INSTALL)
        install(TARGETS ${target} EXPORT halfspaceTargets FILE_SET HEADERS)
    endif()
endfunction()
