/// What a picture of a moving body shows of its problem, whatever the motion.
#pragma once

#include "polhode/simulate/poinsot.hpp"
#include "polhode/simulate/problem.hpp"

#include <optional>
#include <string>

namespace polhode {

/// The number of the body axis whose path is worth following: that on which the field acts, of a free body the one that
/// it turns about at first.
int shown_axis(const Problem& problem);

/// None where something acts on the body, or it is at rest.
std::optional<Poinsot> poinsot_of(const Problem& problem);

/// The part of MotionData (web/viewer/motion.ts) that needs no samples, as JSON: moments, principal, axis, field,
/// target, if it stays, and poinsot.
std::string picture_data(const Problem& problem);

}  // namespace polhode
