/// The paper's two experiments: the energy after many steps, and the steps that an accuracy takes.
#pragma once

#include "reproduce/lab.hpp"

#include <string>

namespace polhode::reproduce::buss {

/// A method by its name in the paper's tables: "3rd order (energy-preserving)", "AB-AM (paper code)"; or by
/// its name in the catalogue. Energy after N − 1 updates of size h: what the paper calls N steps.
double energy_after(Lab& lab, const std::string& method, double h, long N);

/// Angle in radians between the attitude after N steps of T/N and the exact one.
double error_of(Lab& lab, const std::string& method, double T, long N);

/// The smallest N whose error at T is below ε, found by doubling and halving; 0 if it is above `most`.
long steps_for_accuracy(Lab& lab, const std::string& method, double T, double epsilon, long most);

/// The angle of a step in degrees as printed: the sum over the N steps of T/N, divided by N − 1.
double mean_rotation(Lab& lab, const std::string& method, double T, long N);

}  // namespace polhode::reproduce::buss
