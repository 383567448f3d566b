/// The orders of all methods with five kinds of torque, beside those that their sheets state: the tables of
/// docs/orders.md. Problems and measurement are those of tests/method/rate_order_test.cpp.
///
///     build/bench/orders [METHOD...]
#include "options.hpp"
#include "support/measured_order.hpp"
#include "support/tested_methods.hpp"

#include <algorithm>

using namespace polhode;
using namespace polhode::bench;
using namespace polhode::test;

namespace {

/// Why methods refuse a torque, each sentence once.
class Notes {
public:
    /// The number of the note.
    std::size_t of(std::string_view method, std::string sentence) {
        const std::string name(method.substr(0, method.rfind('+')));
        for (std::size_t at = sentence.find('"' + name); at != std::string::npos;
             at = sentence.find('"' + name, at + 1))
            sentence.replace(at + 1, name.size(), "NAME");
        const auto known = std::ranges::find(sentences_, sentence);
        if (known == sentences_.end()) {
            sentences_.push_back(std::move(sentence));
            return sentences_.size();
        }
        return static_cast<std::size_t>(known - sentences_.begin()) + 1;
    }

    void print() const {
        print_head({"note", "what the program says"});
        for (std::size_t n = 0; n < sentences_.size(); ++n)
            print_row({fmt::format("{}", n + 1), sentences_[n]});
    }

private:
    std::vector<std::string> sentences_;
};

template <class SomeProblem>
std::string cell(const Method& method, const SomeProblem& p, Notes& notes) {
    if (const auto refused = refusal(method.sheet, p.problem.torque))
        return fmt::format("– ({})", notes.of(method.sheet.name, refused->message));
    const int stated = stated_order(method.sheet, rate_dependence(p.problem.torque));
    const auto order = order_on(method, p, stated);
    if (!order) return "not to be read off";
    if (!order->settled) return "≈ " + fixed(order->value, 1);
    const double more = order->value - stated;
    return fixed(order->value, 2) + (more > 0.3 ? " ↑" : more < -0.3 ? " ↓" : "");
}

}  // namespace

int main(int count, char** arguments) {
    const Usage usage{.name = "orders",
                      .what = "The orders of methods with five kinds of torque.",
                      .words = "[METHOD...]     (all that are tested)",
                      .most_words = 1000};
    return run_bench(count, arguments, usage, [](const Options& options) {
        std::vector<Method> methods;
        for (const std::string& name : options.words()) methods.push_back(method(name));
        if (methods.empty()) methods = tested_methods();
        Notes notes;
        print_head({"method", "stated", "drag", "damping", "scheduled", "formula", "formula of time"});
        for (const Method& m : methods)
            print_row({code(m.sheet.name), stated_orders(m.sheet), cell(m, top_with_drag(), notes),
                       cell(m, damped_top(), notes), cell(m, thrusted_top(), notes),
                       cell(m, formula_top(), notes), cell(m, timed_formula_top(), notes)});
        notes.print();
    });
}
