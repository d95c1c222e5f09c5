# SPDX-License-Identifier: MIT
"""A static libzip brings along the libraries that it needs, where find_package(Libzip) is ours."""

from command import attempt, run

FILES = {
    "zip.h": "int zip_count(void);\n",
    "zip.c": "int packed_count(void);\nint zip_count(void) { return packed_count(); }\n",
    "packed.c": "int packed_count(void) { return 0; }\n",
    "program.c": '#include <zip.h>\nint main(void) { return zip_count(); }\n',
    "lib/pkgconfig/libzip.pc": "Name: libzip\nDescription: a stand-in\nVersion: 1.9\n"
                               "Libs: -L${pcfiledir}/.. -lzip\nLibs.private: -lpacked\n",
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.25)
project(static_libzip LANGUAGES C)
find_package(Libzip REQUIRED)
add_executable(program program.c)
target_link_libraries(program PRIVATE Libzip::zip)
""",
}


def check_static_libzip(prefix, folder):
    """What is wrong with a program that links a static libzip by the installed FindLibzip.cmake. The
    libzip here is a stand-in, which needs a second library."""
    (folder / "lib/pkgconfig").mkdir(parents=True)
    (folder / "include").mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "zip.h").rename(folder / "include/zip.h")
    for name in ("zip", "packed"):
        run(["cc", "-c", f"{name}.c"], cwd=folder)
        run(["ar", "rc", f"lib/lib{name}.a", f"{name}.o"], cwd=folder)
    modules = next(prefix.glob("lib*/**/FindLibzip.cmake")).parent
    run(["cmake", "-G", "Ninja", "-S", folder, "-B", folder / "build",
         f"-DCMAKE_PREFIX_PATH={folder}", f"-DCMAKE_MODULE_PATH={modules}"])
    done = attempt(["cmake", "--build", folder / "build"])
    if done.returncode != 0:
        yield f"a static libzip does not bring along what it needs: {done.stdout}"
