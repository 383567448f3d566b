/// The part of a run that its page shows in motion, and draws paths of.
#pragma once

#include "polhode/simulate/simulate.hpp"

#include <vector>

namespace polhode {

struct ViewedMotion {
    std::vector<Sample>
        samples;        ///< so near to each other that the body turns by a small angle from one to the next
    bool whole = true;  ///< else the first part of the run
};

/// How near samples are to lie, and how many there may be.
struct Fineness {
    double samples_per_turn = 48;
    double most_samples = 2000;
    /// A run whose steps are so short that more of them are made in what is shown is shown in part.
    long most_steps = 200'000;
};

/// For a file of the whole motion.
inline constexpr Fineness whole_motion{
    .samples_per_turn = 32, .most_samples = 2e5, .most_steps = 100'000'000};

/// `kept` are samples of the run. Where they lie too far apart, the run is made again as far as it is shown, with dense
/// output: what is between two samples is then the motion as the method has it, and no chord.
ViewedMotion viewed_motion(const Problem& problem, const Plan& plan, const Result& result,
                           const std::vector<Sample>& kept, const Fineness& fineness = {});

}  // namespace polhode
