#include "draw.hpp"

#include <fmt/format.h>
#include <cmath>

namespace polhode::reproduce {

Plots draw_convergence(Lab& lab, const std::string& problem, const std::vector<Named>& methods,
                       const std::vector<double>& steps) {
    Plots plots;
    const auto digits = Column::Digits::of_value;
    plots.columns.push_back({"step", steps, digits});
    Chart momentum{"momentum",
                   "Body-frame angular momentum",
                   "Error at the end, ‖Π − Π_ref‖₂.",
                   {"step", true},
                   {"error", true},
                   {}};
    Chart attitude{"attitude",     "Attitude",      "Error at the end, ‖R − R_ref‖₂.",
                   {"step", true}, {"error", true}, {}};
    for (const Named& m : methods) {
        Values p, r;
        for (const double h : steps) {
            const Errors e = errors(lab, {problem, m.method, h});
            p.push_back(e.momentum);
            r.push_back(e.attitude);
        }
        momentum.series.push_back({m.label, "step", "p " + m.method, Series::Style::marked});
        attitude.series.push_back({m.label, "step", "r " + m.method, Series::Style::marked});
        plots.columns.push_back({"p " + m.method, p, digits});
        plots.columns.push_back({"r " + m.method, r, digits});
    }
    // the slope goes through the first method's error at the smallest step
    for (auto [chart, name] : {std::pair(&momentum, "p "), {&attitude, "r "}}) {
        const double h = steps.back();
        const Errors e = errors(lab, {problem, methods.front().method, h});
        const double error = chart == &momentum ? e.momentum : e.attitude;
        Values guide;
        for (const double s : steps) {
            const double v = error * (s / h) * (s / h) / 4;
            guide.push_back(v < 1 ? v : NAN);
        }
        plots.columns.push_back({std::string(name) + "slope", guide, digits});
        chart->series.push_back({"order 2", "step", std::string(name) + "slope", Series::Style::guide});
    }
    plots.charts = {momentum, attitude};
    return plots;
}

void add_curve(Plots& plots, Chart& chart, const std::string& label, Values x, Values y,
               Series::Style style) {
    const std::string name = fmt::format("{} {}", chart.id, chart.series.size());
    plots.columns.push_back({name + " x", std::move(x)});
    plots.columns.push_back({name + " y", std::move(y)});
    chart.series.push_back({label, name + " x", name + " y", style});
}

Chart draw_energy(Plots& plots, Lab& lab, const Run& run, const std::vector<Named>& methods) {
    Chart chart{"energy", "Hamiltonian", "", {"time"}, {"(H − H₀)/|H₀|"}, {}};
    for (const Named& m : methods) {
        Run each = run;
        each.method = m.method;
        Curve c = energy_curve(lab, each);
        add_curve(plots, chart, m.label, std::move(c.x), std::move(c.y));
    }
    return chart;
}

Plots draw_energies_apart(Lab& lab, const Run& run, const std::vector<Named>& methods,
                          const std::string& caption) {
    Plots plots;
    for (const Named& m : methods) {
        Run each = run;
        each.method = m.method;
        Curve c = energy_curve(lab, each);
        Chart chart{m.method, m.label, caption, {"time"}, {"(H − H₀)/|H₀|"}, {}};
        add_curve(plots, chart, m.label, std::move(c.x), std::move(c.y));
        plots.charts.push_back(chart);
    }
    return plots;
}

}  // namespace polhode::reproduce
