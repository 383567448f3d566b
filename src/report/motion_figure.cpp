#include "report/motion_figure.hpp"

#include "io/base64.hpp"
#include "report/html.hpp"
#include "report/picture_data.hpp"
#include "report/sight.hpp"
#include "report/viewer_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

namespace polhode {
namespace {

using nlohmann::json;

/// One vector of each sample, or the one that all have.
template <class Value>
std::vector<double> in_a_row(const std::vector<Sample>& samples, const Value& value) {
    std::vector<double> out;
    for (const Sample& s : samples)
        for (const double x : value(s)) out.push_back(x);
    return out;
}

json times_of(const std::vector<Sample>& samples) {
    std::vector<double> times;
    times.reserve(samples.size());
    for (const Sample& s : samples) times.push_back(s.time);
    return viewer_times(times);
}

/// The attitude that a control is to reach, at each sample; null without one.
json target_data(const Problem& problem, const std::vector<Sample>& samples) {
    const QuaternionPd* law = problem.control ? std::get_if<QuaternionPd>(&problem.control->law) : nullptr;
    if (!law) return nullptr;
    return base64_of_floats(
        in_a_row(samples, [law](const Sample& s) { return law->target(s.time).coeffs(); }));
}

/// Whole numbers of 16 bits, the lowest byte first.
template <class Number>
void append(std::vector<std::byte>& bytes, Number number) {
    const auto bits = static_cast<std::uint16_t>(number);
    bytes.push_back(static_cast<std::byte>(bits & 0xff));
    bytes.push_back(static_cast<std::byte>(bits >> 8));
}

/// Coordinates as parts of the largest one.
json mesh_data(const Mesh& mesh) {
    double largest = 0;
    for (const Eigen::Vector3d& v : mesh.vertices) largest = std::max(largest, v.cwiseAbs().maxCoeff());
    std::vector<std::byte> vertices, triangles;
    for (const Eigen::Vector3d& v : mesh.vertices)
        for (const double x : v) append(vertices, std::lround(x / largest * 32767));
    for (const auto& triangle : mesh.triangles)
        for (const std::uint16_t corner : triangle) append(triangles, corner);
    return {{"vertices", base64(vertices)}, {"triangles", base64(triangles)}};
}

/// The path in pieces on this side of the sphere and on the other.
std::string path_of(const std::vector<Sample>& samples, int axis, const Sight& sight) {
    std::string near, far;
    bool was_near = false, first = true;
    std::string last;
    for (const Sample& s : samples) {
        const Eigen::Vector3d tip = s.state.attitude * Eigen::Vector3d::Unit(axis);
        const bool is_near = sight.is_near(tip);
        std::string& line = is_near ? near : far;
        const std::string here = sight.place(tip);
        if (first)
            line.append("M").append(here);
        else if (is_near != was_near)
            line.append("M").append(last).append("L").append(here);
        else if (here != last)
            line.append("L").append(here);
        first = false;
        was_near = is_near;
        last = here;
    }
    return fmt::format("<path class=\"far e{0}\" d=\"{1}\"/>\n<path class=\"e{0}\" d=\"{2}\"/>\n", axis + 1,
                       far, near);
}

std::string still_picture(const std::vector<Sample>& samples, int axis) {
    const Sight sight;
    std::string out = still_sphere("Path of a body axis on the unit sphere");
    out += path_of(samples, axis, sight);
    const char* names[] = {"e₁", "e₂", "e₃"};
    const Eigen::Quaterniond& q = samples.front().state.attitude;
    for (int i = 0; i < 3; ++i) {
        const Eigen::Vector3d tip = q * Eigen::Vector3d::Unit(i);
        out += fmt::format("<path class=\"axis e{}\" d=\"M0 0L{}\"/>\n", i + 1, sight.place(tip));
        out += fmt::format("<text class=\"e{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", i + 1,
                           112 * tip.dot(sight.right), -112 * tip.dot(sight.up) + 4, names[i]);
    }
    return out + "</svg>\n";
}

}  // namespace

std::string motion_data(const Problem& problem, const Result& result, const ViewedMotion& motion,
                        const std::optional<Mesh>& mesh) {
    const std::vector<Sample>& samples = motion.samples;
    if (samples.size() < 2 || !(samples.back().time > samples.front().time)) return "";
    const auto momentum = [](const Sample& s) { return s.spatial_momentum; };
    json data = json::parse(picture_data(problem));
    data["times"] = times_of(samples);
    data["attitude"] =
        base64_of_floats(in_a_row(samples, [](const Sample& s) { return s.state.attitude.coeffs(); }));
    data["angularVelocity"] =
        base64_of_floats(in_a_row(samples, [](const Sample& s) { return s.angular_velocity; }));
    const Eigen::Vector3d at_start = samples.front().spatial_momentum;
    if (is_free(problem) && problem.impulses.empty())
        data["momentum"] = {at_start.x(), at_start.y(), at_start.z()};
    else
        data["momentum"] = base64_of_floats(in_a_row(samples, momentum));
    if (!data.contains("target"))
        if (json target = target_data(problem, samples); !target.is_null())
            data["target"] = std::move(target);
    if (mesh) data["mesh"] = mesh_data(*mesh);
    for (const EventRecord& event : result.events)
        data["events"].push_back({{"time", event.time}, {"name", event.name}});
    return data.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string motion_figure(const Problem& problem, const Result& result, const ViewedMotion& motion,
                          const std::optional<Mesh>& mesh) {
    if (motion.samples.size() < 2) return "";
    const int axis = shown_axis(problem);
    const char* names[] = {"e₁", "e₂", "e₃"};
    std::string caption =
        fmt::format("{}; the path is that of the tip of its axis {}.",
                    mesh ? "The body as " + html::code(mesh->name) + " has it"
                         : std::string("A homogeneous body with the moments of inertia of this one"),
                    names[axis]);
    if (!motion.whole)
        caption += fmt::format(" Shown are the first {:.4g} of {:.6g} units of time.",
                               motion.samples.back().time, result.time);
    return fmt::format(
        "<figure>\n<h3>The motion</h3>\n<div class=\"motion\" id=\"motion\">\n{}</div>\n"
        "<figcaption>{}</figcaption>\n</figure>\n",
        still_picture(motion.samples, axis), caption);
}

}  // namespace polhode
