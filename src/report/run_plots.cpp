#include "report/run_plots.hpp"

#include "report/field.hpp"
#include "report/picture_data.hpp"
#include "simulate/momentum_law.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <string>

namespace polhode {
namespace {

template <class Value>
Column column(std::string name, const std::vector<Sample>& samples, const Value& value,
              Column::Digits digits = Column::Digits::of_range) {
    Column out{std::move(name), {}, digits};
    out.values.reserve(samples.size());
    for (const Sample& sample : samples) out.values.push_back(value(sample));
    return out;
}

// An axis of exact zeros has no scale, so the caption has to say it.
std::string unless_zero(const Column& error, std::string caption) {
    for (const double v : error.values) {
        if (v != 0) return caption;
    }
    return "Exactly zero at every sample.";
}

std::string axis_text(const Eigen::Vector3d& v) {
    const char* names[] = {"e₁", "e₂", "e₃"};
    for (int i = 0; i < 3; ++i) {
        if (v == Eigen::Vector3d::Unit(i)) return names[i];
    }
    return fmt::format("({:.4g}, {:.4g}, {:.4g})", v.x(), v.y(), v.z());
}

const Axis time_axis{"time t"};

// Where each of the charted quantities is among them.
enum Quantity : std::size_t {
    energy,
    momentum_law_error,
    omega,
    quaternion = 5,
    euler = 9,
    momentum_size = 12,
    quantities
};

/// Precession, nutation and spin: the turns about z, the new x and the new z that lead to the attitude.
Eigen::Vector3d euler_angles(const Eigen::Quaterniond& q) {
    const Eigen::Matrix3d R = q.toRotationMatrix();
    return {std::atan2(R(0, 2), -R(1, 2)), std::acos(std::clamp(R(2, 2), -1.0, 1.0)),
            std::atan2(R(2, 0), R(2, 1))};
}

/// A curve through angles that go round does not run across the chart.
void break_where_it_jumps(std::vector<double>& angles) {
    double last = gap;
    for (double& angle : angles) {
        const double now = angle;
        if (std::abs(now - last) > 3) angle = gap;
        last = now;
    }
}

class RunPlots {
public:
    RunPlots(const Problem& problem, const Result& result, const RunRecord& record,
             const std::optional<Certificate>& certificate)
        : problem_(problem),
          result_(result),
          field_(field_of(problem.torque)),
          record_(record),
          samples_(record.motion.whole && record.motion.samples.size() > record.samples.size()
                       ? record.motion.samples
                       : record.samples),
          in_parts_(record.taken > record.samples.size() && !record.envelope.empty()) {
        if (samples_.empty()) return;
        add_times();
        if (certificate) measured_error(*certificate);
        energy_error();
        momentum_error();
        angular_velocity();
        momentum_length();
        attitude();
        axis_path();
        sensitivity();
        mark_events();
    }

    Plots take() && { return std::move(plots_); }

private:
    void add(Column c) { plots_.columns.push_back(std::move(c)); }

    void add_times() {
        Column time{"time", {}, Column::Digits::of_value};
        if (in_parts_)
            for (const Envelope::Part& part : record_.envelope)
                time.values.push_back((part.from + part.to) / 2);
        else
            for (const Sample& s : samples_) time.values.push_back(s.time);
        add(std::move(time));
    }

    /// The columns of one of the charted quantities, less a constant, and how to draw them.
    Series over_time(std::string name, std::string label, std::size_t which, double less = 0) {
        Series series{.label = std::move(label), .x = "time", .y = name};
        if (!in_parts_) {
            add(column(std::move(name), samples_,
                       [&](const Sample& s) { return charted_quantities(problem_, s)[which] - less; }));
            return series;
        }
        series.style = Series::Style::envelope;
        series.low = name + "_least";
        Column low{series.low, {}}, high{std::move(name), {}};
        for (const Envelope::Part& part : record_.envelope) {
            low.values.push_back(part.least[which] - less);
            high.values.push_back(part.largest[which] - less);
        }
        add(std::move(low));
        add(std::move(high));
        return series;
    }

    void error_chart(Series series, std::string title, std::string label, std::string caption) {
        const std::string id = series.y + "_chart";
        plots_.charts.push_back({.id = id,
                                 .title = std::move(title),
                                 .caption = unless_zero(plots_.columns.back(), std::move(caption)),
                                 .x = time_axis,
                                 .y = {std::move(label)},
                                 .series = {std::move(series)}});
    }

