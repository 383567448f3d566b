#include "polhode/exchange/aem.hpp"

#include <fmt/format.h>
#include <chrono>
#include <cmath>

namespace polhode {
namespace {

Instant now() {
    const auto time = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return {time.time_since_epoch().count(), 0};
}

/// The clock of the system counts no leap seconds.
std::string creation_date(const Exchange& exchange) {
    return exchange.creation_date ? to_text(*exchange.creation_date, TimeSystem::utc)
                                  : to_text(now(), TimeSystem::tai);
}

std::string_view first_word(std::string_view line) { return line.substr(0, line.find(' ')); }

}  // namespace

std::string aem_header(const Exchange& exchange, std::string_view first_line, std::string_view last_line) {
    const bool is_first_version = exchange.aem_version == AemVersion::one;
    // The rotation of frame A onto frame B is that of the space axes onto the body's, whose quaternion is the one that
    // takes components in the body to components in space.
    return fmt::format(
        "CCSDS_AEM_VERS = {}.0\n"
        "CREATION_DATE = {}\n"
        "ORIGINATOR = {}\n\n"
        "META_START\n"
        "OBJECT_NAME = {}\n"
        "OBJECT_ID = {}\n"
        "REF_FRAME_A = {}\n"
        "REF_FRAME_B = {}\n"
        "{}"
        "TIME_SYSTEM = {}\n"
        "START_TIME = {}\n"
        "STOP_TIME = {}\n"
        "ATTITUDE_TYPE = QUATERNION\n"
        "{}"
        "INTERPOLATION_METHOD = LINEAR\n"
        "INTERPOLATION_DEGREE = 1\n"
        "META_STOP\n\n"
        "DATA_START\n",
        is_first_version ? 1 : 2, creation_date(exchange), exchange.originator, exchange.object_name,
        exchange.object_id, exchange.reference_frame, exchange.body_frame,
        is_first_version ? "ATTITUDE_DIR = A2B\n" : "",
        time_system_names[static_cast<std::size_t>(exchange.time_system)], first_word(first_line),
        first_word(last_line), is_first_version ? "QUATERNION_TYPE = LAST\n" : "");
}

Expected<std::string> aem_line(const Exchange& exchange, double time, const Eigen::Quaterniond& attitude) {
    const Expected<Instant> when = later(exchange.epoch, time, exchange.time_system);
    if (!when) return when.error();
    return fmt::format("{} {} {} {} {}\n", to_text(*when, exchange.time_system), attitude.x(), attitude.y(),
                       attitude.z(), attitude.w());
}

std::string aem_end() { return "DATA_STOP\n"; }

Expected<std::string> aem(const Exchange& exchange, std::span<const double> times,
                          std::span<const Eigen::Quaterniond> attitudes) {
    if (times.empty() || times.size() != attitudes.size())
        return input_error(
            fmt::format("attitudes: {} times and {} attitudes, expected as many of both and at least one",
                        times.size(), attitudes.size()));
    std::string lines, first, last;
    for (std::size_t k = 0; k < times.size(); ++k) {
        if (k > 0 && !(times[k] > times[k - 1]))
            return input_error(fmt::format("times: number {} is {} after {}, expected times that increase",
                                           k + 1, times[k], times[k - 1]));
        if (!(std::abs(attitudes[k].norm() - 1) <= 1e-6))
            return input_error(
                fmt::format("attitudes: number {} has length {}, expected 1", k + 1, attitudes[k].norm()));
        Expected<std::string> line = aem_line(exchange, times[k], attitudes[k]);
        if (!line) return line;
        lines += *line;
        last = *std::move(line);
        if (k == 0) first = last;
    }
    return aem_header(exchange, first, last) + lines + aem_end();
}

}  // namespace polhode
