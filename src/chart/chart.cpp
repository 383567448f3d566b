#include "chart/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace polhode {
namespace {

using nlohmann::json;

// The largest 1, 2 or 5 times a power of ten that divides `span` into at least 4000 parts.
double grid_unit(double span) {
    const double wanted = span / 4000, decade = std::pow(10, std::floor(std::log10(wanted)));
    const double mantissa = wanted / decade;
    return decade * (mantissa >= 5 ? 5 : mantissa >= 2 ? 2 : 1);
}

// Whole multiples of one unit: half the characters of decimal fractions, finer than a pixel.
json on_grid(const std::vector<double>& values) {
    double low = INFINITY, high = -INFINITY, largest = 0;
    for (const double v : values) {
        if (!std::isfinite(v)) continue;
        low = std::min(low, v);
        high = std::max(high, v);
        largest = std::max(largest, std::abs(v));
    }
    // A column that is constant up to round-off has a value but no range.
    const double span = high - low > 1e-9 * largest ? high - low : largest;
    const double unit = span > 1e-290 ? grid_unit(span) : 1;

    json multiples = json::array();
    for (const double v : values) {
        multiples.push_back(std::isfinite(v) ? json(std::llround(v / unit)) : json(nullptr));
    }
    return {{"unit", unit}, {"values", std::move(multiples)}};
}

/// Equal distances, as most times have: three numbers.
json equally_spaced(const std::vector<double>& values) {
    if (values.size() < 3) return nullptr;
    const double start = values.front(), span = values.back() - start;
    const double spacing = span / static_cast<double>(values.size() - 1);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!(std::abs(values[i] - start - static_cast<double>(i) * spacing) <= 1e-9 * std::abs(span)))
            return nullptr;
    return {{"start", start}, {"spacing", spacing}, {"count", values.size()}};
}

json six_digits(const std::vector<double>& values) {
    if (json short_form = equally_spaced(values); !short_form.is_null()) return short_form;
    json out = json::array();
    for (const double v : values) {
        if (!std::isfinite(v))
            out.push_back(nullptr);
        else if (v == std::trunc(v) && std::abs(v) < 1e6)
            out.push_back(static_cast<long>(v));
        else
            out.push_back(std::strtod(fmt::format("{:.6g}", v).c_str(), nullptr));
    }
    return out;
}

const char* style_name(Series::Style style) {
    switch (style) {
        case Series::Style::marked: return "marked";
        case Series::Style::guide: return "guide";
        case Series::Style::band: return "band";
        case Series::Style::envelope: return "envelope";
        case Series::Style::bars: return "bars";
        case Series::Style::line: break;
    }
    return "line";
}

json axis_data(const Axis& axis) { return {{"label", axis.label}, {"logarithmic", axis.logarithmic}}; }

json chart_data(const Chart& chart) {
    json series = json::array();
    for (const Series& s : chart.series) {
        json entry = {{"label", s.label}, {"x", s.x}, {"y", s.y}, {"style", style_name(s.style)}};
        if (!s.faint.empty()) entry["faint"] = s.faint;
        if (!s.low.empty()) entry["low"] = s.low;
        if (!s.group.empty()) entry["group"] = s.group;
        series.push_back(std::move(entry));
    }
    json out = {{"id", chart.id},
                {"disc", chart.disc},
                {"x", axis_data(chart.x)},
                {"y", axis_data(chart.y)},
                {"series", std::move(series)}};
    if (chart.named) out["named"] = true;
    for (const Mark& mark : chart.marks) out["marks"].push_back({{"x", mark.x}, {"label", mark.label}});
    for (const Group& group : chart.groups)
        out["groups"].push_back({{"name", group.name}, {"label", group.axis_label}});
    return out;
}

}  // namespace

std::string plot_data(const Plots& plots) {
    json columns = json::object(), charts = json::array();
    for (const Column& column : plots.columns) {
        columns[column.name] =
            column.digits == Column::Digits::of_range ? on_grid(column.values) : six_digits(column.values);
    }
    for (const Chart& chart : plots.charts) charts.push_back(chart_data(chart));
    const json data = {{"columns", std::move(columns)}, {"charts", std::move(charts)}};
    // A label with broken UTF-8 must not cost the page.
    return data.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace polhode
