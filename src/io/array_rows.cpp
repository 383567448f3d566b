#include "io/array_rows.hpp"

#include "polhode/error.hpp"

#include <fmt/format.h>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace polhode {

namespace {

namespace fs = std::filesystem;

/// Some programs begin a text with it.
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == text.npos ? "" : text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

class Rows {
public:
    /// any_count: all rows, however many there are.
    Rows(const fs::path& file, const RowsWanted& wanted, bool any_count)
        : file_(file), wanted_(wanted), any_count_(any_count) {
        std::error_code ignored;
        if (fs::is_directory(file, ignored)) fail("it is a folder");
        errno = 0;
        in_.open(file, std::ios::binary);
        if (!in_) fail(std::strerror(errno));
    }

    std::vector<double> of_npy() {
        constexpr std::string_view magic = "\x93NUMPY";
        const std::string start = bytes(8);
        if (start.substr(0, 6) != magic) fail("it is no NPY file");
        const int version = static_cast<unsigned char>(start[6]);
        if (version < 1 || version > 3)
            fail(fmt::format("it is of version {} of the format, expected 1, 2 or 3", version));
        const std::string size = bytes(version == 1 ? 2 : 4);
        std::size_t length = 0;
        for (std::size_t i = size.size(); i-- > 0;)
            length = length * 256 + static_cast<unsigned char>(size[i]);
        if (length > 1'000'000) fail("its header is damaged");
        const std::string header = bytes(length);
        const std::string type = entry(header, "'descr'"), order = entry(header, "'fortran_order'");
        if (type != "'<f8'") fail(fmt::format("its numbers are of type {}, expected '<f8' (float64)", type));
        if (order != "False") fail("its numbers are stored column by column, expected row by row");
        const std::vector<std::size_t> shape = shape_in(header);
        if (any_count_ && !shape.empty()) wanted_.count = wanted_.last = shape.front();
        check_shape(shape);

        const auto data = in_.tellg();
        in_.seekg(0, std::ios::end);
        const auto row = static_cast<std::streamoff>(wanted_.columns * sizeof(double));
        if (wanted_.count > static_cast<std::size_t>((in_.tellg() - data) / row)) fail("it ends too early");
        in_.seekg(data + row * static_cast<std::streamoff>(wanted_.first));
        std::vector<double> values((wanted_.last - wanted_.first) * wanted_.columns);
        in_.read(reinterpret_cast<char*>(values.data()),
                 static_cast<std::streamsize>(values.size() * sizeof(double)));
        if (!in_ && !values.empty()) fail("it ends too early");
        for (std::size_t i = 0; i < values.size(); ++i)
            if (!std::isfinite(values[i]))
                fail(fmt::format("row {} has {}, expected finite numbers",
                                 wanted_.first + i / wanted_.columns + 1, values[i]));
        return values;
    }

