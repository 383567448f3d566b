/// An attitude in a section, in one of several ways: [initial], [control.target].
#pragma once

#include "scenario/settings.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// The keys of which such a section may have one.
const std::vector<std::string_view>& attitude_keys();

/// None if the section has none of them.
std::optional<Eigen::Quaterniond> read_attitude(const std::vector<Setting>& settings,
                                                std::string_view section);

/// What to say of a quaternion that may have its scalar in the wrong place; "" of others.
std::string doubt_about_order(const Setting& setting);

}  // namespace polhode
