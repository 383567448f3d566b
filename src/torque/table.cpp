#include "polhode/torque/table.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace polhode {
namespace {

using core::Vector3;
using Interpolation = TableTorque::Interpolation;
using Row = TableTorque::Row;

std::optional<Error> wrong(const std::vector<Row>& rows) {
    if (rows.size() < 2)
        return input_error(fmt::format("{} row{}, expected at least two: t, Tx, Ty, Tz", rows.size(),
                                       rows.size() == 1 ? "" : "s"));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const double x : rows[i])
            if (!std::isfinite(x))
                return input_error(fmt::format("row {} has {}, expected finite numbers", i + 1, x));
    for (std::size_t i = 1; i < rows.size(); ++i)
        if (!(rows[i][0] > rows[i - 1][0]))
            return input_error(
                fmt::format("row {} is at time {}, expected one after that of the row before, {}", i + 1,
                            rows[i][0], rows[i - 1][0]));
    return std::nullopt;
}

Vector3<double> torque_of(const Row& row) { return {row[1], row[2], row[3]}; }

/// The second derivatives at the times of the table. `width`: of each piece; `slope`: of the line through
/// its ends.
std::vector<Vector3<double>> curvatures(const std::vector<double>& width,
                                        const std::vector<Vector3<double>>& slope) {
    const std::size_t n = width.size();  // pieces
    const Vector3<double> zero(0, 0, 0);
    std::vector<Vector3<double>> m(n + 1, zero);
    if (n == 1) return m;
    if (n == 2) {
        std::ranges::fill(m, (2 / (width[0] + width[1])) * (slope[1] - slope[0]));
        return m;
    }
    // h₋ m₋ + 2(h₋ + h) m + h m₊ = 6(d − d₋) inside; at the ends the third derivative of the first two pieces
    // is the same, m₀ = (1 + r) m₁ − r m₂ with r = h₀/h₁, and so at the other end
    std::vector<double> diagonal(n + 1), above(n + 1);
    for (std::size_t i = 1; i < n; ++i) {
        const double before = width[i - 1], after = width[i];
        double below = before;
        diagonal[i] = 2 * (before + after);
        above[i] = after;
        if (i == 1) {
            diagonal[i] += before * (1 + before / after);
            above[i] -= before * (before / after);
            below = 0;
        }
        if (i == n - 1) {
            diagonal[i] += after * (1 + after / before);
            below -= after * (after / before);
            above[i] = 0;
        }
        m[i] = 6.0 * (slope[i] - slope[i - 1]);
        if (i == 1) continue;
        const double factor = below / diagonal[i - 1];
        diagonal[i] -= factor * above[i - 1];
        m[i] = m[i] - factor * m[i - 1];
    }
    for (std::size_t i = n; i-- > 1;) m[i] = (1 / diagonal[i]) * (m[i] - above[i] * m[i + 1]);
    const double first = width[0] / width[1], last = width[n - 1] / width[n - 2];
    m[0] = (1 + first) * m[1] - first * m[2];
    m[n] = (1 + last) * m[n - 1] - last * m[n - 2];
    return m;
}

std::vector<core::TablePiece> pieces_of(const std::vector<Row>& rows, Interpolation interpolation) {
    const std::size_t n = rows.size() - 1;
    const Vector3<double> zero(0, 0, 0);
    std::vector<double> width(n);
    std::vector<Vector3<double>> slope(n, zero);
    for (std::size_t i = 0; i < n; ++i) {
        width[i] = rows[i + 1][0] - rows[i][0];
        if (interpolation != Interpolation::hold)
            slope[i] = (1 / width[i]) * (torque_of(rows[i + 1]) - torque_of(rows[i]));
    }
    const auto m = interpolation == Interpolation::spline ? curvatures(width, slope)
                                                          : std::vector<Vector3<double>>(n + 1, zero);
    std::vector<core::TablePiece> pieces(n);
    for (std::size_t i = 0; i < n; ++i)
        pieces[i] = {rows[i][0],
                     {torque_of(rows[i]), slope[i] - (width[i] / 6) * (2.0 * m[i] + m[i + 1]), 0.5 * m[i],
                      (1 / (6 * width[i])) * (m[i + 1] - m[i])}};
    return pieces;
}

}  // namespace

Expected<TableTorque> TableTorque::try_make(std::vector<Row> rows, Frame frame, Interpolation interpolation) {
    if (auto error = wrong(rows)) return *std::move(error);
    auto pieces = pieces_of(rows, interpolation);
    for (std::size_t i = 0; i < pieces.size(); ++i)
        if (!std::ranges::all_of(pieces[i].c, [](const Vector3<double>& c) { return is_finite(c); }))
            return input_error(fmt::format(
                "rows {} and {} cannot be interpolated, expected times farther apart or smaller torques",
                i + 1, i + 2));
    TableTorque table;
    table.rows_ = std::make_shared<const std::vector<Row>>(std::move(rows));
    table.frame_ = frame;
    table.interpolation_ = interpolation;
    table.pieces_ = std::make_shared<const std::vector<core::TablePiece>>(std::move(pieces));
    return table;
}

TableTorque::TableTorque(std::vector<Row> rows, Frame frame, Interpolation interpolation)
    : TableTorque(try_make(std::move(rows), frame, interpolation).or_throw()) {}

std::vector<double> TableTorque::breakpoints(int order) const {
    constexpr int smooth_enough_for = 4;  // two derivatives of a spline are continuous
    if (interpolation_ == Interpolation::spline && order <= smooth_enough_for)
        return {rows().front()[0], rows().back()[0]};
    std::vector<double> times;
    for (const Row& row : rows()) times.push_back(row[0]);
    return times;
}

}  // namespace polhode
