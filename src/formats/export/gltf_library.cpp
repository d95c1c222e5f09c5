// SPDX-License-Identifier: MIT
// The functions of tinygltf, apart from who calls them: they take long to compile.
#include <fstream>  // which the header forgets under TINYGLTF_NO_FS

#define TINYGLTF_IMPLEMENTATION
#include <tiny_gltf.h>