    void measured_error(const Certificate& certificate) {
        constexpr double least_drawn = 1e-20;  // zero has no place on a logarithmic axis
        Column time{"error_time", {}, Column::Digits::of_value},
            low{"error_least", {}, Column::Digits::of_value},
            high{"error_largest", {}, Column::Digits::of_value};
        for (const ErrorSpan& span : certificate.error_course) {
            if (!(span.largest > 0)) continue;
            time.values.push_back((span.from + span.to) / 2);
            low.values.push_back(std::max(span.least, least_drawn));
            high.values.push_back(span.largest);
        }
        if (time.values.empty()) return;
        plots_.charts.push_back(
            {.id = "error_chart",
             .title = "Measured error",
             .caption = fmt::format(
                 "Distance from {}: the angle in radians, or the distance of the momenta relative to "
                 "the largest. The band is from the least to the largest in each part of the time{}.",
                 certificate.error_by,
                 certificate.whole ? "" : fmt::format(", up to t\u00a0=\u00a0{:.6g}", certificate.time)),
             .x = time_axis,
             .y = {"error", true},
             .series = {{.label = "",
                         .x = time.name,
                         .y = high.name,
                         .style = Series::Style::envelope,
                         .low = low.name}}});
        for (Column* c : {&time, &low, &high}) add(std::move(*c));
    }

    void energy_error() {
        if (!result_.energy_initial) return;
        const double initial = *result_.energy_initial;
        error_chart(over_time("energy_error", "", energy, initial), "Energy error", "H − H₀",
                    fmt::format("Change of the energy; H₀\u00a0=\u00a0{:.6g}.", initial));
    }

    void momentum_error() {
        const Eigen::Vector3d initial = problem_.initial.spatial_momentum();
        if (conserves_whole_momentum(problem_)) {
            error_chart(
                over_time("momentum_error", "", momentum_law_error), "Momentum error", "‖L − L₀‖",
                fmt::format("Change of the momentum in space; |L₀|\u00a0=\u00a0{:.6g}.", initial.norm()));
        } else if (field_) {
            const Eigen::Vector3d d = field_->direction;
            error_chart(over_time("momentum_error", "", momentum_law_error), "Momentum error", "(L − L₀) · d",
                        fmt::format("Change of the momentum about the field axis d\u00a0=\u00a0{}; "
                                    "L₀\u00a0·\u00a0d\u00a0=\u00a0{:.6g}.",
                                    axis_text(d), initial.dot(d)));
        }
    }

    void angular_velocity() {
        Chart chart{.id = "angular_velocity_chart",
                    .title = "Angular velocity",
                    .caption = "Components in the body frame. A click on a name hides its curve.",
                    .x = time_axis,
                    .y = {"angular velocity ω"},
                    .series = {}};
        const char* labels[] = {"ω₁", "ω₂", "ω₃"};
        for (std::size_t i = 0; i < 3; ++i)
            chart.series.push_back(over_time(fmt::format("omega_{}", i + 1), labels[i], omega + i));
        plots_.charts.push_back(std::move(chart));
    }

    // Where a torque acts, it shows what the torque does.
    void momentum_length() {
        if (conserves_whole_momentum(problem_) && problem_.impulses.empty()) return;
        plots_.charts.push_back({.id = "momentum_chart",
                                 .title = "Angular momentum",
                                 .caption = "Its length |L|, which a torque changes.",
                                 .x = time_axis,
                                 .y = {"|L|"},
                                 .series = {over_time("momentum_length", "", momentum_size)}});
    }

    void attitude() {
        Chart chart{
            .id = "attitude_chart",
            .title = "Attitude",
            .caption =
                "From body to space: the quaternion, or the angles of the turns about z, the new x and the "
                "new z.",
            .x = time_axis,
            .y = {"quaternion"},
            .series = {},
            .groups = {{"quaternion", "quaternion"}, {"Euler angles", "angle in radians"}}};
        const char* parts[] = {"x", "y", "z", "w"};
        for (std::size_t i = 0; i < 4; ++i) {
            chart.series.push_back(over_time(fmt::format("q_{}", parts[i]), parts[i], quaternion + i));
            chart.series.back().group = chart.groups[0].name;
        }
        const char* angles[] = {"precession", "nutation", "spin"};
        for (std::size_t i = 0; i < 3; ++i) {
            chart.series.push_back(over_time(angles[i], angles[i], euler + i));
            chart.series.back().group = chart.groups[1].name;
            if (!in_parts_) break_where_it_jumps(plots_.columns.back().values);
        }
        plots_.charts.push_back(std::move(chart));
    }

    // Many would hide the curves.
    void mark_events() {
        constexpr std::size_t most = 12;
        if (result_.events.size() > most) return;
        for (Chart& chart : plots_.charts)
            if (chart.x.label == time_axis.label)
                for (const EventRecord& event : result_.events)
                    chart.marks.push_back({event.time, event.name});
    }

