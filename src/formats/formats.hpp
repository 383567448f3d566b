/// The formats of trajectories.
#pragma once

#include "formats/format.hpp"
#include "polhode/scenario/scenario.hpp"

#include <span>
#include <vector>

namespace polhode {

std::span<const TrajectoryFormat* const> trajectory_formats();

/// "csv, npz, …"
std::string format_names();

/// Those of a setting, each once; and `usual` before them where none of them has all that there is: where nothing is
/// asked for, or nothing but a picture. Throws InputError for a name that is not in the list.
std::vector<const TrajectoryFormat*> formats_named(const FormatNames& asked, std::string_view usual);

}  // namespace polhode
