#include "formula/parser.hpp"

#include "formula/lexer.hpp"
#include "formula/names.hpp"
#include "text/nearest_name.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace polhode::formula {

namespace {

/// An expression may be nested so deep: every level takes some of the stack.
constexpr int deepest = 200;
/// A graph beyond this is no formula that a person wrote.
constexpr std::size_t most_nodes = 50'000;

enum class Type { number, vector, truth };

std::string_view described(Type type) {
    switch (type) {
        case Type::number: return "a number";
        case Type::vector: return "a vector";
        case Type::truth: break;
    }
    return "a comparison";
}

/// A number or a truth has one node, the first.
struct Value {
    Type type = Type::number;
    Nodes nodes{};
    std::size_t column = 1;  ///< where it begins
};
using Parsed = std::optional<Value>;  ///< empty after an error

/// Recursive descent: a function for each level of precedence, from the loosest to the tightest.
class Parser {
public:
    Parser(std::string_view text, const Surroundings& surroundings, Graph& graph)
        : lexer_(text), surroundings_(surroundings), graph_(graph), token_(lexer_.next()) {}

    Expected<Node> all() {
        if (token_.kind == Token::Kind::end) fail(1, "the expression is empty, expected a number");
        Parsed value = error_ ? std::nullopt : disjunction();
        if (value && token_.kind != Token::Kind::end) {
            fail(token_.column,
                 fmt::format("found {} after the end of the expression, expected an operator", found()));
            value.reset();
        }
        if (value && value->type != Type::number) wrong_type(*value, "the expression is", Type::number);
        if (error_) return *std::move(error_);
        return value->nodes[0];
    }

private:
    // --- errors ---

    /// Keeps the first one.
    std::nullopt_t fail(std::size_t column, std::string_view what) {
        if (!error_) error_ = input_error(fmt::format("column {}: {}", column, what));
        return std::nullopt;
    }
    std::string found() const {
        return token_.kind == Token::Kind::end ? "the end" : fmt::format("\"{}\"", token_.text);
    }
    std::nullopt_t unexpected(std::string_view expected) {
        return fail(token_.column, fmt::format("found {}, expected {}", found(), expected));
    }
    std::nullopt_t wrong_type(const Value& value, std::string_view what, Type expected) {
        const std::string_view remedy = value.type == Type::truth && expected == Type::number
                                          ? "; if(condition, a, b) makes a number of it"
                                      : value.type == Type::vector && expected == Type::number
                                          ? "; .x, .y and .z are its components"
                                          : "";
        return fail(value.column, fmt::format("{} {}, expected {}{}", what, described(value.type),
                                              described(expected), remedy));
    }

    // --- words ---

    void advance() { token_ = lexer_.next(); }
    bool accept(std::string_view symbol) {
        if (!token_.is(symbol)) return false;
        advance();
        return true;
    }

    // --- from the loosest operator to the tightest ---

    /// Counts how deep it is.
    class Level {
    public:
        explicit Level(int& depth) : depth_(depth) { ++depth_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;
        ~Level() { --depth_; }

    private:
        int& depth_;
    };
    bool too_deep() {
        if (depth_ > deepest)
            fail(token_.column,
                 fmt::format("the expression is nested more than {} deep, expected a simpler one", deepest));
        return error_.has_value();
    }

    Parsed disjunction() {
        const Parsed value = of_truths("||", Operation::either, [this] {
            return of_truths("&&", Operation::both, [this] { return comparison(); });
        });
        if (value && (token_.is("&") || token_.is("|"))) return unexpected(token_.is("&") ? "&&" : "||");
        return value;
    }

    template <class Inner>
    Parsed of_truths(std::string_view symbol, Operation operation, const Inner& inner) {
        Parsed left = inner();
        while (left && token_.is(symbol)) {
            if (left->type != Type::truth)
                return wrong_type(*left, fmt::format("what stands before {} is", symbol), Type::truth);
            advance();
            const Parsed right = inner();
            if (!right) return right;
            if (right->type != Type::truth)
                return wrong_type(*right, fmt::format("what stands after {} is", symbol), Type::truth);
            left->nodes[0] = make(operation, left->nodes[0], right->nodes[0]);
        }
        return left;
    }

