/// A potential in one line, or the three components of a torque in three: parsed, compiled, and evaluated with the same
/// outcome at every call.
#include "polhode/torque/bound_formula.hpp"

#include "target.hpp"

#include <bit>
#include <cstdint>

namespace polhode::fuzz {
namespace {

FormulaText text_of(std::string_view bytes) {
    FormulaText text;
    text.parameters = {{"c", 0.5}, {"n", 0.0}, {"m", Eigen::Vector3d(0, 1, 2)}};
    if (bytes.find('\n') == bytes.npos) {
        text.potential = bytes;
        return text;
    }
    for (std::string& component : text.torque) {
        const std::size_t end = std::min(bytes.find('\n'), bytes.size());
        component = bytes.substr(0, end);
        bytes.remove_prefix(std::min(end + 1, bytes.size()));
    }
    text.frame = bytes.empty() ? Frame::body : Frame::space;
    return text;
}

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x == x ? x : 0.0); }

const Target formula("formula", [](std::string_view bytes) {
    const auto parsed = formula_torque(text_of(bytes));
    if (!parsed) return check_message(parsed.error().message);
    check_message(parsed->formula().shown);
    const core::BoundFormula<double> bound(*parsed, parsed->numbers, {});
    const core::Quaternion<double> attitude{0.5, -0.5, 0.5, 0.5};
    for (const double t : {0.0, 1.5}) {
        const auto one = bound(t, attitude, {0.1, -2.0, 3.0}), other = bound(t, attitude, {0.1, -2.0, 3.0});
        require(bits(one.x) == bits(other.x) && bits(one.y) == bits(other.y) && bits(one.z) == bits(other.z),
                "a formula has two values");
    }
});

}  // namespace
}  // namespace polhode::fuzz
