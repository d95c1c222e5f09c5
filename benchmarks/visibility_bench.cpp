// SPDX-License-Identifier: MIT
// Visibility of the clusters of portal files: CPU time of the whole computation on one thread, and
// how many clusters a cluster sees on average, itself included.
//
//   visibility_bench FILE.prt... [--benchmark_... options]
#include "halfspace/base/file.h"
#include "halfspace/compile/visibility.h"
#include "halfspace/formats/portal_file.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <filesystem>
#include <string>

namespace {

using halfspace::PortalGraph;
using halfspace::VisibilityMode;

void compute(benchmark::State& state, const PortalGraph& graph, VisibilityMode mode) {
    double average = 0;
    double proven = 0;
    for ([[maybe_unused]] const auto _ : state) {
        const auto result = halfspace::compute_visibility(graph, {.mode = mode, .threads = 1});
        average = result->average();
        proven = static_cast<double>(result->proven) / static_cast<double>(result->visible);
    }
    state.counters["clusters"] = graph.cluster_count;
    state.counters["portals"] = static_cast<double>(graph.portals.size());
    state.counters["average"] = average;
    state.counters["proven"] = proven;
}

void add(const std::string& name, const PortalGraph& graph, VisibilityMode mode) {
    benchmark::RegisterBenchmark(name.c_str(), compute, graph, mode)->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (argc < 2) {
        std::fputs("usage: visibility_bench FILE.prt...\n", stderr);
        return 2;
    }
    for (int i = 1; i < argc; ++i) {
        const std::string path = argv[i];
        const auto bytes = halfspace::read_file(path);
        if (!bytes) {
            std::fprintf(stderr, "%s\n", to_string(bytes.error()).c_str());
            return 1;
        }
        const auto graph = halfspace::read_portals(
            {reinterpret_cast<const char*>(bytes->data()), bytes->size()}, path);
        if (!graph) {
            std::fprintf(stderr, "%s\n", to_string(graph.error()).c_str());
            return 1;
        }
        const std::string name = std::filesystem::path(path).stem().string();
        add(name + "/full", *graph, VisibilityMode::Full);
        add(name + "/fast", *graph, VisibilityMode::Fast);
    }
    benchmark::RunSpecifiedBenchmarks();
}
