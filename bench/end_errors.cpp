/// Errors of the attitude at the end of the built-in problems at half their default steps, for a few methods
/// side by side.
///
///     build/bench/end_errors [METHOD...]     (buss3 buss3-plain buss4)
#include "options.hpp"
#include "polhode/advise/compare.hpp"
#include "polhode/advise/reference.hpp"
#include "polhode/error.hpp"

using namespace polhode;
using namespace polhode::bench;

int main(int count, char** arguments) {
    const Usage usage{.name = "end_errors",
                      .what = "Errors at the end of the built-in problems at half their default steps.",
                      .words = "[METHOD...]     (buss3 buss3-plain buss4)",
                      .most_words = 1000};
    return run_bench(count, arguments, usage, [](const Options& options) {
        std::vector<std::string> methods = options.words(), heads{"problem"};
        if (methods.empty()) methods = {"buss3", "buss3-plain", "buss4"};
        for (const std::string& method : methods) heads.push_back(code(method));
        print_head(heads);
        for (const Problem& p : problems()) {
            if (!stored_reference(p, p.defaults.end)) continue;
            std::vector<std::string> row{p.name};
            for (const CompareRow& r :
                 compare(p, {.methods = methods, .steps = {p.defaults.step / 2}}).rows) {
                const CompareCell& cell = r.cells.front();
                row.push_back(cell.failure.empty() ? scientific(cell.error_attitude) : "fails");
            }
            print_row(row);
        }
    });
}
