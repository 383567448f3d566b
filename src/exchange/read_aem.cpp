#include "polhode/exchange/aem.hpp"
#include "text/nearest_name.hpp"
#include "text/number.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace polhode {
namespace {

constexpr std::array<std::string_view, 5> header_keys{"CCSDS_AEM_VERS", "CREATION_DATE", "ORIGINATOR",
                                                      "CLASSIFICATION", "MESSAGE_ID"};
constexpr std::array<std::string_view, 18> metadata_keys{
    "OBJECT_NAME",          "OBJECT_ID",         "CENTER_NAME",         "REF_FRAME_A",        "REF_FRAME_B",
    "ATTITUDE_DIR",         "TIME_SYSTEM",       "START_TIME",          "USEABLE_START_TIME", "STOP_TIME",
    "ATTITUDE_TYPE",        "USEABLE_STOP_TIME", "QUATERNION_TYPE",     "EULER_ROT_SEQ",      "RATE_FRAME",
    "INTERPOLATION_METHOD", "ANGVEL_FRAME",      "INTERPOLATION_DEGREE"};

/// Kinds of lines of attitudes that begin with a quaternion, and how many numbers follow it.
constexpr std::array<std::pair<std::string_view, std::size_t>, 4> attitude_types{{
    {"QUATERNION", 0},
    {"QUATERNION/DERIVATIVE", 4},
    {"QUATERNION/RATE", 3},
    {"QUATERNION/ANGVEL", 3},
}};

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    return first == text.npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

/// For messages: printable, and not too long.
std::string shown(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string out;
    for (const char c : text.substr(0, longest)) out += c >= ' ' && c <= '~' ? c : '?';
    return text.size() > longest ? out + "..." : out;
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (;;) {
        const std::size_t first = line.find_first_not_of(" \t");
        if (first == line.npos) return words;
        const std::size_t end = std::min(line.find_first_of(" \t", first), line.size());
        words.push_back(line.substr(first, end - first));
        line.remove_prefix(end);
    }
}

/// "SC BODY 1" and "SC_BODY_1" are the same.
std::string plain(std::string_view frame) {
    std::string out;
    for (const char c : frame)
        out += c == ' ' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return out;
}

/// What a line says that has a keyword.
struct Entry {
    std::size_t line;
    std::string_view value;
};

class Reader {
public:
    explicit Reader(std::string_view text) : rest_(text) {
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
    }

    Expected<std::vector<AttitudeEphemeris>> segments() {
        std::vector<AttitudeEphemeris> found;
        read_header();
        while (!error_ && !line_.empty()) {
            if (auto segment = read_segment()) found.push_back(*std::move(segment));
            next();
        }
        if (!error_ && found.empty()) fail("the file ends, expected META_START");
        if (error_) return *error_;
        return found;
    }

private:
    void fail(std::string_view what) { fail_at(number_, what); }
    void fail_at(std::size_t line, std::string_view what) {
        if (!error_) error_ = input_error(fmt::format("line {}: {}", line, what));
    }

    /// To the next line that says something; an empty one at the end.
    void next() {
        do {
            if (rest_.empty()) {
                line_ = {};
                return;
            }
            const std::size_t end = std::min(rest_.find('\n'), rest_.size());
            line_ = trimmed(rest_.substr(0, end));
            rest_.remove_prefix(std::min(end + 1, rest_.size()));
            ++number_;
        } while (line_.empty() || line_ == "COMMENT" || line_.starts_with("COMMENT "));
    }

    /// KEY = value, of these keys; adds it to the entries.
    template <std::size_t n>
    void read_entry(const std::array<std::string_view, n>& keys, std::map<std::string_view, Entry>& entries) {
        const std::size_t equals = line_.find('=');
        if (equals == line_.npos) return fail(fmt::format("\"{}\", expected KEYWORD = value", shown(line_)));
        const std::string_view key = trimmed(line_.substr(0, equals)),
                               value = trimmed(line_.substr(equals + 1));
        const auto known = std::ranges::find(keys, key);
        if (known == keys.end())
            return fail(fmt::format("unknown keyword \"{}\"{}", shown(key),
                                    did_you_mean(key, {keys.begin(), keys.end()})));
        if (value.empty()) return fail(fmt::format("{} has no value", key));
        if (!entries.emplace(*known, Entry{number_, value}).second)
            fail(fmt::format("{} is given twice", key));
    }

