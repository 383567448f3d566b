/// The formats that a scenario asks for.
#pragma once

#include "commands.hpp"
#include "formats/formats.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polhode::program {

struct ChosenFormat {
    const TrajectoryFormat* format;
    OpenArrays open_arrays = nullptr;  ///< if it needs a module
};

/// Throws InputError for --format without a folder.
void demand_place_for_format(const ScenarioOptions& options, const std::optional<std::string>& out);

/// As formats_named; what needs modules that this program was built without is refused too.
std::vector<ChosenFormat> chosen_formats(const FormatNames& asked, std::string_view usual);

/// In all of them together.
double bytes_of_number(const std::vector<ChosenFormat>& formats);

/// What the state of a body takes that has so many numbers, in all of them together.
double bytes_of_state(const std::vector<ChosenFormat>& formats, std::size_t numbers);

}  // namespace polhode::program
