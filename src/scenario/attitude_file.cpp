#include "scenario/attitude_file.hpp"

#include "polhode/exchange/aem.hpp"
#include "scenario/exchange_setting.hpp"

#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace polhode {
namespace {

std::string_view name_of(TimeSystem system) { return time_system_names[static_cast<std::size_t>(system)]; }

/// The only segment of a text, if its times are those of the time system.
Expected<AttitudeEphemeris> only_segment(std::string_view text, TimeSystem system) {
    Expected<std::vector<AttitudeEphemeris>> segments = read_aem(text);
    if (!segments) return segments.error();
    if (segments->size() > 1)
        return input_error(fmt::format("it has {} segments, expected one", segments->size()));
    AttitudeEphemeris& segment = segments->front();
    if (segment.time_system != system)
        return input_error(fmt::format("its times are {}, expected {}, which exchange.time_system says",
                                       name_of(segment.time_system), name_of(system)));
    return std::move(segment);
}

Expected<AttitudesInFile> attitudes_in(std::string_view text, const Exchange& exchange) {
    const Expected<AttitudeEphemeris> segment = only_segment(text, exchange.time_system);
    if (!segment) return segment.error();
    auto attitudes = segment->from_body_to_space(exchange.body_frame, exchange.reference_frame);
    if (!attitudes) return attitudes.error();
    const auto since_epoch = [&](const Instant& time) { return seconds_between(exchange.epoch, time); };
    std::vector<double> times;
    for (const Instant& time : segment->times) times.push_back(since_epoch(time));
    Expected<AttitudeTarget> target = table_target(std::move(times), *std::move(attitudes));
    if (!target) return target.error();
    return AttitudesInFile{*std::move(target), since_epoch(segment->first_useable),
                           since_epoch(segment->last_useable)};
}

}  // namespace

bool names_ephemeris(const std::string& file) { return file.ends_with(".aem") || file.ends_with(".AEM"); }

std::optional<AttitudesInFile> attitudes_in_file(const Setting& setting, const ScenarioTree& tree,
                                                 const Exchange& exchange) {
    const std::string file = tree.beside(text(setting, "a file's name"));
    if (!tree.read_text) {
        refuse(setting, "expected no file, since nothing was given that reads it");
        return {};
    }
    const Expected<std::string> content = tree.read_text(file);
    if (!content) {
        refuse(setting, content.error().message);
        return {};
    }
    Expected<AttitudesInFile> attitudes = attitudes_in(*content, exchange);
    if (attitudes) return *std::move(attitudes);
    refuse(setting, fmt::format("cannot use \"{}\": {}", file, attitudes.error().message));
    return {};
}

Eigen::Quaterniond attitude_in_file(const Setting& setting, const Setting* time, const ScenarioTree& tree,
                                    const Exchange& exchange) {
    const auto attitudes = attitudes_in_file(setting, tree, exchange);
    if (!attitudes) return Eigen::Quaterniond::Identity();
    const Instant wanted = time ? instant_of(*time, exchange.time_system) : exchange.epoch;
    const double t = seconds_between(exchange.epoch, wanted);
    if (t >= attitudes->first && t <= attitudes->last) return attitudes->at(t);
    const auto text_of = [&](double seconds) {
        const Expected<Instant> instant = later(exchange.epoch, seconds, exchange.time_system);
        return instant ? to_text(*instant, exchange.time_system) : instant.error().message;
    };
    refuse(time ? *time : setting,
           fmt::format("there is no attitude at {}{}: those of the file are from {} to {}",
                       to_text(wanted, exchange.time_system),
                       time ? "" : " (exchange.epoch, or give initial.attitude_time)",
                       text_of(attitudes->first), text_of(attitudes->last)));
    return Eigen::Quaterniond::Identity();
}

}  // namespace polhode