    void read_header() {
        next();
        if (line_.starts_with('<'))
            return fail("this is XML, expected lines KEYWORD = value, the other form of an AEM");
        std::map<std::string_view, Entry> entries;
        while (!error_ && !line_.empty() && line_ != "META_START") {
            read_entry(header_keys, entries);
            if (!error_ && !entries.contains("CCSDS_AEM_VERS"))
                fail(fmt::format("\"{}\", expected CCSDS_AEM_VERS = 1.0 or 2.0 at the beginning",
                                 shown(line_)));
            next();
        }
        if (error_) return;
        const auto version = entries.find("CCSDS_AEM_VERS");
        if (version == entries.end()) return fail("expected CCSDS_AEM_VERS = 1.0 or 2.0 at the beginning");
        const std::string_view number = version->second.value;
        if (number != "1.0" && number != "2.0")
            return fail_at(version->second.line,
                           fmt::format("CCSDS_AEM_VERS is {}, expected 1.0 or 2.0", shown(number)));
        is_first_version_ = number == "1.0";
    }

    const Entry* required(const std::map<std::string_view, Entry>& entries, std::string_view key) {
        const auto found = entries.find(key);
        if (found != entries.end()) return &found->second;
        fail(fmt::format("{} is missing before META_STOP", key));
        return nullptr;
    }
    /// One of two values; the first if the keyword may be missing, and is.
    bool is_second(const std::map<std::string_view, Entry>& entries, std::string_view key,
                   std::string_view first, std::string_view second) {
        const auto found = entries.find(key);
        const Entry* entry = found != entries.end() ? &found->second
                           : is_first_version_      ? required(entries, key)
                                                    : nullptr;
        if (!entry || entry->value == first) return false;
        if (entry->value != second)
            fail_at(entry->line,
                    fmt::format("{} is {}, expected {} or {}", key, shown(entry->value), first, second));
        return true;
    }

    /// How a segment writes its quaternions.
    struct Form {
        std::size_t numbers = 4;
        bool inverse = false, scalar_first = false;
    };

    Form read_form(const std::map<std::string_view, Entry>& entries) {
        Form form;
        form.inverse = is_second(entries, "ATTITUDE_DIR", "A2B", "B2A");
        const Entry* type = required(entries, "ATTITUDE_TYPE");
        if (!type) return form;
        const auto known =
            std::ranges::find(attitude_types, type->value, [](const auto& t) { return t.first; });
        if (known == attitude_types.end()) {
            fail_at(
                type->line,
                fmt::format(
                    "ATTITUDE_TYPE is {}, expected QUATERNION, alone or with /DERIVATIVE, /RATE or /ANGVEL",
                    shown(type->value)));
            return form;
        }
        form.numbers += known->second;
        form.scalar_first = is_second(entries, "QUATERNION_TYPE", "LAST", "FIRST");
        return form;
    }

    std::optional<TimeSystem> read_time_system(const std::map<std::string_view, Entry>& entries) {
        const Entry* entry = required(entries, "TIME_SYSTEM");
        if (!entry) return {};
        const auto known = std::ranges::find(time_system_names, entry->value);
        if (known != time_system_names.end())
            return static_cast<TimeSystem>(known - time_system_names.begin());
        fail_at(entry->line, fmt::format("TIME_SYSTEM is {}, expected {}", shown(entry->value),
                                         fmt::join(time_system_names, ", ")));
        return {};
    }

    std::optional<AttitudeEphemeris> read_segment() {
        if (line_ != "META_START") {
            fail(fmt::format("\"{}\", expected META_START", shown(line_)));
            return {};
        }
        std::map<std::string_view, Entry> entries;
        for (next(); !error_ && line_ != "META_STOP"; next()) {
            if (line_.empty()) {
                fail("the file ends, expected META_STOP");
                return {};
            }
            read_entry(metadata_keys, entries);
        }
        if (error_) return {};
        AttitudeEphemeris segment;
        const auto text = [&](std::string_view key) {
            const Entry* entry = required(entries, key);
            return std::string(entry ? entry->value : "");
        };
        segment.object_name = text("OBJECT_NAME");
        segment.object_id = text("OBJECT_ID");
        segment.frame_a = text("REF_FRAME_A");
        segment.frame_b = text("REF_FRAME_B");
        const std::optional<TimeSystem> system = read_time_system(entries);
        const Form form = read_form(entries);
        if (error_ || !system) return {};
        segment.time_system = *system;
        const Useable useable = read_useable_times(entries, *system);
        if (error_) return {};
        next();
        read_data(segment, form);
        if (!error_) confine(segment, useable);
        return segment;
    }

