#include "formula/compile.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <utility>

namespace polhode::core {

ProgramView view(const Program& p) {
    ProgramView v;
    v.literals = p.literals.data();
    v.literal_count = p.literals.size();
    v.parameters = p.parameters;
    v.constants = p.constants;
    v.once = p.once.data();
    v.once_end = p.once.data() + p.once.size();
    v.code = p.code.data();
    v.code_end = p.code.data() + p.code.size();
    v.results = p.results.data();
    v.result_count = p.results.size();
    return v;
}

}  // namespace polhode::core

namespace polhode::formula {

namespace {

constexpr Node nothing = std::numeric_limits<Node>::max();

/// An instruction before registers are given out: operands are nodes, the constants behind them.
struct Step {
    Operation operation{};
    Node result = nothing;
    std::vector<Node> of;         ///< in registers
    std::vector<Node> constants;  ///< fixed nodes
};

/// The four components of the quaternion by which an entry of the matrix is computed.
struct EntryFormula {
    Operation operation;
    std::array<FormulaVariable, 4> of;
};
EntryFormula formula_of_entry(std::uint32_t index) {
    using enum FormulaVariable;
    switch (index) {
        case 0: return {Operation::one_minus_squares, {qy, qz, qy, qz}};
        case 1: return {Operation::twice_difference, {qx, qy, qw, qz}};
        case 2: return {Operation::twice_sum, {qx, qz, qw, qy}};
        case 3: return {Operation::twice_sum, {qx, qy, qw, qz}};
        case 4: return {Operation::one_minus_squares, {qx, qz, qx, qz}};
        case 5: return {Operation::twice_difference, {qy, qz, qw, qx}};
        case 6: return {Operation::twice_difference, {qx, qz, qw, qy}};
        case 7: return {Operation::twice_sum, {qy, qz, qw, qx}};
        default: return {Operation::one_minus_squares, {qx, qy, qx, qy}};
    }
}

class Compiler {
public:
    Compiler(const Graph& graph, const std::vector<Node>& roots, std::size_t parameters)
        : graph_(graph), roots_(roots), needed_(graph.needed_for(roots)), constant_(graph.size(), nothing) {
        program_.parameters = parameters;
    }

    Expected<core::Program> program() {
        if (graph_.size() + program_.parameters > std::numeric_limits<std::uint16_t>::max())
            return too_large();
        find_constants();
        count_uses();
        find_matrix();
        for (Node n = 0; n < needed_.size(); ++n)
            if (needed_[n] && !graph_[n].fixed && !absorbed_[n]) emit(n);
        for (const Node root : roots_)
            if (graph_[root].fixed) in_register(root);
        if (!give_registers()) return too_large();
        return std::move(program_);
    }

private:
    static Error too_large() {
        return input_error("the formula is too large to be evaluated, expected a shorter one");
    }

    /// Literals, parameters, and what is computed from them once.
    void find_constants() {
        for (Node n = 0; n < needed_.size(); ++n)
            if (needed_[n] && graph_[n].operation == Operation::literal) {
                constant_[n] = static_cast<Node>(program_.literals.size());
                program_.literals.push_back(graph_[n].value);
            }
        std::size_t next = program_.literals.size() + program_.parameters;
        for (Node n = 0; n < needed_.size(); ++n) {
            const Content& content = graph_[n];
            if (!needed_[n] || !content.fixed || content.operation == Operation::literal) continue;
            if (content.operation == Operation::parameter) {
                constant_[n] = static_cast<Node>(program_.literals.size() + content.index);
                continue;
            }
            constant_[n] = static_cast<Node>(next++);
            core::Instruction once;
            once.operation = content.operation;
            once.to = short_of(constant_[n]);
            const std::size_t count = operands(content.operation);
            std::array<std::uint16_t*, 3> fields{&once.a, &once.b, &once.c};
            for (std::size_t i = 0; i < count; ++i) *fields[i] = short_of(constant_[content.of[i]]);
            program_.once.push_back(once);
        }
        program_.constants = next;
    }

