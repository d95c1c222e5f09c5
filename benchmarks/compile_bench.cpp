// SPDX-License-Identifier: MIT
// Compiling levels: thread CPU time against brushes, what exactness costs beside the same build in
// plain doubles, and what the fixed blocks and the scores cost.
//
//   compile_bench [LEVEL.map...] [--benchmark_... options]
//
// Without levels it takes the bundled ones.
#include "halfspace/base/file.h"
#include "halfspace/compile/compile.h"

#include "formats/shared/map_reader.h"

#ifdef HALFSPACE_BENCH_PLAIN
#include "plain/plain_compile.h"
#endif

#include <benchmark/benchmark.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

using halfspace::CompileOptions;

struct Source {
    std::string name;
    std::string text;
};

halfspace::World read(const Source& source) {
    return halfspace::read_map(source.text, source.name)->world;
}

void report(benchmark::State& state, const halfspace::LevelData& level) {
    state.counters["brushes"] = static_cast<double>(level.brushes.size());
    state.counters["nodes"] = static_cast<double>(level.nodes.size());
    state.counters["faces"] = static_cast<double>(level.faces.size());
    state.counters["splits"] = static_cast<double>(level.statistics.face_splits);
}

void read_only(benchmark::State& state, const Source& source) {
    for ([[maybe_unused]] const auto _ : state) {
        benchmark::DoNotOptimize(halfspace::read_map(source.text, source.name));
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * source.text.size()));
}

void compile(benchmark::State& state, const Source& source, CompileOptions options) {
    options.threads = 1;
    const halfspace::World world = read(source);
    for ([[maybe_unused]] const auto _ : state) {
        const auto compiled = halfspace::compile(world, options);
        if (!compiled) {
            state.SkipWithError(to_string(compiled.error().front()).c_str());
            return;
        }
        report(state, compiled->level);
    }
}

void read_and_compile(benchmark::State& state, const Source& source) {
    CompileOptions options;
    options.threads = 1;
    for ([[maybe_unused]] const auto _ : state) {
        const auto world = halfspace::read_map(source.text, source.name);
        benchmark::DoNotOptimize(halfspace::compile(world->world, options));
    }
}

#ifdef HALFSPACE_BENCH_PLAIN
void read_and_compile_in_doubles(benchmark::State& state, const Source& source) {
    std::size_t nodes = 0;
    for ([[maybe_unused]] const auto _ : state) {
        nodes = compile_in_plain_doubles(source.text.data(), source.text.size());
    }
    state.counters["nodes"] = static_cast<double>(nodes);
}
#endif

template <class Function, class... Arguments>
void add(const std::string& name, Function function, const Arguments&... arguments) {
#ifndef __clang_analyzer__  // it does not know that google-benchmark keeps what it allocates here
    benchmark::RegisterBenchmark(name.c_str(), function, arguments...)
        ->Unit(benchmark::kMillisecond)
        ->MinTime(0.5);
#endif
}

void add_all(const Source& source) {
    add(source.name + "/read", read_only, source);
    add(source.name + "/exact", read_and_compile, source);
#ifdef HALFSPACE_BENCH_PLAIN
    add(source.name + "/plain_doubles", read_and_compile_in_doubles, source);
#endif
    add(source.name + "/area", compile, source, CompileOptions{});
    CompileOptions classic;
    classic.tree.score = halfspace::SplitterScore::Classic;
    add(source.name + "/classic", compile, source, classic);
    for (const int size : {0, 512, 2048}) {
        CompileOptions blocks;
        blocks.tree.block_size = size;
        add(source.name + "/blocks:" + std::to_string(size), compile, source, blocks);
    }
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    std::vector<std::filesystem::path> paths(argv + 1, argv + argc);
    if (paths.empty()) {
        for (const auto& entry :
             std::filesystem::directory_iterator(HALFSPACE_SOURCE_DIR "/examples/levels")) {
            if (entry.path().extension() == ".map") {
                paths.push_back(entry.path());
            }
        }
    }
    for (const std::filesystem::path& path : paths) {
        const auto bytes = halfspace::read_file(path);
        if (!bytes) {
            std::fprintf(stderr, "%s\n", to_string(bytes.error()).c_str());
            return 1;
        }
        Source source{path.stem().string(),
                      std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size())};
        if (const auto world = halfspace::read_map(source.text, path.string()); !world) {
            std::fprintf(stderr, "%s\n", to_string(world.error()).c_str());
            return 1;
        }
        add_all(source);
    }
    benchmark::RunSpecifiedBenchmarks();
}
