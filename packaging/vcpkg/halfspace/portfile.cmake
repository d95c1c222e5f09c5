# SPDX-License-Identifier: MIT
# The port of vcpkg, for now an overlay: it builds the clone of Halfspace that it lies in, because no
# release can be downloaded yet. A port of vcpkg's own registry needs vcpkg_from_github here, with
# REPO, REF and SHA512 of a release.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS feature_options
    FEATURES
        compiler HALFSPACE_COMPILE
        compiler HALFSPACE_FORMATS
        compiler HALFSPACE_RENDER
        tools    HALFSPACE_TOOLS
)

# vcpkg wants libraries of one kind, and the libraries for C are built as both.
vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        ${feature_options}
        -DHALFSPACE_BINDINGS=OFF
        -DHALFSPACE_TESTS=OFF
        -DHALFSPACE_VIEWER=OFF
    MAYBE_UNUSED_VARIABLES
        HALFSPACE_TESTS
        HALFSPACE_TOOLS
        HALFSPACE_VIEWER
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/halfspace)
vcpkg_fixup_pkgconfig()
if("tools" IN_LIST FEATURES)
    vcpkg_copy_tools(TOOL_NAMES halfspace AUTO_CLEAN)
endif()
file(REMOVE_RECURSE
    "${CURRENT_PACKAGES_DIR}/debug/include"
    "${CURRENT_PACKAGES_DIR}/debug/share"
    "${CURRENT_PACKAGES_DIR}/share/doc"
)
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/packaging/copyright")