    void read_data(AttitudeEphemeris& segment, const Form& form) {
        if (line_ != "DATA_START") return fail(fmt::format("\"{}\", expected DATA_START", shown(line_)));
        for (next(); !error_ && line_ != "DATA_STOP"; next()) {
            if (line_.empty()) return fail("the file ends, expected DATA_STOP");
            read_attitude(segment, form);
        }
        if (segment.times.empty()) fail("expected at least one attitude before DATA_STOP");
    }

    void read_attitude(AttitudeEphemeris& segment, const Form& form) {
        const std::vector<std::string_view> words = words_of(line_);
        if (words.size() != form.numbers + 1)
            return fail(fmt::format("\"{}\", expected a time and {} numbers", shown(line_), form.numbers));
        const Expected<Instant> time = instant_in(words.front(), segment.time_system);
        if (!time) return fail(fmt::format("{}, got \"{}\"", time.error().message, shown(words.front())));
        if (!segment.times.empty() && *time <= segment.times.back())
            return fail(fmt::format("{} is not after {}, expected times that increase", shown(words.front()),
                                    to_text(segment.times.back(), segment.time_system)));
        std::array<double, 4> q{};
        for (std::size_t k = 1; k < words.size(); ++k) {
            const std::optional<double> number = number_in(words[k]);
            if (!number) return fail(fmt::format("\"{}\", expected a finite number", shown(words[k])));
            if (k <= q.size()) q[k - 1] = *number;
        }
        if (form.scalar_first) std::ranges::rotate(q, q.begin() + 1);
        Eigen::Quaterniond attitude(q[3], q[0], q[1], q[2]);
        // such files often have but five or six decimals
        const double length = attitude.coeffs().stableNorm();
        if (!(std::abs(length - 1) <= 1e-4))
            return fail(fmt::format("the quaternion has length {:.6g}, expected 1", length));
        // a quaternion that is unit to round-off keeps its bits
        if (std::abs(attitude.squaredNorm() - 1) > 8e-16) attitude.normalize();
        segment.times.push_back(*time);
        segment.attitudes.push_back(form.inverse ? attitude.conjugate() : attitude);
    }

    std::optional<Instant> time_of(const std::map<std::string_view, Entry>& entries, std::string_view key,
                                   TimeSystem system) {
        const auto found = entries.find(key);
        if (found == entries.end()) return {};
        const Expected<Instant> time = instant_in(found->second.value, system);
        if (time) return *time;
        fail_at(found->second.line,
                fmt::format("{}: {}, got \"{}\"", key, time.error().message, shown(found->second.value)));
        return {};
    }

    /// From when to when its attitudes may be used, if a segment says so.
    struct Useable {
        std::optional<Instant> first, last;
    };

    Useable read_useable_times(const std::map<std::string_view, Entry>& entries, TimeSystem system) {
        for (const std::string_view key : {"START_TIME", "STOP_TIME"})
            if (required(entries, key)) (void)time_of(entries, key, system);
        return {time_of(entries, "USEABLE_START_TIME", system),
                time_of(entries, "USEABLE_STOP_TIME", system)};
    }

    void confine(AttitudeEphemeris& segment, const Useable& useable) {
        segment.first_useable =
            std::max(useable.first.value_or(segment.times.front()), segment.times.front());
        segment.last_useable = std::min(useable.last.value_or(segment.times.back()), segment.times.back());
        if (segment.last_useable < segment.first_useable)
            fail("no attitude is between USEABLE_START_TIME and USEABLE_STOP_TIME");
    }

    std::string_view rest_, line_;
    std::size_t number_ = 0;
    bool is_first_version_ = true;
    std::optional<Error> error_;
};

}  // namespace

Expected<std::vector<AttitudeEphemeris>> read_aem(std::string_view text) { return Reader(text).segments(); }

Expected<std::vector<Eigen::Quaterniond>> AttitudeEphemeris::from_body_to_space(
    std::string_view body_frame, std::string_view reference_frame) const {
    const std::string a = plain(frame_a), b = plain(frame_b), body = plain(body_frame),
                      space = plain(reference_frame);
    if (a == space && b == body) return attitudes;
    if (a != body || b != space)
        return input_error(
            fmt::format("its frames are {} and {}, expected {} and {}, which exchange.reference_frame "
                        "and exchange.body_frame name",
                        shown(frame_a), shown(frame_b), reference_frame, body_frame));
    std::vector<Eigen::Quaterniond> turned;
    std::ranges::transform(attitudes, std::back_inserter(turned),
                           [](const auto& q) { return q.conjugate(); });
    return turned;
}

}  // namespace polhode
