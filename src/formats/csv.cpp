/// A table as text: a row per sample, or per body.
#include "formats/all.hpp"
#include "formats/state_arrays.hpp"
#include "io/trajectory_csv.hpp"

#include <fmt/format.h>
#include <iterator>

namespace polhode {
namespace {

void add(const MotionFiles& files, const Sample& sample) {
    files.growing.file(files.name + ".csv", [&] { return trajectory_csv_header(files.attitude); })
        .write(trajectory_csv_row(sample, files.attitude));
}

void states(const StatesFiles& files, const StatesSeen& seen) {
    OutputFile& file = files.folder.start(files.name + ".csv");
    const std::vector<StateArray> arrays = state_arrays(seen, files.attitude);
    std::string names = "body,time", units = "# 1,T";
    for (const StateArray& array : arrays)
        for (const std::string& column : array.columns) {
            names += ',' + column;
            units += fmt::format(",{}", array.unit);
        }
    file.write(names + '\n' + units + '\n');
    std::vector<double> numbers;
    for (std::size_t k = 0; k < seen.ensemble.count(); ++k) {
        std::string row = fmt::format("{},{}", files.first_body + k, seen.time);
        for (const StateArray& array : arrays) {
            numbers.clear();
            array.row(k, numbers);
            for (const double x : numbers) fmt::format_to(std::back_inserter(row), ",{}", x);
        }
        file.write(row + '\n');
    }
    file.close();
}

}  // namespace

const TrajectoryFormat csv_format{
    .name = "csv",
    .about = "a table as text, names and units on top",
    .reader = "spreadsheets, pandas (comment=\"#\"), NumPy",
    .ending = ".csv",
    .holds_all = true,
    .bytes_of_state = {.body = 13, .number = 19},
    .add = add,
    .states = states,
};

}  // namespace polhode
