# WebAssembly by Debian's clang 22 and its libraries for wasm32-wasi, without emscripten: a toolchain
# file, used by the preset wasm. No threads, no exceptions, SIMD on.
set(CMAKE_SYSTEM_NAME Generic)
set(WASI TRUE)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-22)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasip1)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasip1)

# Debian puts the headers and libraries for wasm32-wasi into folders of /usr, beside those of the
# machine itself, which must not be found.
set(wasi_headers /usr/include/wasm32-wasi)
set(CMAKE_CXX_FLAGS_INIT
    "-nostdlibinc -isystem ${wasi_headers}/c++/v1 -isystem ${wasi_headers} -msimd128 -fno-exceptions -fno-rtti -D_WASI_EMULATED_GETPID")
# Compilers need more stack than the 64 KB that the linker would give: trees are built recursively.
# The stack lies below all data, so that an overflow traps.
set(CMAKE_CXX_STANDARD_LIBRARIES "-lwasi-emulated-getpid")
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "-B/usr/lib/wasm32-wasi -L/usr/lib/wasm32-wasi -Wl,-z,stack-size=4194304 -Wl,--stack-first")

# Two libraries of headers alone are taken from the machine's own folder, by links, because that
# folder as a whole holds the headers of another C library.
set(wasi_links ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${wasi_links})
foreach(header xxhash.h fast_float)
    file(CREATE_LINK /usr/include/${header} ${wasi_links}/${header} SYMBOLIC)
endforeach()
string(APPEND CMAKE_CXX_FLAGS_INIT " -isystem ${wasi_links}")
set(Xxhash_INCLUDE_DIR ${wasi_links})