    /// A product that is used once, in a sum, is computed with it.
    void count_uses() {
        uses_.assign(graph_.size(), 0);
        absorbed_.assign(graph_.size(), false);
        for (Node n = 0; n < needed_.size(); ++n)
            if (needed_[n] && !graph_[n].fixed)
                for (std::size_t i = 0; i < operands(graph_[n].operation); ++i) ++uses_[graph_[n].of[i]];
        for (const Node root : roots_) uses_[root] += 2;
        for (Node n = 0; n < needed_.size(); ++n) {
            const Content& content = graph_[n];
            if (!needed_[n] || content.fixed) continue;
            const auto [a, b] = std::pair(content.of[0], content.of[1]);
            const bool adds = content.operation == Operation::add;
            if (!adds && content.operation != Operation::subtract) continue;
            if ((is_product(a) && is_product(b)) || (is_scaled(a) && is_scaled(b))) {
                absorbed_[a] = absorbed_[b] = true;
            } else if (is_once_used_product(b) && !graph_[a].fixed) {
                absorbed_[b] = true;
            } else if (adds && is_once_used_product(a) && !graph_[b].fixed) {
                absorbed_[a] = true;
            }
        }
    }
    /// Many entries of the matrix are computed all at once.
    void find_matrix() {
        std::size_t count = 0;
        for (Node n = 0; n < needed_.size(); ++n)
            count += needed_[n] && graph_[n].operation == Operation::matrix_entry ? 1 : 0;
        has_matrix_ = count > 3;
        if (has_matrix_) steps_.push_back({Operation::matrix, nothing, {}, {}});
    }

    bool is_once_used_product(Node n) const {
        return graph_[n].operation == Operation::multiply && uses_[n] == 1 && !graph_[n].fixed;
    }
    /// Of two registers.
    bool is_product(Node n) const {
        return is_once_used_product(n) && !graph_[graph_[n].of[0]].fixed && !graph_[graph_[n].of[1]].fixed;
    }
    /// Of a register and a constant.
    bool is_scaled(Node n) const { return is_once_used_product(n) && !is_product(n); }
    /// The two operands of a product, the constant one last.
    std::pair<Node, Node> factors(Node n) const {
        const auto& of = graph_[n].of;
        return graph_[of[0]].fixed ? std::pair(of[1], of[0]) : std::pair(of[0], of[1]);
    }

    void emit(Node n) {
        const Content& content = graph_[n];
        if (content.operation == Operation::variable) return;
        if (content.operation == Operation::matrix_entry) {
            if (has_matrix_) return;
            const EntryFormula formula = formula_of_entry(content.index);
            Step step{formula.operation, n, {}, {}};
            for (const FormulaVariable v : formula.of) step.of.push_back(variable_node(v));
            steps_.push_back(std::move(step));
            return;
        }
        if (emit_fused(n) || emit_with_constant(n)) return;
        Step step{content.operation, n, {}, {}};
        for (std::size_t i = 0; i < operands(content.operation); ++i)
            step.of.push_back(in_register(content.of[i]));
        steps_.push_back(std::move(step));
    }

    bool emit_fused(Node n) {
        const Content& content = graph_[n];
        Node a = content.of[0], b = content.of[1];
        const bool adds = content.operation == Operation::add;
        if (!adds && content.operation != Operation::subtract) return false;
        if (adds && absorbed_[a] && !absorbed_[b]) std::swap(a, b);
        if (!absorbed_[b]) return false;
        const auto [x, y] = factors(b);
        const bool scaled = graph_[y].fixed;
        if (absorbed_[a]) {
            const auto [u, v] = factors(a);
            if (scaled)
                steps_.push_back(
                    {adds ? Operation::scaled_sum : Operation::scaled_difference, n, {u, x}, {v, y}});
            else
                steps_.push_back(
                    {adds ? Operation::products_sum : Operation::products_difference, n, {u, v, x, y}, {}});
        } else if (scaled) {
            steps_.push_back({adds ? Operation::scale_add : Operation::subtract_scaled, n, {x, a}, {y}});
        } else {
            steps_.push_back(
                {adds ? Operation::multiply_add : Operation::subtract_product, n, {x, y, a}, {}});
        }
        return true;
    }

