#include "formats/formats.hpp"

#include "formats/all.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace polhode {
namespace {

const TrajectoryFormat* find_format(std::string_view name) {
    const auto found =
        std::ranges::find(all_formats, name, [](const TrajectoryFormat* f) { return f->name; });
    return found == all_formats.end() ? nullptr : *found;
}

}  // namespace

std::span<const TrajectoryFormat* const> trajectory_formats() { return all_formats; }

std::string format_names() {
    std::vector<std::string_view> names;
    names.reserve(all_formats.size());
    for (const TrajectoryFormat* format : all_formats) names.push_back(format->name);
    return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<const TrajectoryFormat*> formats_named(const FormatNames& asked, std::string_view usual) {
    std::vector<const TrajectoryFormat*> formats;
    for (const std::string& name : asked.names) {
        const TrajectoryFormat* format = find_format(name);
        if (!format)
            throw InputError(fmt::format("{}: expected one or more of {}, got \"{}\"", asked.origin,
                                         format_names(), name));
        if (std::ranges::find(formats, format) == formats.end()) formats.push_back(format);
    }
    if (std::ranges::none_of(formats, &TrajectoryFormat::holds_all))
        formats.insert(formats.begin(), find_format(usual));
    return formats;
}

}  // namespace polhode
