#include "formula/calculus.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace polhode::formula {

namespace {

/// The derivatives of the attitude. Row i of R changes as r → r × θ, the quaternion as ½ q θ.
Nodes of_matrix_entry(Graph& graph, int row, int column) {
    Nodes d{};
    d.fill(graph.literal(0));
    const int next = (column + 1) % 3, after = (column + 2) % 3;
    // (r × θ)_j = r_{j+1} θ_{j+2} − r_{j+2} θ_{j+1}
    d[static_cast<std::size_t>(after)] = graph.matrix_entry(row, next);
    d[static_cast<std::size_t>(next)] = graph.negate(graph.matrix_entry(row, after));
    return d;
}
Nodes of_quaternion(Graph& graph, FormulaVariable which) {
    const Node half = graph.literal(0.5);
    const auto part = [&](FormulaVariable v) { return graph.multiply(half, graph.variable(v)); };
    const auto minus = [&](FormulaVariable v) { return graph.negate(part(v)); };
    using enum FormulaVariable;
    switch (which) {
        case qx: return {part(qw), minus(qz), part(qy)};
        case qy: return {part(qz), part(qw), minus(qx)};
        case qz: return {minus(qy), part(qx), part(qw)};
        default: return {minus(qx), minus(qy), minus(qz)};
    }
}

bool is_quaternion(const Content& content) {
    return content.operation == Operation::variable
        && content.index >= static_cast<std::uint32_t>(FormulaVariable::qx)
        && content.index <= static_cast<std::uint32_t>(FormulaVariable::qw);
}

/// The derivative of an operation from those of its operands, along one direction.
Node chain(Graph& g, Node node, const std::array<Node, 3>& d) {
    const Content content = g[node];
    const Node a = content.of[0], b = content.of[1], da = d[0], db = d[1], zero = g.literal(0),
               one = g.literal(1);
    const auto times_slope = [&](Node slope) { return g.multiply(da, slope); };
    const auto one_minus_square = [&] { return g.multiply(g.subtract(one, a), g.add(one, a)); };
    switch (content.operation) {
        case Operation::negate: return g.negate(da);
        case Operation::sine: return times_slope(g.make(Operation::cosine, a));
        case Operation::cosine: return g.negate(times_slope(g.make(Operation::sine, a)));
        case Operation::tangent: return times_slope(g.add(one, g.multiply(node, node)));
        case Operation::arc_sine: return g.divide(da, g.make(Operation::square_root, one_minus_square()));
        case Operation::arc_cosine:
            return g.negate(g.divide(da, g.make(Operation::square_root, one_minus_square())));
        case Operation::arc_tangent: return g.divide(da, g.add(one, g.multiply(a, a)));
        case Operation::square_root: return g.divide(da, g.multiply(g.literal(2), node));
        case Operation::exponential: return times_slope(node);
        case Operation::logarithm: return g.divide(da, a);
        case Operation::absolute:
            return g.make(Operation::choose, g.make(Operation::less, a, zero), g.negate(da), da);
        case Operation::add: return g.add(da, db);
        case Operation::subtract: return g.subtract(da, db);
        case Operation::multiply: return g.add(g.multiply(da, b), g.multiply(a, db));
        case Operation::divide: return g.divide(g.subtract(da, g.multiply(node, db)), b);
        case Operation::power: {
            const Node slope = g.multiply(b, g.make(Operation::power, a, g.subtract(b, one)));
            const Node growth = g.multiply(node, g.make(Operation::logarithm, a));
            const Node by_base = g.is_literal(da, 0) ? zero : times_slope(slope);
            return g.is_literal(db, 0) ? by_base : g.add(by_base, g.multiply(db, growth));
        }
        case Operation::angle:
            return g.divide(g.subtract(g.multiply(b, da), g.multiply(a, db)),
                            g.add(g.multiply(a, a), g.multiply(b, b)));
        case Operation::smaller:
            return g.make(Operation::choose, g.make(Operation::less_or_equal, a, b), da, db);
        case Operation::larger:
            return g.make(Operation::choose, g.make(Operation::less_or_equal, b, a), da, db);
        case Operation::choose: return g.make(Operation::choose, a, db, d[2]);
        default: return zero;  // truths are constant between their jumps
    }
}

}  // namespace

Nodes turn_derivative(Graph& graph, Node of) {
    const Node zero = graph.literal(0);
    const std::vector<bool> needed = graph.needed_for({of});
    std::vector<Nodes> derivative(of + 1, Nodes{zero, zero, zero});
    for (Node n = 0; n <= of; ++n) {
        if (!needed[n]) continue;
        const Content content = graph[n];
        const std::size_t count = operands(content.operation);
        if (content.operation == Operation::matrix_entry)
            derivative[n] = of_matrix_entry(graph, static_cast<int>(content.index / 3),
                                            static_cast<int>(content.index % 3));
        if (is_quaternion(content))
            derivative[n] = of_quaternion(graph, static_cast<FormulaVariable>(content.index));
        for (std::size_t k = 0; k < 3; ++k) {
            std::array<Node, 3> d{zero, zero, zero};
            for (std::size_t i = 0; i < count; ++i) d[i] = derivative[content.of[i]][k];
            if (std::ranges::any_of(d, [&](Node x) { return x != zero; }))
                derivative[n][k] = chain(graph, n, d);
        }
    }
    return derivative[of];
}

