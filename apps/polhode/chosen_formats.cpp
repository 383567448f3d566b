#include "chosen_formats.hpp"

#include "module.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>

namespace polhode::program {

void demand_place_for_format(const ScenarioOptions& options, const std::optional<std::string>& out) {
    for (const Override& given : options.given)
        if (given.origin == "--format" && !out)
            throw InputError("--format: expected --out DIR with it, for the files of that format");
}

std::vector<ChosenFormat> chosen_formats(const FormatNames& asked, std::string_view usual) {
    std::vector<ChosenFormat> chosen;
    for (const TrajectoryFormat* format : formats_named(asked, usual)) {
        chosen.push_back({format});
        if (format->module.empty()) continue;
        const void* module = find_module(std::string(format->module));
        if (!module)
            throw InputError(fmt::format("{}: this program was built without {}, expected others of {}",
                                         asked.origin, format->name, format_names()));
        chosen.back().open_arrays = static_cast<const ArrayModule*>(module)->file;
    }
    return chosen;
}

double bytes_of_number(const std::vector<ChosenFormat>& formats) {
    double bytes = 0;
    for (const ChosenFormat& chosen : formats) bytes += chosen.format->bytes_of_number;
    return bytes;
}

double bytes_of_state(const std::vector<ChosenFormat>& formats, std::size_t numbers) {
    double bytes = 0;
    for (const ChosenFormat& chosen : formats)
        bytes += chosen.format->bytes_of_state.body
               + chosen.format->bytes_of_state.number * static_cast<double>(numbers);
    return bytes;
}

}  // namespace polhode::program
