#include "polhode/exchange/instant.hpp"

#include "text/number.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>

namespace polhode {
namespace {

using std::chrono::sys_days;

constexpr std::int64_t attoseconds_per_second = 1'000'000'000'000'000'000;
constexpr std::size_t decimals = 18;
constexpr std::int64_t seconds_per_day = 86400;
constexpr int first_year = 1972;  // before, a second of UTC was none

std::int64_t seconds_of(std::chrono::year_month_day date) {
    return sys_days(date).time_since_epoch().count() * seconds_per_day;
}

/// A day that a leap second precedes.
constexpr std::chrono::year_month_day january(int year) { return std::chrono::year(year) / 1 / 1; }
constexpr std::chrono::year_month_day july(int year) { return std::chrono::year(year) / 7 / 1; }
constexpr std::array after_leap_second{
    july(1972),    january(1973), january(1974), january(1975), january(1976), january(1977), january(1978),
    january(1979), january(1980), july(1981),    july(1982),    july(1983),    july(1985),    january(1988),
    january(1990), january(1991), july(1992),    july(1993),    july(1994),    january(1996), july(1997),
    january(1999), january(2006), january(2009), july(2012),    july(2015),    january(2017)};

/// Leap seconds before a day of UTC.
std::int64_t leap_seconds_before(std::chrono::year_month_day day) {
    return std::ranges::upper_bound(after_leap_second, day) - after_leap_second.begin();
}

/// An instant of UTC without the leap seconds in it: as if days had equal lengths.
struct ClockReading {
    std::int64_t seconds;
    bool in_leap_second;  ///< the seconds are those of the second before
};
ClockReading read_clock(std::int64_t seconds) {
    std::int64_t leaps = 0;
    for (const auto& day : after_leap_second) {
        const std::int64_t leap = seconds_of(day) + leaps;  // the leap second itself
        if (seconds < leap) break;
        if (seconds == leap) return {seconds - leaps - 1, true};
        ++leaps;
    }
    return {seconds - leaps, false};
}

/// Takes fields of digits off a text.
class Fields {
public:
    explicit Fields(std::string_view text) : rest_(text) {}

    /// Exactly so many digits, or nothing.
    std::optional<int> number(std::size_t digits) {
        int value = 0;
        if (rest_.size() < digits
            || !std::all_of(rest_.begin(), rest_.begin() + static_cast<long>(digits), is_digit))
            return {};
        const std::string_view field = rest_.substr(0, digits);
        std::from_chars(field.data(), field.data() + field.size(), value);
        rest_.remove_prefix(digits);
        return value;
    }
    bool mark(char c) {
        if (!rest_.starts_with(c)) return false;
        rest_.remove_prefix(1);
        return true;
    }
    std::string_view digits() {
        const auto end = std::ranges::find_if_not(rest_, is_digit);
        const std::string_view found = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
        rest_.remove_prefix(found.size());
        return found;
    }
    std::string_view rest() const { return rest_; }

private:
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }

    std::string_view rest_;
};

/// Decimals of a second; digits beyond the last one that counts are left out.
std::int64_t attoseconds_of(std::string_view digits) {
    std::string padded(digits.substr(0, decimals));
    padded.resize(decimals, '0');
    std::int64_t value = 0;
    std::from_chars(padded.data(), padded.data() + padded.size(), value);
    return value;
}

/// The day at the start of the text, MM-DD or DDD of a year.
std::optional<std::chrono::year_month_day> day_of(int year, Fields& fields) {
    using namespace std::chrono;
    const std::string_view rest = fields.rest();
    if (rest.size() > 2 && rest[2] == '-') {
        const auto month_number = fields.number(2);
        fields.mark('-');
        const auto day_number = fields.number(2);
        if (!month_number || !day_number) return {};
        const year_month_day day = std::chrono::year(year) / *month_number / *day_number;
        return day.ok() ? std::optional(day) : std::nullopt;
    }
    const auto number = fields.number(3);
    if (!number || *number < 1) return {};
    const year_month_day day = sys_days(january(year)) + days(*number - 1);
    return day.year() == std::chrono::year(year) ? std::optional(day) : std::nullopt;
}

std::optional<Instant> read(std::string_view text, TimeSystem system) {
    Fields fields(text);
    const auto year = fields.number(4);
    if (!year || *year < first_year || !fields.mark('-')) return {};
    const auto day = day_of(*year, fields);
    if (!day || !fields.mark('T')) return {};
    const auto hour = fields.number(2);
    if (!hour || *hour > 23 || !fields.mark(':')) return {};
    const auto minute = fields.number(2);
    if (!minute || *minute > 59 || !fields.mark(':')) return {};
    const auto second = fields.number(2);
    if (!second) return {};
    Instant instant;
    if (fields.mark('.')) {
        const std::string_view digits = fields.digits();
        if (digits.empty()) return {};
        instant.attoseconds = attoseconds_of(digits);
    }
    fields.mark('Z');
    if (!fields.rest().empty()) return {};
    const bool is_utc = system == TimeSystem::utc;
    if (*second > 59) {
        const std::chrono::year_month_day next = sys_days(*day) + std::chrono::days(1);
        const bool has_leap_second =
            is_utc && std::ranges::find(after_leap_second, next) != after_leap_second.end();
        if (*second > 60 || !has_leap_second || *hour != 23 || *minute != 59) return {};
    }
    instant.seconds = seconds_of(*day) + *hour * 3600 + *minute * 60 + *second;
    if (is_utc) instant.seconds += leap_seconds_before(*day);
    return instant;
}

}  // namespace

