/// Points in time as other programs write them: "2027-01-01T00:00:00.5" in one of the time systems of the CCSDS.
#pragma once

#include "polhode/expected.hpp"

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace polhode {

/// Those in which a second is a second (of TDB, to 2e-8 of it).
enum class TimeSystem { utc, tai, tt, tdb, gps };

/// In the order of TimeSystem.
inline constexpr std::array<std::string_view, 5> time_system_names{"UTC", "TAI", "TT", "TDB", "GPS"};

/// A point in time of one time system, to which it is said elsewhere that it belongs.
struct Instant {
    /// Since 1970-01-01T00:00:00; in UTC with the leap seconds since then, so that a difference is an elapsed time.
    std::int64_t seconds = 0;
    std::int64_t attoseconds = 0;  ///< 10⁻¹⁸ s, from 0 on, less than a second

    auto operator<=>(const Instant&) const = default;
};

/// Of a text "YYYY-MM-DDThh:mm:ss" or "YYYY-DDDThh:mm:ss", with or without decimals of the second and a Z. Leap seconds
/// are known up to the one before 2017; the years are 1972 to 9999.
Expected<Instant> instant_in(std::string_view text, TimeSystem system);

/// "YYYY-MM-DDThh:mm:ss", with as many decimals as it has.
std::string to_text(const Instant& instant, TimeSystem system);

/// So many seconds later. An error if that leaves the years that instant_in knows.
Expected<Instant> later(const Instant& instant, double seconds, TimeSystem system);

/// What `later` was given, to the last bit if it has at most 18 decimals.
double seconds_between(const Instant& from, const Instant& to);

}  // namespace polhode
