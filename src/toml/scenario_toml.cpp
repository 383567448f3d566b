#include "scenario/orbit_setting.hpp"
#include "scenario/torque_setting.hpp"
#include "toml/scenario.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace polhode {
namespace {

// fmt writes the shortest digits that read back as the same number.
std::string toml(double number) { return fmt::format("{}", number); }
std::string toml(const Eigen::Vector3d& v) { return fmt::format("[{}, {}, {}]", v[0], v[1], v[2]); }
std::string toml(const Eigen::Matrix3d& m) {
    const auto row = [&](int i) { return toml(Eigen::Vector3d(m.row(i))); };
    return fmt::format("[{}, {}, {}]", row(0), row(1), row(2));
}
std::string toml(const TorqueDescription::Rows& rows) {
    std::string out = "[";
    for (const auto& row : rows) out += fmt::format("\n  [{}],", fmt::join(row, ", "));
    return out + "\n]";
}
std::string toml(const std::vector<TimeSpan>& windows) {
    std::string out;
    for (const TimeSpan& w : windows) out += fmt::format("{}[{}, {}]", out.empty() ? "" : ", ", w.from, w.to);
    return "[" + out + "]";
}
std::string toml(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return '"' + out + '"';
}

std::string toml(const TorqueDescription::Texts& texts) {
    std::string out;
    for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + toml(text);
    return "[" + out + "]";
}
std::string toml(const TorqueDescription::Table& table) {
    std::string out;
    for (const auto& [key, value] : table)
        out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", key,
                           std::visit([](const auto& v) { return toml(v); }, value));
    return "{ " + out + " }";
}

std::string inertia(const Body& body) {
    if (body.principal_axes().vec().isZero(0)) return toml(body.moments());
    const Eigen::Matrix3d tensor = body.tensor();
    // the rounding of R D Rᵀ is not symmetric; a scenario's matrix has to be
    return toml(Eigen::Matrix3d(0.5 * (tensor + tensor.transpose())));
}

}  // namespace

std::string scenario_toml(const Problem& problem, const std::string& method) {
    const Eigen::Quaterniond& q = problem.initial.attitude;
    const Eigen::Vector3d angular_velocity = problem.body.angular_velocity(problem.initial.momentum);

    std::string out = fmt::format("name = {}\n", toml(problem.name));
    out += fmt::format("\n[body]\ninertia = {}\n", inertia(problem.body));
    if (problem.body.has_rotor())
        out += fmt::format("rotor_momentum = {}\n", toml(problem.body.rotor_momentum()));
    out += fmt::format("\n[initial]\nquaternion = [{}, {}, {}, {}]\n", q.x(), q.y(), q.z(), q.w());
    out += fmt::format("momentum = {}\n# angular_velocity = {}\n", toml(problem.initial.momentum),
                       toml(angular_velocity));
    if (const Orbit* orbit = orbit_of(problem.torque)) {
        out += "\n[orbit]\n";
        for (const auto& [key, number] : describe(*orbit)) out += fmt::format("{} = {}\n", key, toml(number));
    }
    const std::vector<TorqueDescription> torques = describe(problem.torque);
    for (const TorqueDescription& torque : torques) {
        out += torques.size() == 1 ? "\n[torque]\n" : "\n[[torque]]\n";
        out += fmt::format("model = \"{}\"\n", torque.model);
        if (!torque.name.empty()) out += fmt::format("name = {}\n", toml(torque.name));
        for (const auto& [key, value] : torque.parameters)
            out += fmt::format("{} = {}\n", key, std::visit([](const auto& v) { return toml(v); }, value));
        if (!torque.on.empty()) out += fmt::format("on = {}\n", toml(torque.on));
    }
    out += fmt::format("\n[integrate]\nmethod = {}\nstep = {}\nend = {}\n", toml(method),
                       problem.defaults.step, problem.defaults.end);
    return out;
}

}  // namespace polhode
