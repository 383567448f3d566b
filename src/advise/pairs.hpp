/// Two runs of one motion beside each other, piece by piece: how far they are apart tells the error of the first.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/mechanics/inertia.hpp"
#include "polhode/simulate/problem.hpp"

#include <cmath>
#include <functional>

namespace polhode {

/// A method, and the one that checks it with half as many steps more (twice as many where their number is odd).
struct Pair {
    const Method &run, &check;
    /// Of the first run, per distance of the two: the second has an error of its own.
    double error_per_difference;
};

class Pairs {
public:
    /// What is given has to live as long as this object.
    Pairs(const Problem& problem, const core::State<double>& start, double end, const Pair& pair,
          const std::function<bool()>& go_on)
        : problem_(problem),
          beside_(in_the_last_digit_beside(problem)),
          start_(start),
          end_(end),
          pair_(pair),
          go_on_(go_on) {}

    struct Measured {
        double error = INFINITY;  ///< of the first run, at every look; infinite if one fails
        bool stopped = false;     ///< by the user
        bool violent = false;     ///< between two looks the torque changed the momentum by much
        long evaluations = 0;     ///< of the first run
        double reached = 0;       ///< the part of the run that was made, 1 for all of it
    };
    /// Looks at both every `stride` steps of the first, an even number, and at the ends of pieces. Ends early, with the
    /// error up to there, when that is `hopeless`.
    Measured measure(long steps, double hopeless, long stride = 16) {
        return measure(end_, steps, hopeless, stride);
    }
    /// The same for the first part of the run, up to a time.
    Measured measure(double part, long steps, double hopeless, long stride = 16);

    /// How far the motion carries starts away from this one that were close to it, per distance at the start; infinite
    /// if it cannot be followed with so many steps. A few digits are enough, so that long steps will do.
    double magnification(long steps);

    long evaluations() const { return evaluations_; }

private:
    /// All runs round the constants of a problem alike; where the motion magnifies that, only others show it.
    static Problem in_the_last_digit_beside(Problem problem);

    const Problem& problem_;
    Problem beside_;  // for the second run
    const core::State<double>& start_;
    double end_;
    Pair pair_;
    const std::function<bool()>& go_on_;
    long evaluations_ = 0;
};

}  // namespace polhode