    // The direction from which the motion is simple to read: the axis of the field; without a field the
    // momentum, which the body keeps and turns about; else e₃.
    Eigen::Vector3d line_of_sight() const {
        if (field_) return field_->direction;
        const Eigen::Vector3d momentum = problem_.initial.spatial_momentum();
        const bool turns = conserves_whole_momentum(problem_) && momentum.norm() > 0;
        return turns ? momentum.normalized() : Eigen::Vector3d::UnitZ();
    }

    std::string sight_text(const Eigen::Vector3d& direction) const {
        if (field_) return "the field axis " + axis_text(direction);
        return direction == Eigen::Vector3d::UnitZ() ? "e₃" : "the momentum L₀";
    }

    // The tip of a body axis on the unit sphere.
    void axis_path() {
        const Eigen::Vector3d e3 = Eigen::Vector3d::UnitZ(), direction = line_of_sight();
        const Eigen::Vector3d axis =
            field_ && field_->body_axis ? *field_->body_axis : Eigen::Vector3d::Unit(shown_axis(problem_));
        const std::vector<Sample>& path = record_.motion.samples;
        if (path.empty()) return;
        const auto to_view = Eigen::Quaterniond::FromTwoVectors(direction, e3);
        const auto seen = [=](const Sample& s) -> Eigen::Vector3d {
            return to_view * (s.state.attitude * axis);
        };

        add(column("path_x", path, [=](const Sample& s) { return seen(s).x(); }));
        add(column("path_y", path, [=](const Sample& s) { return seen(s).y(); }));
        add(column(
            "path_below", path, [=](const Sample& s) { return seen(s).z() < 0 ? 1 : 0; },
            Column::Digits::of_value));

        const bool turned = direction != e3;
        plots_.charts.push_back(
            {.id = "path_chart",
             .title = "Path of the body axis",
             .caption = fmt::format(
                 "Tip of the body axis {} seen along {}; faint on the far side of the sphere. "
                 "The ring marks the start, the dot the end{}.",
                 axis_text(axis), sight_text(direction),
                 record_.motion.whole
                     ? ""
                     : fmt::format(" of what is shown, at t\u00a0=\u00a0{:.4g}", path.back().time)),
             .x = {turned ? "x′" : "x"},
             .y = {turned ? "y′" : "y"},
             .series = {{.label = "", .x = "path_x", .y = "path_y", .faint = "path_below"}},
             .disc = true});
    }

    // How far the attitude is off for an error of the start: by an angle, or by a part of the momentum.
    void sensitivity() {
        if (!result_.transition) return;
        const double unit = problem_.initial.momentum.norm();
        add(column(
            "sample_time", record_.samples, [](const Sample& s) { return s.time; },
            Column::Digits::of_value));
        add(column("turn_by_turn", record_.samples,
                   [](const Sample& s) { return s.transition->topLeftCorner<3, 3>().operatorNorm(); }));
        add(column("turn_by_momentum", record_.samples, [=](const Sample& s) {
            return unit * s.transition->topRightCorner<3, 3>().operatorNorm();
        }));
        plots_.charts.push_back(
            {.id = "sensitivity_chart",
             .title = "Sensitivity of the attitude",
             .caption =
                 "Largest angle by which the attitude is off, per angle at the start, and per change of "
                 "the momentum at the start relative to its size.",
             .x = time_axis,
             .y = {"growth of an error"},
             .series = {{.label = "of the attitude", .x = "sample_time", .y = "turn_by_turn"},
                        {.label = "of the momentum", .x = "sample_time", .y = "turn_by_momentum"}}});
    }

    const Problem& problem_;
    const Result& result_;
    std::optional<Field> field_;
    const RunRecord& record_;
    const std::vector<Sample>& samples_;  // drawn: those of the motion, where they are nearer to each other
    bool in_parts_;                       // there are more samples than can be told apart
    Plots plots_;
};

}  // namespace

std::vector<double> charted_quantities(const Problem& problem, const Sample& sample) {
    std::vector<double> out(quantities, gap);
    if (sample.energy) out[energy] = *sample.energy;
    const Eigen::Vector3d change = sample.spatial_momentum - problem.initial.spatial_momentum();
    if (conserves_whole_momentum(problem))
        out[momentum_law_error] = change.norm();
    else if (const auto field = field_of(problem.torque))
        out[momentum_law_error] = change.dot(field->direction);
    const Eigen::Quaterniond& q = sample.state.attitude;
    std::ranges::copy(sample.angular_velocity, out.begin() + omega);
    std::ranges::copy(q.coeffs(), out.begin() + quaternion);
    std::ranges::copy(euler_angles(q), out.begin() + euler);
    out[momentum_size] = sample.spatial_momentum.norm();
    return out;
}

Plots run_plots(const Problem& problem, const Result& result, const RunRecord& record,
                const std::optional<Certificate>& certificate) {
    return RunPlots(problem, result, record, certificate).take();
}

}  // namespace polhode