    std::vector<double> of_csv() {
        std::vector<double> values;
        values.reserve((wanted_.last - wanted_.first) * wanted_.columns);
        std::size_t row = 0, line_number = 0;
        for (std::string line; std::getline(in_, line);) {
            ++line_number;
            if (!line.empty() && line.back() == '\r') line.pop_back();
            if (line_number == 1 && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
            if (line.find_first_not_of(" \t") == line.npos || line.front() == '#') continue;
            const auto numbers = numbers_in(line);
            if (!numbers && row == 0 && !named_ && are_names(line)) {
                named_ = true;  // the names of the columns
                continue;
            }
            if (!numbers || numbers->size() != wanted_.columns)
                fail(fmt::format("line {} is \"{}\", expected {} finite numbers", line_number,
                                 line.substr(0, 60), wanted_.columns));
            if (any_count_ || (row >= wanted_.first && row < wanted_.last))
                values.insert(values.end(), numbers->begin(), numbers->end());
            ++row;
        }
        if (!any_count_) check_shape({row, wanted_.columns});
        return values;
    }

private:
    [[noreturn]] void fail(std::string_view why) const {
        throw InputError(fmt::format("cannot use \"{}\": {}", file_.string(), why));
    }

    std::string bytes(std::size_t n) {
        std::string b(n, '\0');
        in_.read(b.data(), static_cast<std::streamsize>(n));
        if (!in_) fail("it ends too early");
        return b;
    }

    /// The text behind a key of the header, up to the comma.
    std::string entry(const std::string& header, std::string_view key) const {
        const std::size_t at = header.find(key);
        const std::size_t begin = at == header.npos ? at : header.find_first_not_of(": ", at + key.size());
        if (begin == header.npos) fail(fmt::format("its header has no {}", key));
        return header.substr(begin, header.find_first_of(",}", begin) - begin);
    }

    std::vector<std::size_t> shape_in(const std::string& header) const {
        const std::size_t at = header.find("'shape'");
        const std::size_t open = header.find('(', at), end = header.find(')', at);
        if (at == header.npos || open == header.npos || end == header.npos) fail("its header has no 'shape'");
        // whole numbers between commas, with a comma behind the last one if it is alone
        std::string_view rest = std::string_view(header).substr(open + 1, end - open - 1);
        std::vector<std::size_t> shape;
        while (!rest.empty()) {
            const std::string_view item = trimmed(rest.substr(0, rest.find(',')));
            rest.remove_prefix(
                std::min(rest.size(), rest.find(',') == rest.npos ? rest.size() : rest.find(',') + 1));
            std::size_t n = 0;
            const auto [next, error] = std::from_chars(item.data(), item.data() + item.size(), n);
            if (error != std::errc() || next != item.data() + item.size())
                fail(fmt::format("its shape is ({}), expected whole numbers",
                                 header.substr(open + 1, end - open - 1)));
            shape.push_back(n);
            if (trimmed(rest).empty()) break;
        }
        return shape;
    }

    void check_shape(const std::vector<std::size_t>& shape) const {
        if (shape == std::vector{wanted_.count, wanted_.columns}) return;
        if (wanted_.columns == 1 && shape == std::vector{wanted_.count}) return;
        if (any_count_)
            fail(fmt::format("its shape is {}, expected rows of {} numbers", fmt::join(shape, " x "),
                             wanted_.columns));
        fail(fmt::format("its shape is {}, expected {} x {}, a row for each body", fmt::join(shape, " x "),
                         wanted_.count, wanted_.columns));
    }

    /// A row in which one of the numbers is misspelt is none of names.
    static bool are_names(std::string_view line) {
        for (;;) {
            const std::string_view field = trimmed(line.substr(0, line.find(',')));
            double number = 0;
            const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
            if (error != std::errc::invalid_argument && end == field.data() + field.size()) return false;
            if (line.find(',') == line.npos) return true;
            line.remove_prefix(line.find(',') + 1);
        }
    }

    static std::optional<std::vector<double>> numbers_in(std::string_view line) {
        std::vector<double> numbers;
        const auto skip_blanks = [&] {
            line.remove_prefix(std::min(line.size(), line.find_first_not_of(" \t")));
        };
        for (;;) {
            skip_blanks();
            if (line.starts_with('+')) line.remove_prefix(1);
            double number = 0;
            const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
            if (error != std::errc() || !std::isfinite(number)) return {};
            numbers.push_back(number);
            line.remove_prefix(static_cast<std::size_t>(end - line.data()));
            skip_blanks();
            if (line.empty()) return numbers;
            if (line.front() != ',') return {};
            line.remove_prefix(1);
        }
    }

    fs::path file_;
    RowsWanted wanted_;
    bool any_count_;
    std::ifstream in_;
    bool named_ = false;
};

Expected<std::vector<double>> read(const fs::path& file, const RowsWanted& wanted, bool any_count) {
    const std::string kind = file.extension().string();
    if (kind != ".npy" && kind != ".csv")
        return input_error(
            fmt::format("cannot use \"{}\": expected a file that ends in .npy or .csv", file.string()));
    try {
        Rows rows(file, wanted, any_count);
        return kind == ".npy" ? rows.of_npy() : rows.of_csv();
    } catch (const InputError& error) {
        return input_error(error.what());
    }
}

}  // namespace

Expected<std::vector<double>> read_rows(const fs::path& file, const RowsWanted& wanted) {
    return read(file, wanted, false);
}

Expected<std::vector<double>> read_table(const fs::path& file, std::size_t columns) {
    return read(file, {0, columns, 0, 0}, true);
}

}  // namespace polhode
