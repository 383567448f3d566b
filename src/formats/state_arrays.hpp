/// What files say of the states of many bodies at one time, whatever their format.
#pragma once

#include "polhode/ensemble/run.hpp"
#include "polhode/mechanics/attitude_form.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

struct StateArray {
    std::string name;
    std::vector<std::string> columns;  ///< in a table
    std::string unit;                  ///< as of TrajectoryQuantity; "" where it depends on the torque
    /// Appends the numbers of a body of this rank.
    std::function<void(std::size_t k, std::vector<double>& out)> row;
    bool is_flag = false;  ///< one number, 0 or 1
};

/// The attitude in this form, momentum and angular velocity (body frame), failed; moments and parameters where they differ
/// from body to body; what a control holds, and the momenta of wheels.
std::vector<StateArray> state_arrays(const StatesSeen& seen, const AttitudeForm& form);

/// How many numbers that is for each body, besides `failed`; known before the bodies are drawn.
std::size_t numbers_of_state(const EnsembleSetup& setup, const AttitudeForm& form);

}  // namespace polhode
