/// Attitude ephemerides in the form of the CCSDS (AEM, 504.0-B-1 and -2; keywords and values as text), which tools of
/// spaceflight read and write.
#pragma once

#include "polhode/exchange/exchange.hpp"

#include <Eigen/Geometry>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// The beginning of a file, between whose first and last line (aem_line) the others are.
std::string aem_header(const Exchange& exchange, std::string_view first_line, std::string_view last_line);
/// A line with an attitude, body → space, so many seconds after the epoch. An error if that leaves the calendar.
Expected<std::string> aem_line(const Exchange& exchange, double time, const Eigen::Quaterniond& attitude);
std::string aem_end();

/// A whole file. An error unless there are as many times as attitudes, at least one, and the times increase.
Expected<std::string> aem(const Exchange& exchange, std::span<const double> times,
                          std::span<const Eigen::Quaterniond> attitudes);

/// One segment of a file.
struct AttitudeEphemeris {
    std::string object_name, object_id;
    std::string frame_a, frame_b;
    TimeSystem time_system = TimeSystem::tai;
    std::vector<Instant> times = {};                 ///< increasing, at least one
    std::vector<Eigen::Quaterniond> attitudes = {};  ///< components in frame B → components in frame A
    Instant first_useable = {}, last_useable = {};   ///< within the times

    /// The same as seen from one frame, of the attitude of another one. An error unless these are the two.
    Expected<std::vector<Eigen::Quaterniond>> from_body_to_space(std::string_view body_frame,
                                                                 std::string_view reference_frame) const;
};

/// The segments of a text of version 1 or 2. Of attitudes there have to be quaternions, alone or with their derivatives
/// or rates, which are left out. An error begins with the line.
Expected<std::vector<AttitudeEphemeris>> read_aem(std::string_view text);

}  // namespace polhode