    Parsed comparison() {
        Parsed left = sum();
        if (left && (token_.is("!=") || token_.is("=")))
            return unexpected(token_.is("=") ? "==" : "!(a == b), by which a formula says it");
        const std::string_view symbol = token_.text;
        const bool compares =
            token_.is("<") || token_.is("<=") || token_.is(">") || token_.is(">=") || token_.is("==");
        if (!left || !compares) return left;
        advance();
        const Parsed right = sum();
        if (!right) return right;
        for (const Value& side : {*left, *right})
            if (side.type != Type::number)
                return wrong_type(side, fmt::format("{} compares numbers, found", symbol), Type::number);
        const Node a = left->nodes[0], b = right->nodes[0];
        left->type = Type::truth;
        left->nodes[0] = symbol == "<"  ? make(Operation::less, a, b)
                       : symbol == ">"  ? make(Operation::less, b, a)
                       : symbol == "<=" ? make(Operation::less_or_equal, a, b)
                       : symbol == ">=" ? make(Operation::less_or_equal, b, a)
                                        : make(Operation::equal, a, b);
        return left;
    }

    Parsed sum() {
        Parsed left = product();
        while (left && (token_.is("+") || token_.is("-"))) {
            const std::string symbol(token_.text);
            advance();
            const Parsed right = product();
            if (!right) return right;
            for (const Value& side : {*left, *right})
                if (side.type == Type::truth)
                    return wrong_type(side, fmt::format("{} joins numbers or vectors, found", symbol),
                                      Type::number);
            if (left->type != right->type)
                return fail(right->column,
                            fmt::format("{} joins {} with {}, expected two of one kind", symbol,
                                        described(left->type), described(right->type)));
            const Operation operation = symbol == "+" ? Operation::add : Operation::subtract;
            for (std::size_t i = 0; i < components(*left); ++i)
                left->nodes[i] = make(operation, left->nodes[i], right->nodes[i]);
        }
        return left;
    }

    Parsed product() {
        Parsed left = signed_value();
        while (left && (token_.is("*") || token_.is("/") || token_.is("**"))) {
            if (token_.is("**")) return unexpected("^, which is the power here");
            const bool divides = token_.is("/");
            advance();
            Parsed right = signed_value();
            if (!right) return right;
            for (const Value& side : {*left, *right})
                if (side.type == Type::truth)
                    return wrong_type(side,
                                      fmt::format("{} takes numbers and vectors, found", divides ? "/" : "*"),
                                      Type::number);
            if (right->type == Type::vector && (divides || left->type == Type::vector))
                return fail(right->column, divides
                                               ? "a vector divides nothing, expected a number"
                                               : "* joins two vectors, expected dot(a, b) or cross(a, b)");
            const std::size_t column = left->column;
            if (right->type == Type::vector) std::swap(left, right);
            for (std::size_t i = 0; i < components(*left); ++i)
                left->nodes[i] =
                    make(divides ? Operation::divide : Operation::multiply, left->nodes[i], right->nodes[0]);
            left->column = column;
        }
        return left;
    }

    Parsed signed_value() {
        const Level level(depth_);
        if (too_deep()) return std::nullopt;
        const std::size_t column = token_.column;
        if (accept("!")) {
            Parsed value = signed_value();
            if (!value) return value;
            if (value->type != Type::truth) return wrong_type(*value, "what stands after ! is", Type::truth);
            value->nodes[0] = make(Operation::opposite, value->nodes[0]);
            value->column = column;
            return value;
        }
        if (!token_.is("-") && !token_.is("+")) return power();
        const bool down = token_.is("-");
        advance();
        Parsed value = signed_value();
        if (!value) return value;
        if (value->type == Type::truth) return wrong_type(*value, "what has a sign is", Type::number);
        for (std::size_t i = 0; down && i < components(*value); ++i)
            value->nodes[i] = make(Operation::negate, value->nodes[i]);
        value->column = column;
        return value;
    }

