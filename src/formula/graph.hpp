/// A formula as a graph of numbers: every subexpression once. Vectors are three nodes.
#pragma once

#include "polhode/formula/program.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace polhode::formula {

using core::FormulaVariable;
using core::Operation;

/// Where a node is in its graph. What a node is made of comes before it.
using Node = std::uint32_t;
using Nodes = std::array<Node, 3>;

struct Content {
    Operation operation{};
    std::array<Node, 3> of{};  ///< as many as the operation takes
    std::uint32_t index =
        0;               ///< of a parameter's number, a variable, an entry of the matrix (3 row + column)
    double value = 0;    ///< of a literal
    bool fixed = false;  ///< depends on literals and parameters alone
    bool sums_alone = false;  ///< made by +, − and × alone: zero times it is zero
};

/// How many nodes an operation takes.
std::size_t operands(Operation operation);

/// A number that makes a formula shorter where it is known.
inline bool simplifies(double x) { return x == 0 || x == 1 || x == -1; }

class Graph {
public:
    Graph() = default;
    /// Of a formula whose parameters have these numbers: those that simplify it are taken as literals.
    explicit Graph(std::vector<double> parameters) : known_parameters_(std::move(parameters)) {}

    Node literal(double value);
    Node parameter(std::size_t index);
    Node variable(FormulaVariable which);
    Node matrix_entry(int row, int column);
    /// The node for an operation, simplified where that changes no value.
    Node make(Operation operation, Node a, Node b = 0, Node c = 0);

    Node add(Node a, Node b) { return make(Operation::add, a, b); }
    Node subtract(Node a, Node b) { return make(Operation::subtract, a, b); }
    Node multiply(Node a, Node b) { return make(Operation::multiply, a, b); }
    Node divide(Node a, Node b) { return make(Operation::divide, a, b); }
    Node negate(Node a) { return make(Operation::negate, a); }

    const Content& operator[](Node node) const { return content_[node]; }
    std::size_t size() const { return content_.size(); }
    bool is_literal(Node node, double value) const {
        return content_[node].operation == Operation::literal && content_[node].value == value;
    }

    /// Which nodes are needed for these.
    std::vector<bool> needed_for(const std::vector<Node>& roots) const;

private:
    using Key = std::tuple<Operation, Node, Node, Node, std::uint32_t, std::uint64_t>;
    Node unique(const Content& content);
    Node whole_power(Node base, int exponent);

    std::vector<double> known_parameters_;
    std::vector<Content> content_;
    std::map<Key, Node> known_;
};

Node dot(Graph& graph, const Nodes& a, const Nodes& b);
Nodes cross(Graph& graph, const Nodes& a, const Nodes& b);
/// Rᵀ v and R v.
Nodes to_body(Graph& graph, const Nodes& v);
Nodes to_space(Graph& graph, const Nodes& v);

}  // namespace polhode::formula