Expected<Instant> instant_in(std::string_view text, TimeSystem system) {
    if (const auto instant = read(text, system)) return *instant;
    return input_error(fmt::format("expected a time of {} from {} to 9999 such as \"2027-01-01T00:00:00\"",
                                   time_system_names[static_cast<std::size_t>(system)], first_year));
}

std::string to_text(const Instant& instant, TimeSystem system) {
    const ClockReading clock =
        system == TimeSystem::utc ? read_clock(instant.seconds) : ClockReading{instant.seconds, false};
    const std::chrono::sys_seconds time{std::chrono::seconds(clock.seconds)};
    const auto midnight = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day day(midnight);
    const std::int64_t second = (time - midnight).count();
    std::string text =
        fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(day.year()),
                    static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()), second / 3600,
                    second / 60 % 60, second % 60 + (clock.in_leap_second ? 1 : 0));
    if (instant.attoseconds == 0) return text;
    text += fmt::format(".{:018}", instant.attoseconds);
    text.erase(text.find_last_not_of('0') + 1);
    return text;
}

Expected<Instant> later(const Instant& instant, double seconds, TimeSystem system) {
    constexpr double longest = 3e11;  // more than all years there are
    const auto none = [&] {
        return input_error(fmt::format("{} s after {} is not in the years {} to 9999", seconds,
                                       to_text(instant, system), first_year));
    };
    if (!(std::abs(seconds) < longest)) return none();
    // by its decimal digits: 20.1 s are 20.1 s, and not 20.100000000000001421
    std::array<char, 512> digits;
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), std::abs(seconds),
                                            std::chars_format::fixed);
    const std::string_view text(digits.data(),
                                error == std::errc() ? static_cast<std::size_t>(end - digits.data()) : 0);
    const std::size_t point = text.find('.');
    const std::string_view before = text.substr(0, point),
                           fraction = point == text.npos ? "" : text.substr(point + 1);
    std::int64_t whole = 0, parts = attoseconds_of(fraction);
    std::from_chars(before.data(), before.data() + before.size(), whole);
    if (seconds < 0) {
        whole = -whole;
        parts = -parts;
    }
    Instant result{instant.seconds + whole, instant.attoseconds + parts};
    if (result.attoseconds < 0) {
        result.attoseconds += attoseconds_per_second;
        --result.seconds;
    } else if (result.attoseconds >= attoseconds_per_second) {
        result.attoseconds -= attoseconds_per_second;
        ++result.seconds;
    }
    const std::int64_t first = seconds_of(january(first_year)), last = seconds_of(january(10000));
    if (result.seconds < first || result.seconds >= last) return none();
    return result;
}

double seconds_between(const Instant& from, const Instant& to) {
    if (to < from) return -seconds_between(to, from);
    std::int64_t whole = to.seconds - from.seconds, parts = to.attoseconds - from.attoseconds;
    if (parts < 0) {
        parts += attoseconds_per_second;
        --whole;
    }
    return *number_in(fmt::format("{}.{:018}", whole, parts));
}

}  // namespace polhode
