#include "scenario/control_setting.hpp"

#include "scenario/attitude_file.hpp"
#include "scenario/attitude_setting.hpp"
#include "scenario/located.hpp"
#include "scenario/numbered_keys.hpp"
#include "text/nearest_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <array>
#include <string_view>

namespace polhode {
namespace {

struct Law {
    std::string_view name;
    std::vector<std::string_view> keys;  ///< beside law and period
};

const std::vector<Law>& laws() {
    static const std::vector<Law> list{{QuaternionPd::name, {"target", "target_file", "kp", "kd", "limit"}},
                                       {BDot::name, {"gain", "field", "limit"}},
                                       {NoLaw::name, {}}};
    return list;
}

std::string law_names() {
    std::vector<std::string_view> names;
    for (const Law& law : laws()) names.push_back(law.name);
    return fmt::format("\"{}\"", fmt::join(names, "\", \""));
}

/// The keys of [control].
class Keys {
public:
    explicit Keys(const std::vector<Setting>& settings) : settings_(settings) {}

    /// Any of them; null if there are none.
    const Setting* any() const {
        const auto first = std::ranges::find_if(settings_, ours);
        return first == settings_.end() ? nullptr : &*first;
    }
    const Setting* optional(std::string_view key) const {
        return find(settings_, fmt::format("control.{}", key));
    }
    /// If it is missing: null, and the control is refused.
    const Setting* required(std::string_view key, std::string_view expected) const {
        const Setting* setting = optional(key);
        if (!setting)
            refuse(*optional("law"),
                   fmt::format("this law needs control.{}, {}, which is missing", key, expected));
        return setting;
    }
    void check(const Law& law) const {
        for (const Setting& s : settings_) {
            if (!ours(s)) continue;
            const std::string_view key = std::string_view(s.key).substr(prefix.size());
            const std::string_view own = key.substr(0, key.find('.'));  // target.euler belongs to target
            if (own == "law" || own == "period" || std::ranges::find(law.keys, own) != law.keys.end())
                continue;
            refuse(s, fmt::format("the law \"{}\" has no \"{}\"; it has {}", law.name, key,
                                  law.keys.empty() ? "period alone"
                                                   : fmt::format("period, {}", fmt::join(law.keys, ", "))));
        }
    }

private:
    static constexpr std::string_view prefix = "control.";
    static bool ours(const Setting& s) { return s.key.starts_with(prefix); }

