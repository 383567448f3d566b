#include "celledoni2006/figures.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace polhode::reproduce::celledoni {

Chart work_chart(Lab& lab, Plots& plots, const std::string& problem, const std::vector<double>& steps,
                 const std::vector<Named>& methods, ErrorOf error) {
    const bool momentum = error == ErrorOf::momentum;
    const std::string id = momentum ? "work-momentum" : "work-attitude";
    Chart chart{
        .id = id,
        .title = momentum ? "Momentum error against time" : "Attitude error against time",
        .caption = "One mark per step size; the least of 200 runs on this machine. Attitude included.",
        .x = {"time in µs", true},
        .y = {momentum ? "‖Π − Π_true‖ at t = 1" : "‖R − R_true‖ at t = 1", true},
        .series = {}};
    for (const Named& m : methods) {
        Column time{id + m.method + "-t", {}, Column::Digits::of_value};
        Column size{id + m.method + "-e", {}, Column::Digits::of_value};
        for (const double step : steps) {
            const Run run{problem, m.method, step, 1};
            const EndErrors at_end = end_errors(lab, run);
            time.values.push_back(1e6 * seconds(lab, run));
            size.values.push_back(momentum ? at_end.momentum : at_end.attitude);
        }
        chart.series.push_back(
            {.label = m.label, .x = time.name, .y = size.name, .style = Series::Style::marked});
        plots.columns.push_back(std::move(time));
        plots.columns.push_back(std::move(size));
    }
    return chart;
}

namespace {

/// Dots without lines, by a gap after each: steps turn the body by up to 150°, and lines would show nothing.
Series add_dots(Plots& plots, const std::string& id, const std::string& label, const Path& u) {
    constexpr std::size_t most_dots = 600;
    const std::size_t stride = (u.size() + most_dots - 1) / most_dots;
    Column x{id + "-x", {}}, y{id + "-y", {}};
    for (std::size_t i = 0; i < u.size(); i += stride) {
        x.values.insert(x.values.end(), {u[i].x(), u[i].x()});
        y.values.insert(y.values.end(), {u[i].z(), std::nan("")});
    }
    const Series series{.label = label, .x = x.name, .y = y.name, .style = Series::Style::marked};
    plots.columns.push_back(std::move(x));
    plots.columns.push_back(std::move(y));
    return series;
}

}  // namespace

void add_path_and_energy(Lab& lab, Plots& plots, const Run& run, const std::string& label) {
    constexpr long most_energies = 2000;
    const std::string id = fmt::format("{}-{}", run.method, run.step);
    plots.charts.push_back(
        {.id = id + "-path",
         .title = fmt::format("Qe₃, {}, h = {}", label, run.step),
         .caption = "The direction of the field in the body, u = Rᵀe₃, projected along the body's e₂; at "
                    "equal times. A click on a name hides its dots.",
         .x = {"u₁"},
         .y = {"u₃"},
         .series = {add_dots(plots, id, label, path(run)),
                    add_dots(plots, id + "-truth", "truth", true_path(lab, run.problem, run.step, run.end))},
         .disc = true});

    const long steps = steps_for(run.end, run.step);
    const long every = std::max(1L, steps / most_energies);
    Column time{id + "-t", {}}, energy{id + "-energy", relative_energy_errors(run, every)};
    for (std::size_t i = 0; i < energy.values.size(); ++i)
        time.values.push_back(
            std::min(run.end, static_cast<double>(every) * static_cast<double>(i) * run.step));
    plots.charts.push_back({.id = id + "-energy",
                            .title = fmt::format("Energy, {}, h = {}", label, run.step),
                            .caption = "Relative error of the energy.",
                            .x = {"time t"},
                            .y = {"(H − H₀)/|H₀|"},
                            .series = {{.label = label, .x = time.name, .y = energy.name}}});
    plots.columns.push_back(std::move(time));
    plots.columns.push_back(std::move(energy));
}

double common_visits(const Path& a, const Path& b) {
    constexpr int bands = 6, sectors = 12;  // bands of equal height have equal areas (Archimedes)
    const auto shares = [](const Path& path) {
        std::array<double, bands * sectors> share{};
        for (const Eigen::Vector3d& u : path) {
            const double turn = std::atan2(u.y(), u.x()) / (2 * std::numbers::pi) + 0.5;
            const int band = std::clamp(static_cast<int>((u.z() + 1) / 2 * bands), 0, bands - 1);
            const int sector = std::clamp(static_cast<int>(turn * sectors), 0, sectors - 1);
            share[static_cast<std::size_t>(band * sectors + sector)] += 1 / static_cast<double>(path.size());
        }
        return share;
    };
    const auto in_a = shares(a), in_b = shares(b);
    double common = 0;
    for (std::size_t i = 0; i < in_a.size(); ++i) common += std::min(in_a[i], in_b[i]);
    return common;
}

double visits_shared_with_truth(Lab& lab, const Run& run) {
    return lab.value(run.key("visits shared with truth"), [&] {
        return common_visits(path(run), true_path(lab, run.problem, run.step, run.end));
    });
}

std::string list(const std::vector<double>& numbers, std::string_view format) {
    std::string out;
    for (const double number : numbers)
        out += (out.empty() ? "" : ", ") + fmt::format(fmt::runtime(format), number);
    return out;
}

}  // namespace polhode::reproduce::celledoni
