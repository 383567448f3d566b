/// What files for other programs say beside the numbers, of the body, its frames and its time: [exchange] of a scenario.
#pragma once

#include "polhode/exchange/instant.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace polhode {

/// Of attitude ephemerides: the first one has the direction of the rotation and the place of the scalar as keywords.
enum class AemVersion { one, two };

inline constexpr std::string_view default_epoch = "2000-01-01T12:00:00";

struct Exchange {
    std::string originator = "POLHODE";
    std::string object_name = "BODY";
    std::string object_id = "UNKNOWN";        ///< of a spacecraft its international designator, "2027-001A"
    std::string reference_frame = "EME2000";  ///< what is called space here
    std::string body_frame = "SC_BODY_1";
    TimeSystem time_system = TimeSystem::utc;
    Instant epoch = *instant_in(default_epoch, TimeSystem::utc);  ///< t = 0; times count seconds from there
    std::optional<Instant> creation_date = {};                    ///< of UTC; default: now
    AemVersion aem_version = AemVersion::one;
};

/// What makes a name impossible in such a file, if anything does: it has to be printable ASCII, neither empty nor longer
/// than 80 characters, without blanks at its ends.
std::optional<Error> refusal_of_name(std::string_view name);

}  // namespace polhode
