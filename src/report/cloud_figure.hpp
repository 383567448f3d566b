/// The moving cloud of an ensemble's page: where the pointing axis of each of some hundred bodies points, over time.
#pragma once

#include "polhode/ensemble/run.hpp"

#include <string>
#include <vector>

namespace polhode {

/// The first bodies, followed again from the start.
struct ViewedCloud {
    std::size_t bodies = 0;
    std::vector<double> times;
    std::vector<Eigen::Vector3d>
        directions;    ///< of all bodies at the first time, then at the second, and so on
    double turns = 0;  ///< of the fastest body
};

struct CloudFineness {
    std::size_t most_bodies = 300;
    double samples_per_turn = 16;  ///< of the fastest body
    std::size_t most_times = 150;
    double most_body_steps = 3e6;
};

/// As much of the beginning as the fineness allows; empty if nothing moves.
ViewedCloud viewed_cloud(const EnsembleSetup& setup, const EnsemblePlan& plan,
                         const CloudFineness& fineness = {});

/// CloudData of web/viewer/cloud.ts, as JSON; "" for an empty cloud.
std::string cloud_data(const ViewedCloud& cloud, const Pointing& pointing);

/// The place of the viewer, with the directions at the end of what is shown.
std::string cloud_figure(const ViewedCloud& cloud, const EnsembleResult& result);

}  // namespace polhode
