# halfspace_module(name [RUNTIME] [PART options...] [DEPENDS modules...] [LINK_PRIVATE targets...]
#                  [HEADER_ONLY targets...] [WITHOUT regex])
#
# One target halfspace_<name> (alias halfspace::<name>) from all src/<name>/**.cpp with the public
# headers of include/halfspace/<name>. RUNTIME modules are what a game links: they are compiled
# without exceptions and without RTTI. DEPENDS must equal the module's row in ARCHITECTURE.md (a
# test compares them). LINK_PRIVATE libraries are linked by consumers of static modules too;
# HEADER_ONLY ones are needed to build Halfspace only. A module with PART is left out where all those
# options are off. Sources whose paths match WITHOUT are left out. BUILD_SHARED_LIBS makes shared
# libraries of the modules.
#
# What an installed package says is made of global properties: HALFSPACE_MODULES lists all modules,
# each behind those that it depends on; HALFSPACE_RUNTIME_MODULES those of the runtime. For each
# module HALFSPACE_CLOSURE_<name> lists it and all that it depends on, and HALFSPACE_LIBRARIES_<name>
# its LINK_PRIVATE.

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
    # What links the library has it, too: a game that reads an optional without a value, or beyond the
    # end of a span, stops there. It changes no layout, so that only a part of a program may have it.
    set(halfspace_public_definitions -D_GLIBCXX_ASSERTIONS)
endif()

# The standard library of C++, which a compiler of C does not link by itself.
set(halfspace_standard_libraries ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
list(FILTER halfspace_standard_libraries INCLUDE REGEX "^(stdc\\+\\+|c\\+\\+|c\\+\\+abi|m)$")
list(REMOVE_DUPLICATES halfspace_standard_libraries)

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
    add_library(${target} ${sources})
    add_library(halfspace::${name} ALIAS ${target})
    # Before version 1 each minor version may change the C++ interface. All names are exported, so that
    # sources compile alike for static and for shared libraries.
    set_target_properties(${target} PROPERTIES
        EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON DEFINE_SYMBOL "" VERSION ${PROJECT_VERSION}
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    target_compile_features(${target} PUBLIC cxx_std_23)
    target_sources(${target} PUBLIC FILE_SET HEADERS
        BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${headers})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_compile_definitions(${target} PUBLIC ${halfspace_public_definitions})
    foreach(dependency ${arg_DEPENDS})
        target_link_libraries(${target} PUBLIC halfspace::${dependency})
    endforeach()
    set(build_only_libraries halfspace_build_flags ${arg_HEADER_ONLY})
    if(BUILD_SHARED_LIBS)
        list(APPEND build_only_libraries ${arg_LINK_PRIVATE})
    else()
        target_link_libraries(${target} PRIVATE ${arg_LINK_PRIVATE})
    endif()
    foreach(build_only ${build_only_libraries})
        target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:${build_only}>)
    endforeach()
    set(package libhalfspace-compile)
    if(arg_RUNTIME)
        set(package libhalfspace)
        set_property(GLOBAL APPEND PROPERTY HALFSPACE_RUNTIME_MODULES ${name})
        target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti)
        halfspace_precompile(${target} library runtime)
    else()
        halfspace_precompile(${target} library library)
    endif()
    halfspace_closure(closure ${arg_DEPENDS})
    set_property(GLOBAL PROPERTY HALFSPACE_CLOSURE_${name} ${closure} ${name})
    set_property(GLOBAL PROPERTY HALFSPACE_LIBRARIES_${name} ${arg_LINK_PRIVATE})
    set_property(GLOBAL APPEND PROPERTY HALFSPACE_MODULES ${name})
    halfspace_install_library(${target} ${package})
endfunction()

# The modules and all that they depend on.
function(halfspace_closure variable)
    set(all "")
    foreach(module ${ARGN})
        get_property(closure GLOBAL PROPERTY HALFSPACE_CLOSURE_${module})
        list(APPEND all ${closure})
    endforeach()
    list(REMOVE_DUPLICATES all)
    set(${variable} ${all} PARENT_SCOPE)
endfunction()

# The libraries of others, such as TBB::tbb, that whoever links the code of these modules has to link.
function(halfspace_libraries variable)
    halfspace_closure(closure ${ARGN})
    set(all "")
    foreach(module ${closure})
        get_property(libraries GLOBAL PROPERTY HALFSPACE_LIBRARIES_${module})
        list(APPEND all ${libraries})
    endforeach()
    list(REMOVE_DUPLICATES all)
    set(${variable} ${all} PARENT_SCOPE)
endfunction()

# The packages that hold these libraries, as `manager` calls them: pkg-config or Debian.
function(halfspace_packages variable manager)
    set(pkg-config_TBB::tbb tbb)
    set(Debian_TBB::tbb libtbb-dev)
    set(pkg-config_Libzip::zip libzip)
    set(Debian_Libzip::zip libzip-dev)
    halfspace_libraries(libraries ${ARGN})
    set(all "")
    foreach(library ${libraries})
        if(NOT DEFINED ${manager}_${library})
            message(FATAL_ERROR "no name of ${library} for ${manager}: "
                "add it to halfspace_packages in cmake/HalfspaceModule.cmake")
        endif()
        list(APPEND all ${${manager}_${library}})
    endforeach()
    set(${variable} ${all} PARENT_SCOPE)
endfunction()

# Installs a library. `package` gets what programs load at run time; all that one needs to build
# programs is in libhalfspace-dev. The packages are those of packaging/packages.cmake.
function(halfspace_install_library target package)
    if(HALFSPACE_INSTALL)
        install(TARGETS ${target} EXPORT halfspaceTargets
            RUNTIME COMPONENT ${package}
            LIBRARY COMPONENT ${package} NAMELINK_COMPONENT libhalfspace-dev
            ARCHIVE COMPONENT libhalfspace-dev
            FILE_SET HEADERS COMPONENT libhalfspace-dev)
    endif()
endfunction()
