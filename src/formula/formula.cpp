#include "polhode/formula/formula.hpp"

#include "formula/calculus.hpp"
#include "formula/compile.hpp"
#include "formula/lexer.hpp"
#include "formula/names.hpp"
#include "formula/parser.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace polhode {

namespace {

std::size_t count_of(const FormulaParameter& parameter) {
    return std::holds_alternative<Eigen::Vector3d>(parameter.value) ? 3 : 1;
}

std::optional<Error> wrong_parameter(const FormulaText& text) {
    const auto wrong = [](std::string message) { return input_error(std::move(message), "parameters"); };
    for (auto p = text.parameters.begin(); p != text.parameters.end(); ++p) {
        if (!formula::is_name(p->name))
            return wrong(fmt::format(
                "parameter \"{}\": expected a name of letters, digits and _ that does not begin with a digit",
                p->name));
        if (formula::is_built_in(p->name))
            return wrong(fmt::format("parameter \"{}\" hides what formulas call {}, expected another name",
                                     p->name, p->name));
        if (std::find_if(text.parameters.begin(), p,
                         [&](const FormulaParameter& other) { return other.name == p->name; })
            != p)
            return wrong(fmt::format("parameter \"{}\" is given twice, expected once", p->name));
        const bool finite = std::visit(
            [](const auto& value) {
                if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>)
                    return std::isfinite(value);
                else
                    return value.allFinite();
            },
            p->value);
        if (!finite) return wrong(fmt::format("parameter \"{}\": expected finite numbers", p->name));
    }
    return std::nullopt;
}

/// Which expression, what it is, and what is wrong with it.
Error located(std::string_view which, std::string_view text, const Error& error, std::string_view field) {
    std::size_t shown = 60;  // at most, and whole characters of UTF-8
    while (shown < text.size() && (static_cast<unsigned char>(text[shown]) & 0xc0) == 0x80) --shown;
    return input_error(fmt::format("the {} \"{}{}\", {}", which, text.substr(0, shown),
                                   text.size() > shown ? "…" : "", error.message),
                       std::string(field));
}

/// The expressions of a formula in a graph: three nodes of the torque in body components, and the potential's.
struct Roots {
    std::vector<formula::Node> torque, potential;
};

Expected<Roots> roots_of(const FormulaText& text, const std::vector<formula::NamedParameter>& names,
                         formula::Graph& graph) {
    Roots roots;
    formula::Nodes torque{};
    if (!text.potential.empty()) {
        const auto node = formula::parse(text.potential, {names, false}, graph);
        if (!node) return located("potential", text.potential, node.error(), "potential");
        roots.potential.push_back(*node);
        torque = formula::turn_derivative(graph, *node);
        for (formula::Node& component : torque) component = graph.negate(component);
    } else {
        for (std::size_t i = 0; i < 3; ++i) {
            const auto node = formula::parse(text.torque[i], {names, true}, graph);
            if (!node)
                return located(i == 0   ? "first expression"
                               : i == 1 ? "second expression"
                                        : "third expression",
                               text.torque[i], node.error(), "torque");
            torque[i] = *node;
        }
        if (text.frame == Frame::space) torque = formula::to_body(graph, torque);
    }
    roots.torque.assign(torque.begin(), torque.end());
    return roots;
}

}  // namespace

Formula::Place Formula::place_of(std::string_view parameter) const {
    Place place;
    for (const FormulaParameter& p : text.parameters) {
        place.count = count_of(p);
        if (p.name == parameter) return place;
        place.first += place.count;
    }
    return {};
}

std::vector<double> Formula::numbers() const {
    std::vector<double> all;
    for (const FormulaParameter& p : text.parameters) {
        if (const auto* v = std::get_if<Eigen::Vector3d>(&p.value))
            all.insert(all.end(), {v->x(), v->y(), v->z()});
        else
            all.push_back(*std::get_if<double>(&p.value));
    }
    return all;
}

Expected<Formula> parse_formula(FormulaText text) {
    const bool has_torque = std::ranges::any_of(text.torque, [](const std::string& e) { return !e.empty(); });
    const bool has_potential = !text.potential.empty();
    if (has_torque && has_potential)
        return input_error("a formula has both a torque and a potential, expected one of them", "potential");
    if (auto error = wrong_parameter(text)) return *std::move(error);

    std::vector<formula::NamedParameter> names;
    std::size_t numbers = 0;
    for (const FormulaParameter& p : text.parameters) {
        names.push_back({p.name, count_of(p) == 3, numbers});
        numbers += count_of(p);
    }

    formula::Graph graph;
    auto roots = roots_of(text, names, graph);
    if (!roots) return roots.error();

    Formula made;
    std::vector<formula::Node> all = roots->torque;
    all.insert(all.end(), roots->potential.begin(), roots->potential.end());
    made.has_potential = has_potential;
    made.depends_on_time = formula::depends_on(graph, all, core::FormulaVariable::time);
    made.rate_degree = formula::rate_degree(graph, roots->torque);
    const formula::Switches switches = formula::switches(graph, all);
    made.has_kinks = switches.elsewhere;
    const auto compiled = [&](const formula::Graph& of, const std::vector<formula::Node>& nodes,
                              core::Program& program) -> std::optional<Error> {
        auto result = formula::compile(of, nodes, numbers);
        if (!result) return input_error(result.error().message, has_potential ? "potential" : "torque");
        program = *std::move(result);
        return std::nullopt;
    };
    if (auto error = compiled(graph, roots->torque, made.torque)) return *std::move(error);
    if (auto error = compiled(graph, roots->potential, made.potential)) return *std::move(error);
    if (auto error = compiled(graph, switches.times, made.breakpoints)) return *std::move(error);
    made.shown = has_potential
                   ? fmt::format("potential = \"{}\"", text.potential)
                   : fmt::format("[\"{}\", \"{}\", \"{}\"]", text.torque[0], text.torque[1], text.torque[2]);
    made.text = std::move(text);

    const std::vector<double> known = made.numbers();
    for (std::size_t i = 0; i < known.size(); ++i)
        if (formula::simplifies(known[i])) made.simplified.known.push_back({i, known[i]});
    if (made.simplified.known.empty()) return made;
    formula::Graph shorter(known);
    roots = roots_of(made.text, names, shorter);
    if (!roots) return roots.error();
    if (auto error = compiled(shorter, roots->torque, made.simplified.torque)) return *std::move(error);
    if (auto error = compiled(shorter, roots->potential, made.simplified.potential)) return *std::move(error);
    return made;
}

}  // namespace polhode
