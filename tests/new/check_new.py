# SPDX-License-Identifier: MIT
"""Makes a project by `halfspace new` in an empty folder, and follows its README.

    check_new.py cpp|web BUILD

Runs the commands of the project's README as they stand there, and the project's own tests. The
project in C++ uses the installed tree and nothing else of the build. The project for browsers uses
the packed npm package of bindings/npm, which must have been built, and needs no network: all other
packages are those of this folder's node_modules. The packed package is also installed in an empty
folder, where consumer.mjs uses it.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from command import attempt, run

NAME = "maze"
OWN_PACKAGES = ("halfspace", "halfspace-page", ".package-lock.json")


def make_project(halfspace, kind, work):
    """The folder of the project, and the commands of its README."""
    run([halfspace, "new", NAME, "--template", kind], cwd=work)
    project = work / NAME
    return project, re.findall(r"^    (.*)$", (project / "README.md").read_text("utf-8"), re.M)


def refusal(command, wanted, **options):
    """What is wrong with a command that has to fail and to print the wanted text."""
    done = attempt(command, **options)
    said = done.stdout + done.stderr
    return [] if done.returncode != 0 and wanted in said else [f"{command}: no '{wanted}':\n{said}"]


def check_cpp(build, work):
    """What is wrong with the game in C++."""
    prefix = work / "prefix"
    run(["cmake", "--install", build, "--prefix", prefix])
    environment = {**os.environ, "PATH": f"{prefix}/bin:{os.environ['PATH']}",
                   "CXXFLAGS": "-Wall -Wextra -Wshadow -Werror"}
    if shutil.which("ccache"):
        environment["CMAKE_CXX_COMPILER_LAUNCHER"] = "ccache"
    project, (make, play) = make_project(prefix / "bin/halfspace", "cpp", work)
    run(["sh", "-c", make], cwd=project, env=environment)
    played = run(["sh", "-c", play], cwd=project,
                 input=(project / "tests/way_out.txt").read_text(encoding="utf-8"))
    run(["ctest", "--test-dir", project / "build", "--no-tests=error"])
    found = [] if "You are out" in played else [f"the way out does not lead out:\n{played}"]
    before_door = run(["sh", "-c", play], cwd=project, input="wwwwww\n")
    if "The door is locked." not in before_door:
        found.append(f"the game says nothing about the shut door:\n{before_door}")
    return found + refusal(["cmake", "-B", work / "not_installed", "-S", project,
                            "-DCMAKE_DISABLE_FIND_PACKAGE_halfspace=ON"],
                           "cmake --install", env=environment)


def link_packages(project):
    """Puts the packages that the project wants where npm would put them."""
    def link(source, target):
        try:
            os.link(source, target)
        except OSError:  # another file system
            shutil.copy2(source, target)

    source = ROOT / "node_modules"
    shutil.copytree(source, project / "node_modules", symlinks=True, copy_function=link,
                    ignore=lambda folder, names: [name for name in names if name in OWN_PACKAGES
                                                  and pathlib.Path(folder) == source])


def check_server(command, project):
    """What is wrong with what the server of a command sends: the page, its program, the level."""
    def fetch(path):
        with urllib.request.urlopen(address + path, timeout=60) as answer:
            return answer.headers["content-type"], answer.read().decode()

    with subprocess.Popen(["sh", "-c", command], cwd=project, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, start_new_session=True) as server:
        said = ""
        try:
            while not (found := re.search(r"(http://\S+)/", said)):
                line = server.stdout.readline()
                if not line:
                    return [f"'{command}' does not start:\n{said}"]
                said += re.sub("\x1b\\[[0-9;]*m", "", line)
            address = found[1]
            page = fetch("/")[1]
            program = fetch("/src/main.ts")[1]
            kind, level = fetch(re.search(r'import source from "(.*?)"', program)[1])
            is_right = (f"<title>{NAME}</title>" in page and "LevelControls" in program
                        and kind == "text/javascript" and "worldspawn" in level)
            return [] if is_right else [f"'{command}' serves {kind}:\n{page}{program}{level[:80]}"]
        finally:
            os.killpg(server.pid, signal.SIGTERM)


def check_package(package, work, offline):
    """What is wrong with the packed package: its list of files, and its use in an empty folder."""
    with tarfile.open(package) as files:
        names = [name.removeprefix("package/") for name in files.getnames()]
    found = [f"{package.name} holds {name}, which is not for its users" for name in names
             if not re.fullmatch(r"package\.json|README\.md|CHANGELOG\.md|LICENSE|api/.*|"
                                 r"dist/.*\.(js|js\.map|d\.ts|wasm)", name)]
    if "LICENSE" not in names:
        found.append(f"{package.name} lacks its licence")
    folder = work / "consumer"
    folder.mkdir()
    (folder / "package.json").write_text('{ "private": true, "type": "module" }\n', "utf-8")
    run(["npm", "install", "--ignore-scripts", package], cwd=folder, env=offline)
    shutil.copy(ROOT / "tests/new/consumer.mjs", folder)
    run(["node", "consumer.mjs", ROOT / "examples/levels/keep.map"], cwd=folder)
    return found


def check_unbuilt(work, offline):
    """What is wrong with `npm pack` of a package that is not built: it has to fail."""
    folder = work / "unbuilt"
    shutil.copytree(ROOT / "bindings/npm", folder,
                    ignore=shutil.ignore_patterns("dist", "node_modules"))
    found = refusal(["npm", "pack", folder], "scripts/web --build", cwd=work, env=offline)
    return found + [f"{path} was packed" for path in work.glob("*.tgz")]


def check_web(build, work):
    """What is wrong with the game for browsers, and with the packed package that it uses."""
    project, (install, start) = make_project(build / "tools/halfspace/halfspace", "web", work)
    link_packages(project)
    # npm takes what is there, unless another version is wanted: then it wants the network. Nothing
    # that was downloaded before can help, because the cache is empty.
    offline = {**os.environ, "npm_config_offline": "true", "npm_config_cache": str(work / "cache")}
    run(["sh", "-c", install.replace("HALFSPACE", str(ROOT))], cwd=project, env=offline)
    [package] = project.glob("halfspace-*.tgz")
    found = check_package(package, work, offline)
    found += check_unbuilt(work, offline)
    found += check_server(start, project)
    run(["npm", "test"], cwd=project)
    run(["npm", "run", "build"], cwd=project)
    files = [path.name for path in (project / "dist").rglob("*")]
    for pattern in (r"index\.html", r"halfspace-.*\.wasm", r"halfspace_compile-.*\.wasm"):
        if not any(re.fullmatch(pattern, name) for name in files):
            found.append(f"dist has no {pattern}: {files}")
    return found


def main():
    kind, build = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    work = build / f"new_test_{kind}"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    found = {"cpp": check_cpp, "web": check_web}[kind](build, work)
    print("\n".join(found) or f"{NAME}: built, started and tested")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
