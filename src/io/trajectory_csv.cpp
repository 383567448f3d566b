#include "io/trajectory_csv.hpp"

#include "io/trajectory_quantities.hpp"

#include <fmt/format.h>
#include <cmath>
#include <iterator>

namespace polhode {

std::string trajectory_csv_header(const AttitudeForm& form) {
    std::string names, units;
    for (const TrajectoryQuantity& q : trajectory_quantities(form))
        for (const std::string& column : q.columns) {
            names += fmt::format("{}{}", names.empty() ? "" : ",", column);
            units += fmt::format("{}{}", units.empty() ? "# " : ",", q.unit);
        }
    return names + '\n' + units + '\n';
}

std::string trajectory_csv_row(const Sample& sample, const AttitudeForm& form) {
    std::string row;
    for (const double x : trajectory_numbers(sample, form)) {
        // {} writes the shortest digits that read back as the same double
        if (!std::isnan(x)) fmt::format_to(std::back_inserter(row), "{}", x);
        row += ',';
    }
    row.back() = '\n';
    return row;
}

}  // namespace polhode
