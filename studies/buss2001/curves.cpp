/// The tables of Figures 4 to 7 as curves, which the paper does not draw.
#include "buss2001/claims.hpp"
#include "buss2001/figures.hpp"
#include "draw.hpp"

namespace polhode::reproduce::buss {

namespace {

Series::Style style_of(const std::string& method) {
    return method.find("energy-preserving") == method.npos ? Series::Style::marked : Series::Style::line;
}

}  // namespace

Plots draw_energies(Lab& lab, double seconds, const std::vector<double>& steps) {
    Plots plots;
    Chart chart{.id = "energies",
                .title = fmt::format("Energy after {} seconds", seconds),
                .caption = "AB-AM as it is meant and as the paper's program had it.",
                .x = {"step h", true},
                .y = {"|E − E₀|", true},
                .series = {}};
    for (const char* m : {"1st order", "2nd order", "False 3rd order", "Augmented 2nd order", "3rd order",
                          "4th order", "McLachlan-Reich 1-2-3", "McLachlan-Reich 2-3-1", "Runge-Kutta",
                          "abm4-naive", "AB-AM (paper code)"}) {
        Values errors;
        for (const double h : steps)
            errors.push_back(std::abs(energy_after(lab, m, h, std::lround(seconds / h)) - start_energy));
        add_curve(plots, chart, m, steps, errors, Series::Style::marked);
    }
    for (Column& column : plots.columns) column.digits = Column::Digits::of_value;
    plots.charts.push_back(chart);
    return plots;
}

Plots draw_errors(Lab& lab, const std::vector<std::string>& methods, double T, long least, long most) {
    Plots plots;
    Chart chart{.id = "errors",
                .title = fmt::format("Error of the attitude at T = {}", T),
                .caption = "In radians. Marked: without energy correction.",
                .x = {"steps N", true},
                .y = {"error", true},
                .series = {}};
    for (const std::string& m : methods) {
        Values steps, errors;
        for (long N = least; N <= most; N *= 2) {
            steps.push_back(static_cast<double>(N));
            errors.push_back(error_of(lab, m, T, N));
        }
        add_curve(plots, chart, m, steps, errors, style_of(m));
    }
    for (Column& column : plots.columns) column.digits = Column::Digits::of_value;
    plots.charts.push_back(chart);
    return plots;
}

}  // namespace polhode::reproduce::buss
