/// Programs built on Google Benchmark: `--json FILE` is its own reporter.
#pragma once

#include "options.hpp"

#include <benchmark/benchmark.h>

namespace polhode::bench {

/// For run_bench of a Usage with `writes_json` = false.
inline void run_google_benchmarks(const Options& options) {
    std::vector<std::string> texts{"bench"};
    if (const auto file = options.value("--json")) {
        texts.push_back("--benchmark_out=" + *file);
        texts.emplace_back("--benchmark_out_format=json");
    }
    std::vector<char*> arguments;
    for (std::string& text : texts) arguments.push_back(text.data());
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    benchmark::RunSpecifiedBenchmarks();
}

}  // namespace polhode::bench