bool depends_on(const Graph& graph, const std::vector<Node>& roots, FormulaVariable variable) {
    const std::vector<bool> needed = graph.needed_for(roots);
    for (Node n = 0; n < graph.size(); ++n)
        if (needed[n] && graph[n].operation == Operation::variable
            && graph[n].index == static_cast<std::uint32_t>(variable))
            return true;
    return false;
}

int rate_degree(const Graph& graph, const std::vector<Node>& roots) {
    std::vector<int> degree(graph.size(), 0);
    for (Node n = 0; n < graph.size(); ++n) {
        const Content& content = graph[n];
        const std::size_t count = operands(content.operation);
        const auto of = [&](std::size_t i) { return degree[content.of[i]]; };
        int largest = 0;
        for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, of(i));
        switch (content.operation) {
            case Operation::variable:
                degree[n] = content.index >= static_cast<std::uint32_t>(FormulaVariable::wx) ? 1 : 0;
                break;
            case Operation::negate:
            case Operation::add:
            case Operation::subtract: degree[n] = largest; break;
            case Operation::multiply: degree[n] = std::min(beyond, of(0) + of(1)); break;
            case Operation::divide: degree[n] = of(1) == 0 ? of(0) : beyond; break;
            case Operation::choose: degree[n] = of(0) == 0 ? largest : beyond; break;
            default: degree[n] = largest == 0 ? 0 : beyond; break;
        }
    }
    int largest = 0;
    for (const Node root : roots) largest = std::max(largest, degree[root]);
    return largest;
}

namespace {

/// slope · t + start, both of parameters alone.
struct Linear {
    Node slope, start;
};

std::optional<Linear> linear_of(Graph& g, const std::vector<std::optional<Linear>>& known, Node n) {
    const Content content = g[n];
    const Node zero = g.literal(0);
    if (content.fixed) return Linear{zero, n};
    const auto of = [&](std::size_t i) { return known[content.of[i]]; };
    switch (content.operation) {
        case Operation::variable:
            if (content.index == static_cast<std::uint32_t>(FormulaVariable::time))
                return Linear{g.literal(1), zero};
            return std::nullopt;
        case Operation::negate:
            if (of(0)) return Linear{g.negate(of(0)->slope), g.negate(of(0)->start)};
            return std::nullopt;
        case Operation::add:
        case Operation::subtract:
            if (of(0) && of(1))
                return Linear{g.make(content.operation, of(0)->slope, of(1)->slope),
                              g.make(content.operation, of(0)->start, of(1)->start)};
            return std::nullopt;
        case Operation::multiply:
            for (const std::size_t factor : {0U, 1U})
                if (g[content.of[factor]].fixed && of(1 - factor))
                    return Linear{g.multiply(content.of[factor], of(1 - factor)->slope),
                                  g.multiply(content.of[factor], of(1 - factor)->start)};
            return std::nullopt;
        case Operation::divide:
            if (g[content.of[1]].fixed && of(0))
                return Linear{g.divide(of(0)->slope, content.of[1]), g.divide(of(0)->start, content.of[1])};
            return std::nullopt;
        default: return std::nullopt;
    }
}

}  // namespace

Switches switches(Graph& graph, const std::vector<Node>& roots) {
    using enum Operation;
    const std::vector<bool> needed = graph.needed_for(roots);
    std::vector<std::optional<Linear>> linear(needed.size());
    Switches found;
    const Node zero = graph.literal(0);
    for (Node n = 0; n < needed.size(); ++n) {
        linear[n] = linear_of(graph, linear, n);
        const Content content = graph[n];
        if (needed[n] && content.operation == angle && !content.fixed)
            found.elsewhere = true;  // by 2π behind the point
        const bool changes_sides =
            std::ranges::count(std::array{less, less_or_equal, equal, smaller, larger, absolute},
                               content.operation)
            > 0;
        if (!needed[n] || !changes_sides || content.fixed) continue;
        const bool two_sides = operands(content.operation) == 2;
        if (!linear[content.of[0]] || (two_sides && !linear[content.of[1]])) {
            found.elsewhere = true;
            continue;
        }
        Linear side = *linear[content.of[0]];
        if (two_sides)
            side = {graph.subtract(side.slope, linear[content.of[1]]->slope),
                    graph.subtract(side.start, linear[content.of[1]]->start)};
        if (side.slope != zero) found.times.push_back(graph.divide(graph.negate(side.start), side.slope));
    }
    return found;
}

}  // namespace polhode::formula