    const std::vector<Setting>& settings_;
};

const Law& law_of(const Setting& setting) {
    const std::string& name = text(setting, "a law's name");
    std::vector<std::string_view> names;
    for (const Law& law : laws()) {
        if (law.name == name) return law;
        names.push_back(law.name);
    }
    std::string hint = did_you_mean(name, names);
    if (hint.empty()) hint = fmt::format("; there is {}", fmt::join(names, ", "));
    refuse(setting, fmt::format("unknown law {}{}", setting.value.shown, hint));
    return laws().back();
}

/// One or three positive numbers.
Eigen::Vector3d limit_of(const Setting* setting) {
    if (!setting) return no_limit;
    Eigen::Vector3d limit = one_or_three(*setting);
    if (!(limit.minCoeff() > 0)) return rejected(*setting, "a positive number, or three", no_limit);
    return limit;
}

Eigen::Vector3d gains_of(const Setting* setting) {
    return setting ? one_or_three(*setting) : Eigen::Vector3d(Eigen::Vector3d::Zero());
}

constexpr std::size_t row_numbers = 5;

/// Rows t, x, y, z, w, one after the other.
Expected<AttitudeTarget> table_of(const std::vector<double>& numbers) {
    std::vector<double> times;
    std::vector<Eigen::Quaterniond> attitudes;
    for (std::size_t i = 0; i < numbers.size(); i += row_numbers) {
        times.push_back(numbers[i]);
        attitudes.emplace_back(numbers[i + 4], numbers[i + 1], numbers[i + 2], numbers[i + 3]);
    }
    return table_target(std::move(times), std::move(attitudes));
}

AttitudeTarget target_in_rows(const Setting& setting) {
    std::vector<double> numbers;
    const auto& list = std::get<Value::List>(setting.value.content);
    for (const Value& item : list) {
        const auto* row = std::get_if<Value::List>(&item.content);
        for (const Value& number : row && row->size() == row_numbers ? *row : Value::List{})
            if (const auto* x = std::get_if<double>(&number.content)) numbers.push_back(*x);
    }
    if (numbers.size() != row_numbers * list.size())
        return rejected(setting, "a quaternion [x, y, z, w], or rows [t, x, y, z, w]", AttitudeTarget());
    return located(setting, table_of(numbers), AttitudeTarget());
}

/// An ephemeris has to reach from the start to the end: its frames may do anything before and after it.
AttitudeTarget target_in_ephemeris(const Setting& setting, const TargetSource& source) {
    const auto attitudes = attitudes_in_file(setting, source.tree, source.exchange);
    if (!attitudes) return {};
    if (attitudes->first <= 0 && attitudes->last >= source.end) return attitudes->at;
    refuse(
        setting,
        fmt::format("its attitudes are from t = {} to {} after exchange.epoch, expected them from 0 to the "
                    "end of the run, {}",
                    attitudes->first, attitudes->last, source.end));
    return {};
}

AttitudeTarget target_in_file(const Setting& setting, const TargetSource& source) {
    const ScenarioTree& tree = source.tree;
    const std::string& name = text(setting, "a file's name");
    if (names_ephemeris(name)) return target_in_ephemeris(setting, source);
    const std::string file = tree.beside(name);
    if (!tree.read_table) {
        refuse(setting, "expected control.target instead of a file, since nothing was given that reads it");
        return {};
    }
    const Expected<std::vector<double>> numbers = tree.read_table(file, row_numbers);
    if (!numbers) return located(setting, Expected<AttitudeTarget>(numbers.error()), AttitudeTarget());
    Expected<AttitudeTarget> target = table_of(*numbers);
    if (target) return *std::move(target);
    refuse(setting, fmt::format("cannot use \"{}\": {}", file, target.error().message));
    return {};
}

AttitudeTarget target_of(const Setting* setting, const Orbit* orbit) {
    if (!setting) return fixed_target(Eigen::Quaterniond::Identity());
    if (const auto* name = std::get_if<std::string>(&setting->value.content)) {
        if (*name == "nadir" && orbit) return nadir_target(*orbit);
        return rejected(*setting,
                        *name == "nadir" ? "an [orbit] beside it"
                                         : "a quaternion [x, y, z, w], rows [t, x, y, z, w] or \"nadir\"",
                        AttitudeTarget());
    }
    return is_list_of_lists(*setting) ? target_in_rows(*setting) : fixed_target(unit_quaternion(*setting));
}

}  // namespace

std::optional<Control> read_control(const std::vector<Setting>& settings, const Orbit* orbit,
                                    const TargetSource& source) {
    const Keys keys(settings);
    const Setting* any = keys.any();
    if (!any) return std::nullopt;
    const Setting* name = keys.optional("law");
    if (!name) {
        refuse(*any, fmt::format("expected a control.law beside it, {}, got none", law_names()));
        return std::nullopt;
    }
    const Law& law = law_of(*name);
    keys.check(law);
    Control control;
    const Setting* period = keys.required("period", "the time between two calls");
    control.period = period ? positive_number(*period) : 1;
    if (law.name == QuaternionPd::name) {
        QuaternionPd pd;
        const Setting* file = keys.optional("target_file");
        if (const auto attitude = read_attitude(settings, "control.target"))
            pd.target = fixed_target(*attitude);
        else if (const Setting* alone = keys.optional("target.degrees");
                 alone && !file && !keys.optional("target"))
            refuse(*alone, fmt::format("expected an attitude beside it, control.target.{}, got none",
                                       fmt::join(attitude_keys(), " or .")));
        else
            pd.target = file ? target_in_file(*file, source) : target_of(keys.optional("target"), orbit);
        pd.kp = gains_of(keys.required("kp", "a number or three"));
        pd.kd = gains_of(keys.required("kd", "a number or three"));
        pd.limit = limit_of(keys.optional("limit"));
        control.law = std::move(pd);
    } else if (law.name == BDot::name) {
        BDot b_dot;
        const Setting* gain = keys.required("gain", "a number");
        b_dot.gain = gain ? finite_number(*gain) : 0;
        if (orbit && !keys.optional("field"))
            b_dot.field = dipole_field(*orbit);
        else if (const Setting* field = keys.required("field", "three numbers in space, or an [orbit]"))
            b_dot.field = uniform_field(vector3(*field));
        b_dot.limit = limit_of(keys.optional("limit"));
        control.law = std::move(b_dot);
    }
    return control;
}

std::vector<Wheel> read_wheels(const std::vector<Setting>& settings) {
    std::vector<Wheel> wheels;
    for (int number = 1;; ++number) {
        const NumberedKeys keys(settings, "wheel", number);
        if (!keys.any()) return wheels;
        Wheel wheel;
        wheel.name = fmt::format("wheel {}", number);
        if (const Setting* s = keys.required("axis")) wheel.axis = direction(*s);
        if (const Setting* s = keys.optional("momentum")) wheel.momentum = finite_number(*s);
        if (const Setting* s = keys.optional("limit")) {
            wheel.limit = positive_number(*s);
            if (std::abs(wheel.momentum) > wheel.limit)
                reject(*s, fmt::format("a number of at least the wheel's momentum, {}", wheel.momentum));
        }
        if (const Setting* s = keys.optional("friction")) wheel.friction = nonnegative_number(*s);
        if (const Setting* s = keys.optional("name")) {
            wheel.name = text(*s, "a name");
            if (wheel.name.empty()) reject(*s, "a name that is not empty");
        }
        wheels.push_back(std::move(wheel));
    }
}

}  // namespace polhode
