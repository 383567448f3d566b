#include "report/run_plots.hpp"

#include "report/field.hpp"
#include "simulate/momentum_law.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
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

class RunPlots {
public:
    RunPlots(const Problem& problem, const Result& result, const std::vector<Sample>& samples)
        : problem_(problem), result_(result), field_(field_of(problem.torque)), samples_(samples) {
        if (samples_.empty()) return;
        add(column("time", samples_, [](const Sample& s) { return s.time; }, Column::Digits::of_value));
        energy_error();
        momentum_error();
        angular_velocity();
        axis_path();
        sensitivity();
    }

    Plots take() && { return std::move(plots_); }

private:
    void add(Column c) { plots_.columns.push_back(std::move(c)); }

    void error_chart(Column error, std::string title, std::string label, std::string caption) {
        caption = unless_zero(error, std::move(caption));
        const std::string name = error.name;
        add(std::move(error));
        plots_.charts.push_back({.id = name + "_chart",
                                 .title = std::move(title),
                                 .caption = std::move(caption),
                                 .x = time_axis,
                                 .y = {std::move(label)},
                                 .series = {{.label = "", .x = "time", .y = name}}});
    }

    void energy_error() {
        if (!result_.energy_initial) return;
        const double initial = *result_.energy_initial;
        error_chart(column("energy_error", samples_,
                           [=](const Sample& s) { return s.energy ? *s.energy - initial : std::nan(""); }),
                    "Energy error", "H − H₀",
                    fmt::format("Change of the energy; H₀\u00a0=\u00a0{:.6g}.", initial));
    }

    void momentum_error() {
        const Eigen::Vector3d initial = problem_.initial.spatial_momentum();
        if (conserves_whole_momentum(problem_)) {
            error_chart(
                column("momentum_error", samples_,
                       [=](const Sample& s) { return (s.spatial_momentum - initial).norm(); }),
                "Momentum error", "‖L − L₀‖",
                fmt::format("Change of the momentum in space; |L₀|\u00a0=\u00a0{:.6g}.", initial.norm()));
        } else if (field_) {
            const Eigen::Vector3d d = field_->direction;
            error_chart(column("momentum_error", samples_,
                               [=](const Sample& s) { return (s.spatial_momentum - initial).dot(d); }),
                        "Momentum error", "(L − L₀) · d",
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
        for (int i = 0; i < 3; ++i) {
            const std::string name = fmt::format("omega_{}", i + 1);
            add(column(name, samples_, [=](const Sample& s) { return s.angular_velocity[i]; }));
            chart.series.push_back({.label = labels[i], .x = "time", .y = name});
        }
        plots_.charts.push_back(std::move(chart));
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
        const Eigen::Vector3d axis = field_ && field_->body_axis ? *field_->body_axis : e3;
        const auto to_view = Eigen::Quaterniond::FromTwoVectors(direction, e3);
        const auto seen = [=](const Sample& s) -> Eigen::Vector3d {
            return to_view * (s.state.attitude * axis);
        };

        add(column("path_x", samples_, [=](const Sample& s) { return seen(s).x(); }));
        add(column("path_y", samples_, [=](const Sample& s) { return seen(s).y(); }));
        add(column(
            "path_below", samples_, [=](const Sample& s) { return seen(s).z() < 0 ? 1 : 0; },
            Column::Digits::of_value));

        const bool turned = direction != e3;
        plots_.charts.push_back(
            {.id = "path_chart",
             .title = "Path of the body axis",
             .caption =
                 fmt::format("Tip of the body axis {} seen along {}; faint on the far side of the sphere. "
                             "The ring marks the start, the dot the end.",
                             axis_text(axis), sight_text(direction)),
             .x = {turned ? "x′" : "x"},
             .y = {turned ? "y′" : "y"},
             .series = {{.label = "", .x = "path_x", .y = "path_y", .faint = "path_below"}},
             .disc = true});
    }

    // How far the attitude is off for an error of the start: by an angle, or by a part of the momentum.
    void sensitivity() {
        if (!result_.transition) return;
        const double unit = problem_.initial.momentum.norm();
        add(column("turn_by_turn", samples_,
                   [](const Sample& s) { return s.transition->topLeftCorner<3, 3>().operatorNorm(); }));
        add(column("turn_by_momentum", samples_, [=](const Sample& s) {
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
             .series = {{.label = "of the attitude", .x = "time", .y = "turn_by_turn"},
                        {.label = "of the momentum", .x = "time", .y = "turn_by_momentum"}}});
    }

    const Problem& problem_;
    const Result& result_;
    std::optional<Field> field_;
    const std::vector<Sample>& samples_;
    Plots plots_;
};

}  // namespace

Plots run_plots(const Problem& problem, const Result& result, const std::vector<Sample>& samples) {
    return RunPlots(problem, result, samples).take();
}

}  // namespace polhode