    bool emit_with_constant(Node n) {
        const Content& content = graph_[n];
        if (operands(content.operation) != 2) return false;
        const auto [a, b] = std::pair(content.of[0], content.of[1]);
        const bool left = graph_[a].fixed, right = graph_[b].fixed;
        if (!left && !right) return false;
        std::optional<Operation> operation;
        switch (content.operation) {
            case Operation::add: operation = Operation::add_constant; break;
            case Operation::multiply: operation = Operation::multiply_constant; break;
            case Operation::subtract:
                operation = right ? Operation::subtract_constant : Operation::from_constant;
                break;
            case Operation::divide:
                operation = right ? Operation::divide_constant : Operation::constant_over;
                break;
            default: return false;
        }
        steps_.push_back({*operation, n, {left ? b : a}, {left ? a : b}});
        return true;
    }

    /// Nodes of variables need not be in the graph; their registers are known.
    static constexpr Node first_variable = nothing - 100;
    static Node variable_node(FormulaVariable v) { return first_variable + static_cast<Node>(v); }

    /// A constant that an operation needs in a register is loaded once.
    Node in_register(Node n) {
        if (graph_[n].fixed && !loaded_.contains(n)) {
            loaded_.insert(n);
            steps_.push_back({Operation::load, n, {}, {n}});
        }
        return n;
    }

    static std::uint16_t short_of(Node n) { return static_cast<std::uint16_t>(n); }

    /// Each result gets the first register that nothing needs any more; false if there are too few.
    bool give_registers() {
        std::map<Node, std::size_t> last_use;
        for (std::size_t i = 0; i < steps_.size(); ++i)
            for (const Node n : steps_[i].of) last_use[n] = i;
        for (const Node root : roots_) last_use[root] = steps_.size();

        std::map<Node, std::uint16_t> place;
        std::priority_queue<std::uint16_t, std::vector<std::uint16_t>, std::greater<>> free;
        std::size_t used = has_matrix_ ? core::first_entry + core::entries : core::variables;
        const auto register_of = [&](Node n) {
            if (n >= first_variable) return short_of(n - first_variable);
            if (graph_[n].operation == Operation::variable) return short_of(graph_[n].index);
            if (has_matrix_ && graph_[n].operation == Operation::matrix_entry)
                return short_of(graph_[n].index + core::first_entry);
            return place.at(n);
        };
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            const Step& step = steps_[i];
            core::Instruction instruction;
            instruction.operation = step.operation;
            std::array<std::uint16_t*, 4> fields{&instruction.a, &instruction.b, &instruction.c,
                                                 &instruction.d};
            std::size_t field = 0;
            for (const Node n : step.of) *fields[field++] = register_of(n);
            for (const Node n : step.constants) *fields[field++] = short_of(constant_[n]);
            for (const Node n : step.of)
                if (const auto held = place.find(n); held != place.end() && last_use[n] == i) {
                    free.push(held->second);
                    place.erase(held);
                }
            if (step.result == nothing) {  // has registers of its own
                program_.code.push_back(instruction);
                continue;
            }
            if (free.empty()) {
                if (used == core::most_registers) return false;
                free.push(static_cast<std::uint16_t>(used++));
            }
            place[step.result] = instruction.to = free.top();
            free.pop();
            program_.code.push_back(instruction);
        }
        for (const Node root : roots_) program_.results.push_back(register_of(root));
        return true;
    }

    const Graph& graph_;
    const std::vector<Node>& roots_;
    std::vector<bool> needed_;
    std::vector<Node> constant_;  ///< where a fixed node is among the constants
    std::vector<int> uses_;
    std::vector<bool> absorbed_;
    std::set<Node> loaded_;
    bool has_matrix_ = false;
    std::vector<Step> steps_;
    core::Program program_;
};

}  // namespace

Expected<core::Program> compile(const Graph& graph, const std::vector<Node>& roots, std::size_t parameters) {
    return Compiler(graph, roots, parameters).program();
}

}  // namespace polhode::formula
