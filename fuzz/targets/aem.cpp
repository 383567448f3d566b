/// Attitude ephemerides of the user's.
#include "polhode/exchange/aem.hpp"
#include "target.hpp"

#include <cmath>

namespace polhode::fuzz {
namespace {

void check(const AttitudeEphemeris& segment) {
    require(!segment.times.empty() && segment.times.size() == segment.attitudes.size(),
            "a segment without attitudes");
    for (std::size_t k = 1; k < segment.times.size(); ++k)
        require(segment.times[k - 1] < segment.times[k], "times that do not increase");
    for (const Eigen::Quaterniond& q : segment.attitudes)
        require(std::abs(q.norm() - 1) < 1e-15, "a quaternion that is no rotation");
    require(segment.times.front() <= segment.first_useable && segment.first_useable <= segment.last_useable
                && segment.last_useable <= segment.times.back(),
            "useable times beyond the attitudes");
    for (const Instant& time : segment.times) {
        const std::string text = to_text(time, segment.time_system);
        const Expected<Instant> again = instant_in(text, segment.time_system);
        require(again && *again == time, "a time that does not come back");
    }
}

const Target aem("aem", [](std::string_view bytes) {
    const Expected<std::vector<AttitudeEphemeris>> segments = read_aem(bytes);
    if (!segments) return check_message(segments.error().message);
    require(!segments->empty(), "no segment");
    for (const AttitudeEphemeris& segment : *segments) check(segment);
});

}  // namespace
}  // namespace polhode::fuzz
