/// The moving body of a page: what web/viewer shows, and the still picture in its place where nothing moves.
#pragma once

#include "report/viewed_motion.hpp"

#include <string>

namespace polhode {

/// MotionData of web/viewer/motion.ts, as JSON; "" for a motion of fewer than two samples.
std::string motion_data(const Problem& problem, const Result& result, const ViewedMotion& motion);

/// The place of the viewer, with the path of the body axis on the unit sphere.
std::string motion_figure(const Problem& problem, const Result& result, const ViewedMotion& motion);

}  // namespace polhode
