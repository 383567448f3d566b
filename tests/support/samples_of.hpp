/// The samples of a run, all of them.
#pragma once

#include "polhode/simulate/simulate.hpp"

#include <vector>

namespace polhode::test {

inline std::vector<Sample> samples_of(const Problem& problem, const Plan& plan) {
    std::vector<Sample> samples;
    simulate(problem, plan, {.on_sample = [&](const Sample& s) { samples.push_back(s); }});
    return samples;
}

}  // namespace polhode::test