    /// From right to left: a^b^c is a^(b^c), and the exponent may have a sign.
    Parsed power() {
        Parsed base = with_components();
        if (!base || !accept("^")) return base;
        const Parsed exponent = signed_value();
        if (!exponent) return exponent;
        for (const Value& side : {*base, *exponent})
            if (side.type != Type::number) return wrong_type(side, "^ takes numbers, found", Type::number);
        base->nodes[0] = make(Operation::power, base->nodes[0], exponent->nodes[0]);
        return base;
    }

    /// v.x
    Parsed with_components() {
        Parsed value = primary();
        while (value && accept(".")) {
            const bool known = token_.text == "x" || token_.text == "y" || token_.text == "z";
            if (!known) return unexpected("x, y or z after the point");
            if (value->type != Type::vector)
                return fail(value->column, fmt::format(".{} is a component of a vector, found {}",
                                                       token_.text, described(value->type)));
            value->type = Type::number;
            value->nodes[0] = value->nodes[token_.text == "x" ? 0 : token_.text == "y" ? 1 : 2];
            advance();
        }
        return value;
    }

    Parsed primary() {
        const Token start = token_;
        if (start.kind == Token::Kind::number) {
            advance();
            if (!std::isfinite(start.number))
                return fail(start.column,
                            fmt::format("{} is beyond the largest number, 1.8e308", start.text));
            return number(graph_.literal(start.number), start.column);
        }
        if (start.kind == Token::Kind::name) {
            advance();
            return token_.is("(") ? call(start) : named(start);
        }
        if (accept("(")) {
            Parsed value = disjunction();
            if (!value) return value;
            if (!accept(")"))
                return unexpected(fmt::format(") for the bracket opened at column {}", start.column));
            value->column = start.column;
            return value;
        }
        return unexpected("a number, a name or a bracket");
    }

    // --- names ---

    Parsed named(const Token& name) {
        for (const NamedParameter& parameter : surroundings_.parameters)
            if (parameter.name == name.text) {
                Value value{parameter.is_vector ? Type::vector : Type::number, {}, name.column};
                for (std::size_t i = 0; i < components(value); ++i)
                    value.nodes[i] = graph_.parameter(parameter.first + i);
                return value;
            }
        if (is_function(name.text))
            return fail(name.column,
                        fmt::format("{} is a function, expected ( after it, found {}", name.text, found()));
        if (!is_built_in(name.text)) return unknown(name, false);
        const std::string_view text = name.text;
        if (text == "pi") return number(graph_.literal(std::numbers::pi), name.column);
        if (text == "t") return number(graph_.variable(FormulaVariable::time), name.column);
        if (text[0] == 'q') {
            const FormulaVariable which = text == "qx" ? FormulaVariable::qx
                                        : text == "qy" ? FormulaVariable::qy
                                        : text == "qz" ? FormulaVariable::qz
                                                       : FormulaVariable::qw;
            return number(graph_.variable(which), name.column);
        }
        if (text[0] == 'r') return number(graph_.matrix_entry(text[1] - '1', text[2] - '1'), name.column);
        if (!surroundings_.rates_allowed)
            return fail(
                name.column,
                fmt::format("{} is an angular velocity, expected a potential of t and the attitude alone",
                            text));
        const Nodes rates{graph_.variable(FormulaVariable::wx), graph_.variable(FormulaVariable::wy),
                          graph_.variable(FormulaVariable::wz)};
        if (text == "w") return Value{Type::vector, rates, name.column};
        return number(rates[text == "wx" ? 0 : text == "wy" ? 1 : 2], name.column);
    }

    std::nullopt_t unknown(const Token& name, bool called) {
        std::vector<std::string_view> known = called ? function_names() : value_names();
        if (!called)
            for (const NamedParameter& parameter : surroundings_.parameters) known.push_back(parameter.name);
        return fail(name.column, fmt::format("{} is no {}{}", name.text,
                                             called ? "function" : "known name, and no parameter",
                                             did_you_mean(name.text, known)));
    }

    // --- functions ---

