/// The paper's runs: what is measured of one, and paths of the direction of the field in the body.
#pragma once

#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/simulate.hpp"
#include "reproduce/lab.hpp"

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace polhode::reproduce::celledoni {

/// One method on a built-in problem with a number of steps of one size.
struct Run {
    std::string problem, method;
    double step, end;

    Plan plan(long every = 1) const {
        return {.method = method, .steps = FixedStep{step}, .end = end, .every = every};
    }
    std::string key(std::string_view what) const;
};

/// At the end of a run, against the truth.
struct EndErrors {
    double momentum;  ///< ‖Π − Π_true‖₂
    double attitude;  ///< ‖R − R_true‖₂, the paper's 2-norm of Q − Q_true
};
EndErrors end_errors(Lab& lab, const Run& run);

/// Time that the steps of the run take, nobody looking: the least of many repeats, in seconds.
double seconds(Lab& lab, const Run& run);

/// What all steps of a run say of the conserved quantities.
struct Conservation {
    double energy;     ///< H₀
    double largest;    ///< max |H − H₀|
    double mean;       ///< mean of |H − H₀|
    double amplitude;  ///< half the range of H
    double momentum;   ///< max of ‖L − L₀‖/|L₀| (free) or |(L − L₀)·e₃|/|L₀| (torqued)
    double largest_relative() const { return largest / std::abs(energy); }
};
Conservation conservation(Lab& lab, const Run& run);
/// The same for a problem that is none of the built-in ones; nothing is remembered.
Conservation conservation(const Problem& problem, const Plan& plan);

/// u = Rᵀe₃ at every step: the paper's Qe₃.
using Path = std::vector<Eigen::Vector3d>;
Path path(const Run& run);

/// The true path at times 0, step, 2 step, …: by an eighth-order splitting over the exact free flow at much
/// smaller steps.
Path true_path(Lab& lab, const std::string& problem, double step, double end);

double mean_distance(const Path& a, const Path& b);

/// Mean distance of u to the true one over a run. Where the momentum is right and the angle about it is any,
/// it is (4/π) sin ∠(u, L): 0.82 for the large top, 0.77 for the satellite.
double distance_to_truth(Lab& lab, const Run& run);

/// H − H₀ over |H₀| at every so many steps.
std::vector<double> relative_energy_errors(const Run& run, long every);

}  // namespace polhode::reproduce::celledoni
