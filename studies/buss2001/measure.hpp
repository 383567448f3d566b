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

/// The order seen by halving, in long double and without a reference: log₂ of the distance of N from 2N steps over
/// that of 2N from 4N, attitudes at time T of a built-in problem.
double observed_order(Lab& lab, const std::string& problem, const std::string& method, double T, long N);

/// The period of the momentum of a free built-in problem in the body: one wobble.
double wobble(const std::string& problem);

/// In how many of N steps of h the energy falls, and by how much it rises in all.
struct Course {
    double falls, rise;
};
Course energy_course(Lab& lab, const std::string& method, double h, long N);

/// The largest |E − E₀| of the first and of the last tenth of N steps of h.
struct Swing {
    double early, late;
};
Swing swing_of_energy(Lab& lab, const std::string& method, double h, long N);

/// In how many of N steps of T/N the energy correction has no solution; of a method with correction.
double missed_corrections(Lab& lab, const std::string& method, double T, long N);

/// The angle of a step in degrees as printed: the sum over the N steps of T/N, divided by N − 1.
double mean_rotation(Lab& lab, const std::string& method, double T, long N);

}  // namespace polhode::reproduce::buss
