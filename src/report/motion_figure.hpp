/// The moving body of a page: what web/viewer shows, and the still picture in its place where nothing moves.
#pragma once

#include "io/mesh.hpp"
#include "report/viewed_motion.hpp"

#include <optional>
#include <string>

namespace polhode {

/// MotionData of web/viewer/motion.ts, as JSON; "" for a motion of fewer than two samples.
std::string motion_data(const Problem& problem, const Result& result, const ViewedMotion& motion,
                        const std::optional<Mesh>& mesh = {});

/// The place of the viewer, with the path of the body axis on the unit sphere.
std::string motion_figure(const Problem& problem, const Result& result, const ViewedMotion& motion,
                          const std::optional<Mesh>& mesh = {});

}  // namespace polhode
