// SPDX-License-Identifier: MIT
// The functions of tinygltf, in a source of their own because they take long to compile.
#include <fstream>  // which the header forgets under TINYGLTF_NO_FS

#define TINYGLTF_IMPLEMENTATION
#include <tiny_gltf.h>
