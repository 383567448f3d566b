#include "krysl2004.hpp"
#include "studies.hpp"

#include <algorithm>
#include <iterator>

namespace polhode::reproduce {

Study krysl2004() {
    using namespace krysl2004_parts;
    Study study{
        "krysl2004",
        "P. Krysl, Explicit momentum-conserving integrator for dynamics of rigid bodies approximating the "
        "midpoint Lie algorithm, manuscript of May 4, 2004; Int. J. Numer. Methods Eng. 63 (2005) 2171–2193",
        "Four problems (free body, slow and fast symmetric top, soft wall) run with LIEMID, its forced "
        "variants and methods of others; errors at the end against a reference known to 1e-13. Steps and end "
        "times are the paper's where it gives them. Where it shows curves without numbers, a sentence about "
        "them is judged at the smallest step drawn. The formulas of SW, NMB and LS are not in the paper; "
        "docs/krysl-methods.md says how they were found.",
        {}};
    const auto add = [&](std::vector<Figure> figures) {
        std::ranges::move(figures, std::back_inserter(study.figures));
    };
    add(free_body());
    add(slow_top());
    study.figures.push_back(construction());
    add(fast_top());
    add(slow_top_improved());
    add(soft_wall());
    study.figures.push_back(conclusions());
    return study;
}

}  // namespace polhode::reproduce
