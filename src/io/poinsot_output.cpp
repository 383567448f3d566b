#include "io/poinsot_output.hpp"

#include "io/json_number.hpp"
#include "io/run_json.hpp"
#include "polhode/version.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace polhode {
namespace {

constexpr double turn = 2 * std::numbers::pi;

std::string three(const Eigen::Vector3d& v) {
    return fmt::format("{:.9g}, {:.9g}, {:.9g}", v.x(), v.y(), v.z());
}

std::optional<double> if_finite(double value) {
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}
std::string or_infinite(double value) {
    return std::isfinite(value) ? fmt::format("{:.9g}", value) : "infinite";
}

/// Which of the moments are equal.
enum class Symmetry { none, two, all };
Symmetry symmetry_of(const Poinsot& p) {
    const std::size_t separatrices = p.separatrices(2).size();
    return separatrices == 2 ? Symmetry::none : separatrices == 1 ? Symmetry::two : Symmetry::all;
}

/// 2T I/|L|² with the middle moment: 1 on the separatrix.
double energy_to_separatrix(const Poinsot& p) {
    Eigen::Vector3d rates = p.momentum_semi_axes();  // |L|/I
    std::sort(rates.begin(), rates.end());
    return p.plane().distance / rates[1];
}

std::string fixed_axis_sentence(const Poinsot& p) {
    const std::string points = "ω stays, and polhode and herpolhode are points";
    if (symmetry_of(p) == Symmetry::all)
        return "The body is spherical: every axis is a principal one, " + points + ".";
    if (std::isfinite(p.period()))
        return "The body turns about a principal axis: " + points
             + "; period and advance are those of small curves around it.";
    return symmetry_of(p) == Symmetry::two
             ? "The body turns about an axis across that of its symmetry: " + points + "."
             : "The body turns about the axis of the middle moment, which is unstable: " + points + ".";
}

}  // namespace

std::string poinsot_sentence(const Poinsot& p) {
    const bool circles = symmetry_of(p) == Symmetry::two;
    const std::string curves =
        circles ? " Two moments are equal: polhode and herpolhode are circles, a regular precession." : "";
    switch (p.course()) {
        case PolhodeCourse::around_least_moment:
            return "ω circles the axis of the least moment: 2T I₂ > |L|²." + curves;
        case PolhodeCourse::around_largest_moment:
            return "ω circles the axis of the largest moment: 2T I₂ < |L|²." + curves;
        case PolhodeCourse::separatrix:
            return "ω is on the separatrix, 2T I₂ = |L|²: it runs from one end of the middle axis to the other, and "
                   "takes for ever.";
        case PolhodeCourse::fixed_axis: break;
    }
    return fixed_axis_sentence(p);
}

std::vector<Fact> poinsot_facts(const Poinsot& p) {
    const HerpolhodeConstants& h = p.herpolhode();
    const bool turns = std::isfinite(h.advance);
    return {{"course", std::string(course_name(p.course()))},
            {"moments of inertia I", three(p.body().moments())},
            {"kinetic energy T", fmt::format("{:.9g}", p.energy())},
            {"momentum |L|", fmt::format("{:.9g}", p.momentum())},
            {"2T I₂/|L|²",
             fmt::format("{:.9g} (1 on the separatrix, I₂ the middle moment)", energy_to_separatrix(p))},
            {"modulus k²", fmt::format("{:.9g}", p.motion().polhode().modulus2)},
            {"ellipsoid of energy", fmt::format("half-axes √(2T/I) = {}", three(p.energy_semi_axes()))},
            {"ellipsoid of momentum", fmt::format("half-axes |L|/I = {}", three(p.momentum_semi_axes()))},
            {"invariable plane", fmt::format("at the distance 2T/|L| = {:.9g}", p.plane().distance)},
            {"polhode", fmt::format("period {}", or_infinite(p.period()))},
            {"herpolhode", fmt::format("radius from {:.9g} to {:.9g}", h.least_radius, h.largest_radius)},
            {"", turns ? fmt::format("advance {:.9g} radians ({:.6g} turns) in a period of the polhode",
                                     h.advance, h.advance / turn)
                       : "advance infinite, as the period is"},
            {"", fmt::format("period {:.9g} of a turn, on average", turn / h.mean_rate)}};
}

std::string poinsot_table(const std::string& name, const Poinsot& p, int width) {
    const std::string head = name.empty() ? "" : name + ": ";
    return wrapped(head + poinsot_sentence(p), width) + "\n\n" + facts(poinsot_facts(p), width);
}

std::string poinsot_json(const std::string& name, const Poinsot& p) {
    const InvariablePlane& plane = p.plane();
    const HerpolhodeConstants& h = p.herpolhode();
    Json json;
    json["polhode"] = version;
    json["schema"] = json_schema;
    json["problem"] = name;
    json["moments"] = json_list("moments", p.body().moments());
    json["principal_axes"] =
        json_list("principal_axes", Eigen::Matrix3d(p.body().principal_axes().toRotationMatrix()));
    json["energy"] = json_number("energy", p.energy());
    json["momentum"] = json_number("momentum", p.momentum());
    json["course"] = course_name(p.course());
    json["sentence"] = poinsot_sentence(p);
    json["axis"] = json_list("axis", p.axis());
    json["energy_to_separatrix"] = json_number("energy_to_separatrix", energy_to_separatrix(p));
    json["modulus2"] = json_number("modulus2", p.motion().polhode().modulus2);
    json["period"] = json_number("period", if_finite(p.period()));
    json["energy_semi_axes"] = json_list("energy_semi_axes", p.energy_semi_axes());
    json["momentum_semi_axes"] = json_list("momentum_semi_axes", p.momentum_semi_axes());
    json["plane"] = {{"normal", json_list("normal", plane.normal)},
                     {"distance", json_number("distance", plane.distance)},
                     {"first", json_list("first", plane.first)},
                     {"second", json_list("second", plane.second)}};
    json["herpolhode"] = {{"least_radius", json_number("least_radius", h.least_radius)},
                          {"largest_radius", json_number("largest_radius", h.largest_radius)},
                          {"advance", json_number("advance", if_finite(h.advance))},
                          {"mean_rate", json_number("mean_rate", h.mean_rate)},
                          {"rate_at_largest", json_number("rate_at_largest", h.rate_at_largest)},
                          {"rate_at_least", json_number("rate_at_least", h.rate_at_least)},
                          {"turn_period", json_number("turn_period", turn / h.mean_rate)}};
    return json_text(json);
}

std::string polhode_csv(const Poinsot& p, std::size_t count) {
    const TimeRange range = p.one_period();
    const std::vector<Eigen::Vector3d> points = p.polhode(count);
    std::string out = "time,wx,wy,wz\n";
    for (std::size_t i = 0; i < count; ++i) {
        const double part = static_cast<double>(i) / static_cast<double>(count - 1);
        out += fmt::format("{},{},{},{}\n", range.first + part * (range.last - range.first), points[i].x(),
                           points[i].y(), points[i].z());
    }
    return out;
}

std::string herpolhode_csv(const Poinsot& p, const std::vector<double>& times) {
    std::string out = "time,radius,angle,wx,wy,wz\n";
    for (const double t : times) {
        const HerpolhodePoint at = p.herpolhode_polar(t);
        const Eigen::Vector3d w = p.in_space(at);
        out += fmt::format("{},{},{},{},{},{}\n", t, at.radius, at.angle, w.x(), w.y(), w.z());
    }
    return out;
}

}  // namespace polhode
