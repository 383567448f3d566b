/// Ours, behind the interface of the peers.
#pragma once

#include "peer.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/simulate/problem.hpp"

#include <string_view>

namespace polhode::bench {

/// A problem as the peers get it. Throws InputError for a torque or axes that they have no equations for.
Task task_of(const Problem& problem);

/// `steps` unobserved steps to the end; the stepper is made afresh each time. The problem must outlive
/// it.
Integration our_integration(const MakeStepper<double>& make, const Problem& problem, long steps);

/// The short list; everything else is in bench/work_precision.cpp and bench/taylor.cpp.
std::vector<Integrator> our_integrators(const Problem& problem);

/// Every method of ours that may be the fastest at some accuracy, of those that the catalogue has and that this
/// torque allows: numbers of steps 4 % apart, tolerances ten a decade.
std::vector<Integrator> our_table(const Problem& problem);

/// The multistep formula of a row of our_table at constant steps, compiled for an instruction set; empty if the row is
/// another method, or this machine does not have the instructions.
MakeStepper<double> multistep_for(std::string_view target, std::string_view row);

/// Those that do not use the closed form of the free motion.
std::vector<Integrator> our_integrators_without_exact_flow(const Problem& problem);

/// How we step a crowd.
std::vector<CrowdMethod> ours_throughput();

}  // namespace polhode::bench
