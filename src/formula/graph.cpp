#include "formula/graph.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace polhode::formula {

std::size_t operands(Operation operation) {
    if (operation < Operation::negate) return 0;
    if (operation < Operation::add) return 1;
    if (operation < Operation::choose) return 2;
    return 3;
}

namespace {

/// Sums and products of these are exact.
bool small_whole(double x) { return std::trunc(x) == x && std::abs(x) < 1e6; }

bool commutes(Operation operation) {
    return operation == Operation::add || operation == Operation::multiply || operation == Operation::equal;
}

constexpr int most_factors = 64;

}  // namespace

Node Graph::literal(double value) {
    Content c;
    c.operation = Operation::literal;
    c.value = value;
    c.fixed = true;
    c.sums_alone = std::isfinite(value);
    return unique(c);
}
Node Graph::parameter(std::size_t index) {
    if (index < known_parameters_.size() && simplifies(known_parameters_[index]))
        return literal(known_parameters_[index]);
    Content c;
    c.operation = Operation::parameter;
    c.index = static_cast<std::uint32_t>(index);
    c.fixed = c.sums_alone = true;
    return unique(c);
}
Node Graph::variable(FormulaVariable which) {
    Content c;
    c.operation = Operation::variable;
    c.index = static_cast<std::uint32_t>(which);
    c.sums_alone = true;
    return unique(c);
}
Node Graph::matrix_entry(int row, int column) {
    Content c;
    c.operation = Operation::matrix_entry;
    c.index = static_cast<std::uint32_t>(3 * row + column);
    c.sums_alone = true;
    return unique(c);
}

Node Graph::unique(const Content& content) {
    const Key key{content.operation, content.of[0], content.of[1],
                  content.of[2],     content.index, std::bit_cast<std::uint64_t>(content.value)};
    const auto [place, is_new] = known_.try_emplace(key, static_cast<Node>(content_.size()));
    if (is_new) content_.push_back(content);
    return place->second;
}

Node Graph::whole_power(Node base, int exponent) {
    if (exponent < 0) return divide(literal(1), whole_power(base, -exponent));
    Node result = literal(1), square = base;
    for (int n = exponent; n > 0; n /= 2) {
        if (n % 2 == 1) result = multiply(result, square);
        if (n > 1) square = multiply(square, square);
    }
    return result;
}

Node Graph::make(Operation operation, Node a, Node b, Node c) {
    const auto is = [&](Node n, double value) { return is_literal(n, value); };
    const auto negated = [&](Node n) { return content_[n].operation == Operation::negate; };
    const auto is_number = [&](Node n) { return content_[n].operation == Operation::literal; };
    if (commutes(operation) && b < a) std::swap(a, b);

    // Only what is exact is computed here; the rest, in the precision of the scalar, when parameters are known.
    const double x = content_[a].value, y = content_[b].value;
    if (operation == Operation::negate && is_number(a)) return literal(-x);
    if (operands(operation) == 2 && is_number(a) && is_number(b) && small_whole(x) && small_whole(y)) {
        if (operation == Operation::add) return literal(x + y);
        if (operation == Operation::subtract) return literal(x - y);
        if (operation == Operation::multiply) return literal(x * y);
    }
    switch (operation) {
        case Operation::negate:
            if (negated(a)) return content_[a].of[0];
            // a sign costs nothing in a factor that is computed once
            if (content_[a].operation == Operation::multiply)
                for (const std::size_t i : {0U, 1U})
                    if (const auto of = content_[a].of; content_[of[i]].fixed)
                        return multiply(negate(of[i]), of[1 - i]);
            break;
        case Operation::add:
            if (is(a, 0)) return b;
            if (is(b, 0)) return a;
            if (negated(b)) return subtract(a, content_[b].of[0]);
            if (negated(a)) return subtract(b, content_[a].of[0]);
            break;
        case Operation::subtract:
            if (is(b, 0)) return a;
            if (is(a, 0)) return negate(b);
            if (negated(b)) return add(a, content_[b].of[0]);
            break;
        case Operation::multiply:
            for (const auto& [factor, other] : {std::pair(a, b), std::pair(b, a)}) {
                if (is(factor, 0) && content_[other].sums_alone) return factor;
                if (is(factor, 1)) return other;
                if (is(factor, -1)) return negate(other);
                if (!negated(other) || content_[other].fixed) continue;
                const Node positive = content_[other].of[0];
                return content_[factor].fixed ? multiply(negate(factor), positive)
                                              : negate(multiply(factor, positive));
            }
            break;
        case Operation::divide:
            if (is(b, 1)) return a;
            break;
        case Operation::power:
            if (is(b, 0.5)) return make(Operation::square_root, a);
            if (is_number(b) && std::trunc(y) == y && std::abs(y) <= most_factors)
                return whole_power(a, static_cast<int>(y));
            break;
        case Operation::choose:
            if (b == c) return b;
            break;
        default: break;
    }

    Content made;
    made.operation = operation;
    const std::size_t count = operands(operation);
    const std::array<Node, 3> of{a, b, c};
    made.fixed = made.sums_alone = true;
    for (std::size_t i = 0; i < count; ++i) {
        made.of[i] = of[i];
        made.fixed = made.fixed && content_[of[i]].fixed;
        made.sums_alone = made.sums_alone && content_[of[i]].sums_alone;
    }
    made.sums_alone = made.sums_alone
                   && (operation == Operation::negate || operation == Operation::add
                       || operation == Operation::subtract || operation == Operation::multiply);
    return unique(made);
}

std::vector<bool> Graph::needed_for(const std::vector<Node>& roots) const {
    std::vector<bool> needed(size(), false);
    for (const Node root : roots) needed[root] = true;
    for (Node n = static_cast<Node>(size()); n-- > 0;)
        if (needed[n])
            for (std::size_t i = 0; i < operands(content_[n].operation); ++i)
                needed[content_[n].of[i]] = true;
    return needed;
}

Node dot(Graph& graph, const Nodes& a, const Nodes& b) {
    Node sum = graph.literal(0);
    for (std::size_t i = 0; i < 3; ++i) sum = graph.add(sum, graph.multiply(a[i], b[i]));
    return sum;
}
Nodes cross(Graph& graph, const Nodes& a, const Nodes& b) {
    const auto component = [&](std::size_t i, std::size_t j) {
        return graph.subtract(graph.multiply(a[i], b[j]), graph.multiply(a[j], b[i]));
    };
    return {component(1, 2), component(2, 0), component(0, 1)};
}
Nodes to_body(Graph& graph, const Nodes& v) {
    Nodes result{};
    for (int j = 0; j < 3; ++j) {
        const Nodes column{graph.matrix_entry(0, j), graph.matrix_entry(1, j), graph.matrix_entry(2, j)};
        result[static_cast<std::size_t>(j)] = dot(graph, column, v);
    }
    return result;
}
Nodes to_space(Graph& graph, const Nodes& v) {
    Nodes result{};
    for (int i = 0; i < 3; ++i) {
        const Nodes row{graph.matrix_entry(i, 0), graph.matrix_entry(i, 1), graph.matrix_entry(i, 2)};
        result[static_cast<std::size_t>(i)] = dot(graph, row, v);
    }
    return result;
}

}  // namespace polhode::formula
