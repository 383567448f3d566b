#include "formats/arrays.hpp"

#include "formats/state_arrays.hpp"
#include "io/trajectory_quantities.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <span>

namespace polhode {
namespace {

constexpr std::size_t rows_at_a_time = 4096;

std::string rows_name(const MotionFiles& files, std::string_view format) {
    return fmt::format("{}.{}-rows", files.name, format);
}

/// Rows of numbers in a file, from the first to the last as often as wanted.
class Rows {
public:
    Rows(std::filesystem::path place, std::size_t width) : place_(std::move(place)), width_(width) {
        std::error_code error;
        const auto bytes = std::filesystem::file_size(place_, error);
        count_ = error ? 0 : bytes / (width_ * sizeof(double));
    }
    std::size_t count() const { return count_; }

    /// Calls `use` with some rows after the other.
    void read(const std::function<void(std::span<const double>)>& use) const {
        std::ifstream in(place_, std::ios::binary);
        std::vector<double> part(rows_at_a_time * width_);
        for (std::size_t left = count_; left > 0;) {
            const std::size_t rows = std::min(left, rows_at_a_time), numbers = rows * width_;
            in.read(reinterpret_cast<char*>(part.data()),
                    static_cast<std::streamsize>(numbers * sizeof(double)));
            if (!in) throw RunError(fmt::format("cannot read \"{}\" again", place_.string()));
            use(std::span(part).first(numbers));
            left -= rows;
        }
    }

private:
    std::filesystem::path place_;
    std::size_t width_, count_ = 0;
};

/// Some columns of the rows, the first of which is `from`.
std::vector<double> columns_of(std::span<const double> rows, std::size_t width, std::size_t from,
                               std::size_t columns) {
    std::vector<double> out;
    out.reserve(rows.size() / width * columns);
    for (std::size_t row = 0; row < rows.size(); row += width)
        for (std::size_t i = 0; i < columns; ++i) out.push_back(rows[row + from + i]);
    return out;
}

}  // namespace

void keep_row(const MotionFiles& files, const Sample& sample, std::string_view format) {
    const std::vector<double> numbers = trajectory_numbers(sample, files.attitude);
    files.growing.file(rows_name(files, format), [] { return std::string(); })
        .write(bytes_of(std::span<const double>(numbers)));
}

void write_rows(const MotionFiles& files, std::string_view format, ArrayFile& file) {
    const std::string name = rows_name(files, format);
    const std::vector<TrajectoryQuantity> quantities = trajectory_quantities(files.attitude);
    std::size_t width = 0;
    for (const TrajectoryQuantity& q : quantities) width += q.columns.size();
    GrowingFile* const kept = files.growing.find(name);
    const Rows rows(kept ? kept->place() : std::filesystem::path(), width);
    std::size_t from = 0;
    for (const TrajectoryQuantity& q : quantities) {
        const std::size_t columns = q.columns.size(), first = from;
        from += columns;
        bool has_value = true;
        rows.read([&](std::span<const double> part) { has_value = has_value && !std::isnan(part[first]); });
        if (!has_value) continue;
        std::vector<std::size_t> shape{rows.count()};
        if (columns > 1) shape.push_back(columns);
        file.start({q.name, ArrayInfo::Type::float64, shape});
        rows.read([&](std::span<const double> part) {
            const std::vector<double> wanted = columns_of(part, width, first, columns);
            file.write(std::span<const double>(wanted));
        });
        file.finish();
    }
    file.close();
    if (kept) files.growing.remove(name);
}

void write_states(const StatesFiles& files, const StatesSeen& seen, ArrayFile& file) {
    const std::size_t count = seen.ensemble.count();
    file.start({"time", ArrayInfo::Type::float64, {}});
    file.write(std::span(&seen.time, 1));
    file.finish();
    for (const StateArray& array : state_arrays(seen, files.attitude)) {
        const std::vector<std::size_t> shape =
            array.is_flag ? std::vector{count} : std::vector{count, array.columns.size()};
        file.start({array.name, array.is_flag ? ArrayInfo::Type::uint8 : ArrayInfo::Type::float64, shape});
        std::vector<double> values;
        for (std::size_t k = 0; k < count;) {
            values.clear();
            for (const std::size_t last = std::min(count, k + rows_at_a_time); k < last; ++k)
                array.row(k, values);
            if (array.is_flag)
                file.write(std::vector<std::uint8_t>(values.begin(), values.end()));
            else
                file.write(std::span<const double>(values));
        }
        file.finish();
    }
    file.close();
}

}  // namespace polhode
