#include "scenario/table_torque_setting.hpp"

#include "scenario/choice.hpp"
#include "scenario/located.hpp"

#include <fmt/format.h>

namespace polhode {
namespace {

using Interpolation = TableTorque::Interpolation;
using Row = TableTorque::Row;

std::vector<Row> rows_of(const std::vector<double>& numbers) {
    std::vector<Row> rows(numbers.size() / 4);
    for (std::size_t i = 0; i < numbers.size(); ++i) rows[i / 4][i % 4] = numbers[i];
    return rows;
}

/// Harmless ones.
std::vector<Row> some_rows() { return {{0, 0, 0, 0}, {1, 0, 0, 0}}; }

std::vector<Row> rows_in_file(const Setting& setting, const std::string& file, const ScenarioTree& tree) {
    if (!tree.read_table) {
        refuse(setting, "expected rows instead of a file, since nothing was given that reads it");
        return some_rows();
    }
    return rows_of(located(setting, tree.read_table(file, 4), std::vector<double>{0, 0, 0, 0, 1, 0, 0, 0}));
}

std::vector<Row> rows_in(const Setting& setting) {
    std::vector<double> numbers;
    const auto* list = std::get_if<Value::List>(&setting.value.content);
    for (const Value& item : list ? *list : Value::List{}) {
        const auto* row = std::get_if<Value::List>(&item.content);
        for (const Value& number : row && row->size() == 4 ? *row : Value::List{})
            if (const auto* x = std::get_if<double>(&number.content)) numbers.push_back(*x);
    }
    if (!list || numbers.size() != 4 * list->size())
        return rejected(setting, "a list of rows [t, Tx, Ty, Tz]", some_rows());
    return rows_of(numbers);
}

}  // namespace

Torque read_table_torque(TorqueKeys& keys, const TorqueSource& source) {
    const Setting *file = keys.parameter("file"), *given = keys.parameter("rows");
    const Frame frame = choice(keys.parameter("frame"), frame_names, Frame::body);
    const Interpolation interpolation =
        choice(keys.parameter("interpolation"), TableTorque::interpolations, Interpolation::spline);
    const Setting* rows_setting = file ? file : given;
    if (!rows_setting) {
        refuse(*keys.model(), "the model \"table\" needs torque.file or torque.rows, which is missing");
        return core::NoTorque{};
    }
    if (file && given)
        file->errors->tell(
            fmt::format("{} contradicts {}: expected only one of them", given->origin, file->origin));
    const std::string name = file ? source.tree.beside(text(*file, "a file's name")) : "";
    auto rows = file ? rows_in_file(*file, name, source.tree) : rows_in(*given);
    auto table = TableTorque::try_make(std::move(rows), frame, interpolation);
    if (!table) {
        const std::string where = file ? fmt::format("cannot use \"{}\": ", name) : "";
        refuse(*rows_setting, where + table.error().message);
        return core::NoTorque{};
    }
    table->file = name;
    return *std::move(table);
}

TorqueDescription describe_table(const TableTorque& table) {
    TorqueDescription description{TableTorque::sheet.name, {}};
    if (table.file.empty())
        description.parameters.emplace_back("rows", table.rows());
    else
        description.parameters.emplace_back("file", table.file);
    description.parameters.emplace_back("frame",
                                        std::string(frame_names[static_cast<std::size_t>(table.frame())]));
    description.parameters.emplace_back(
        "interpolation",
        std::string(TableTorque::interpolations[static_cast<std::size_t>(table.interpolation())]));
    return description;
}

}  // namespace polhode
