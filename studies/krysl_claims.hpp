/// Claims that Krysl's three papers make alike, and what their figures share.
#pragma once

#include "measure.hpp"
#include "reproduce/study.hpp"

namespace polhode::reproduce::krysl {

/// Problems and methods, as in the papers' words.
inline const std::string slow = "slow-top", fast = "fast-top", wall = "soft-wall";

/// "is symplectic": not one of the papers' methods is. The canonical form changes by O(h³) in a step.
Claim symplectic(std::string id, std::string what, std::string published, std::string problem,
                 std::vector<std::string> methods, std::string why);

/// Slopes between two steps, of attitude and momentum, within `tolerance` of `order`.
Claim of_order(std::string id, std::string what, std::string published, std::string problem,
               std::vector<std::string> methods, double order, double tolerance, double coarse, double fine);

/// Momentum of a free body, conserved by all the methods.
Claim conserve_momentum(const std::string& who, std::vector<std::string> methods);

/// The soft wall as described: the torque printed in both papers has the other sign. `method` and `step` are
/// those of a figure, which the described sign does not allow.
Claim meets_the_wall(std::string method, double step);

/// Step h, then −h with the other method, is where it began; from states on the way of the problem.
double not_undone(const std::string& there, const std::string& back, const std::string& problem, double h);

/// One step of the first beside half a step of the second and half a step of the third.
double off_composition(const std::string& whole, const std::string& first, const std::string& second,
                       const std::string& problem, double h);

/// The largest distance between single steps of two methods from the states of a problem.
double apart(const std::string& one, const std::string& other, const std::string& problem, double h);

/// 2^coarse, …, 2^fine, halved each time.
std::vector<double> halved(double coarse, double fine);

/// "a 1.2e-3, b 3.4e-3".
std::string listed(const std::vector<std::pair<std::string, double>>& values);

}  // namespace polhode::reproduce::krysl
