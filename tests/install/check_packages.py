# SPDX-License-Identifier: MIT
"""Makes the Debian packages of a built tree, and looks into them. packaging/try_debs installs them.

    check_packages.py --root ROOT --build BUILD --cpack CPACK

What an installed tree holds must be in exactly one package, where users look for it. Each package
must name what it needs, and what it is.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from command import attempt, run

# Which package holds a file of the installed tree: the first line that fits its path.
PLACES = (
    (r"bin/halfspace-view", "halfspace-viewer"),
    (r"bin/halfspace", "halfspace"),
    (r"share/doc/halfspace/.*", "halfspace"),
    (r"lib/(\S+/)?libhalfspace_c\.so\.\S+", "libhalfspace"),
    (r"lib/(\S+/)?libhalfspace_c_compile\.so\.\S+", "libhalfspace-compile"),
    (r"lib/(\S+/)?(libhalfspace_\w+\.(a|so)|(cmake|pkgconfig)/\S+)|include/\S+", "libhalfspace-dev"),
)
# What each package needs at least, and what it must not need.
NEEDS = {
    "halfspace": (("libc6", "libstdc++6", "libtbb12", "libzip4"), r"-dev|^halfspace"),
    "halfspace-viewer": (("halfspace (= {version})", "libc6", "libglfw3", "libepoxy0"), r"-dev"),
    "libhalfspace": (("libc6", "libstdc++6"), r"^(?!libc6|libgcc-s1|libstdc\+\+6)"),
    "libhalfspace-compile": (("libhalfspace (= {version})", "libtbb12"), r"-dev|^halfspace"),
    "libhalfspace-dev": (("libhalfspace (= {version})", "libhalfspace-compile (= {version})",
                          "libtbb-dev", "libzip-dev"), r"^halfspace|fmt|cli11"),
}


def installed(build, prefix):
    """The files of the installed tree."""
    shutil.rmtree(prefix, ignore_errors=True)
    run(["cmake", "--install", build, "--prefix", prefix])
    return {p.relative_to(prefix).as_posix() for p in prefix.rglob("*") if not p.is_dir()}


def make(cpack, build, folder, *options):
    """The packages by their names, made without compression, which would take most of the time."""
    shutil.rmtree(folder, ignore_errors=True)
    run([cpack, "--config", build / "CPackConfig.cmake", "-G", "DEB", "-B", folder,
         "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=none", *options])
    return {path.name.split("_")[0]: path for path in folder.glob("*.deb")}


def fields(path):
    """The control fields of a package."""
    text = run(["dpkg-deb", "--field", path])
    return dict(re.findall(r"^([\w-]+): (.*(?:\n .*)*)", text, re.M))


def contents(path):
    """{path below usr: text, or None for a link} of the files of a package."""
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", path], stdout=subprocess.PIPE) as process:
        with tarfile.open(fileobj=process.stdout, mode="r|") as files:
            return {entry.name.removeprefix("./usr/"):
                    files.extractfile(entry).read() if entry.isfile() else None
                    for entry in files if not entry.isdir()}


def users_need(path):
    """What the packages of programs that link its libraries need: a line for each library."""
    return run(["dpkg-deb", "--info", path, "shlibs"])


def check_versions(root, folder):
    """packaging/try_debs takes no packages of two versions."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("halfspace_0.1.0_amd64.deb", "libhalfspace_0.2.0_amd64.deb"):
        (folder / name).write_bytes(b"")
    done = attempt([root / "packaging/try_debs", folder])
    if done.returncode == 0 or "several versions" not in done.stderr:
        yield f"packaging/try_debs takes packages of two versions: {done.stderr}"


def check_fields(name, of):
    version = of["Version"]
    needed = of["Depends"].split(", ")
    least, foreign = NEEDS[name]
    for package in least:
        package = package.format(version=version)
        if not any(each == package or each.split(" ")[0] == package for each in needed):
            yield f"{name} does not depend on {package}, only on {needed}"
    for package in needed:
        if re.search(foreign, package):
            yield f"{name} depends on {package}"
    synopsis, *text = of["Description"].split("\n")
    if not 0 < len(synopsis) <= 60 or synopsis[0].isupper() or synopsis.endswith("."):
        yield f"{name}: not the first line of a description: {synopsis}"
    if not text or any(len(line) > 80 for line in text):
        yield f"{name}: a description has more lines, each of at most 80 characters"
    if of["Priority"] != "optional" or not re.search(r"<\S+@\S+>", of["Maintainer"]):
        yield f"{name}: {of}"


def place_of(path):
    return next((package for pattern, package in PLACES if re.fullmatch(pattern, path)), None)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--cpack", required=True)
    arguments = parser.parse_args()
    work = arguments.build / "packages_test"
    files = installed(arguments.build, work / "prefix")
    packages = make(arguments.cpack, arguments.build, work / "debs")
    found = [f"no package holds {path}" for path in sorted(files) if place_of(path) is None]
    expected = {place_of(path) for path in files} - {None}
    if packages.keys() != expected:
        found.append(f"the packages are {sorted(packages)} in place of {sorted(expected)}")
    notices = (arguments.root / "packaging/copyright").read_bytes()
    for name in sorted(packages.keys() & NEEDS.keys()):
        inside = contents(packages[name])
        if inside.pop(f"share/doc/{name}/copyright", b"") != notices:
            found.append(f"{name} has no share/doc/{name}/copyright that is packaging/copyright")
        wanted = {path for path in files if place_of(path) == name}
        if inside.keys() != wanted:
            found.append(f"{name} holds other files: {sorted(inside.keys() ^ wanted)}")
        found += check_fields(name, fields(packages[name]))
    header = (arguments.root / "bindings/c/halfspace.h").read_text(encoding="utf-8")
    version = re.search(r"#define HALFSPACE_C_VERSION (\d+)", header)[1]
    shlibs = users_need(packages["libhalfspace"])
    if f"libhalfspace_c {version} libhalfspace (>= " not in shlibs:
        found.append(f"libhalfspace does not tell other packages what to depend on: {shlibs}")
    found += check_versions(arguments.root, work / "versions")
    print("\n".join(found) or f"{len(packages)} packages with {len(files)} files")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