    Parsed call(const Token& name) {
        const bool known = is_function(name.text);
        if (!known && (is_built_in(name.text) || is_parameter(name.text)))
            return fail(token_.column,
                        fmt::format("{} is no function, expected an operator, found \"(\"", name.text));
        if (!known) return unknown(name, true);
        const std::size_t opened = token_.column;
        advance();
        std::vector<Value> arguments;
        if (!token_.is(")")) {
            do {
                const Parsed argument = disjunction();
                if (!argument) return argument;
                arguments.push_back(*argument);
            } while (accept(","));
        }
        if (!accept(")"))
            return unexpected(fmt::format("a comma, or ) for the bracket opened at column {}", opened));
        return applied(name, arguments);
    }

    bool is_parameter(std::string_view name) const {
        return std::ranges::find(surroundings_.parameters, name, &NamedParameter::name)
            != surroundings_.parameters.end();
    }

    Parsed applied(const Token& name, const std::vector<Value>& arguments) {
        const auto takes = [&](std::size_t count, std::string_view what) {
            if (arguments.size() == count) return true;
            fail(name.column, fmt::format("{} takes {}, found {}", name.text, what, arguments.size()));
            return false;
        };
        const auto are = [&](Type type) {
            for (const Value& argument : arguments)
                if (argument.type != type) {
                    wrong_type(argument, fmt::format("an argument of {} is", name.text), type);
                    return false;
                }
            return true;
        };
        if (name.text == "if") return conditional(name, arguments);
        if (name.text == "dot" || name.text == "cross") {
            if (!takes(2, "two vectors") || !are(Type::vector)) return std::nullopt;
            if (name.text == "dot")
                return number(dot(graph_, arguments[0].nodes, arguments[1].nodes), name.column);
            return Value{Type::vector, cross(graph_, arguments[0].nodes, arguments[1].nodes), name.column};
        }
        if (name.text == "to_body" || name.text == "to_space") {
            if (!takes(1, "one vector") || !are(Type::vector)) return std::nullopt;
            const auto& v = arguments[0].nodes;
            return Value{Type::vector, name.text == "to_body" ? to_body(graph_, v) : to_space(graph_, v),
                         name.column};
        }
        const Operation operation = number_function(name.text)->operation;
        const std::size_t count = operands(operation);
        if (!takes(count, count == 1 ? "one number" : "two numbers") || !are(Type::number))
            return std::nullopt;
        return number(make(operation, arguments[0].nodes[0], arguments[count - 1].nodes[0]), name.column);
    }

    Parsed conditional(const Token& name, const std::vector<Value>& arguments) {
        if (arguments.size() != 3)
            return fail(name.column,
                        fmt::format("if takes a condition and two values, found {}", arguments.size()));
        if (arguments[0].type != Type::truth)
            return wrong_type(arguments[0], "the condition of if is", Type::truth);
        for (std::size_t i : {1U, 2U})
            if (arguments[i].type == Type::truth)
                return wrong_type(arguments[i], "a value of if is", Type::number);
        if (arguments[1].type != arguments[2].type)
            return fail(arguments[2].column,
                        fmt::format("if chooses between {} and {}, expected two of one kind",
                                    described(arguments[1].type), described(arguments[2].type)));
        Value value{arguments[1].type, {}, name.column};
        for (std::size_t i = 0; i < components(value); ++i)
            value.nodes[i] = graph_.make(Operation::choose, arguments[0].nodes[0], arguments[1].nodes[i],
                                         arguments[2].nodes[i]);
        return value;
    }

    // --- nodes ---

    static std::size_t components(const Value& value) { return value.type == Type::vector ? 3 : 1; }
    static Value number(Node node, std::size_t column) { return {Type::number, {node, 0, 0}, column}; }
    Node make(Operation operation, Node a, Node b = 0) {
        if (graph_.size() > most_nodes)
            fail(token_.column, "the expression is too long, expected a shorter one");
        return graph_.make(operation, a, b);
    }

    Lexer lexer_;
    const Surroundings& surroundings_;
    Graph& graph_;
    Token token_;
    std::optional<Error> error_;
    int depth_ = 0;
};

}  // namespace

Expected<Node> parse(std::string_view text, const Surroundings& surroundings, Graph& graph) {
    return Parser(text, surroundings, graph).all();
}

}  // namespace polhode::formula
