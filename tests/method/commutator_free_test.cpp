/// Runge–Kutta methods by products of exponentials: their coefficients satisfy the conditions of order on a Lie
/// group, and no further ones, and a step is what they say.
#include "polhode/method/commutator_free.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/simulate/simulate.hpp"
#include "support/asymmetric_top.hpp"
#include "support/property_problems.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>
#include <span>

namespace polhode::test {
namespace {

using Long = long double;
constexpr Long eps = std::numeric_limits<Long>::epsilon();

struct Case {
    const char* name;
    CommutatorFreeTableau tableau;
    int order;
    std::size_t exponentials;
};
std::vector<Case> cases() {
    return {{"cg3", commutator_free::cg3(), 3, 6},
            {"cg4", commutator_free::cg4(), 4, 15},
            {"cf3", commutator_free::cf3(), 3, 3},
            {"cf4", commutator_free::cf4(), 4, 5}};
}

// --- the conditions of order ----------------------------------------------------------------------------------------
//
// A map Φ of the group is known by what it does to functions f near the start: f ∘ Φ = Σ φ(w) w[f] over words w of
// ordered trees. A tree stands for the vector field w[F] with the coefficients of w frozen, w the word of its branches.
// The exponential of a field Σ κ(τ) τ has φ(τ₁…τₘ) = κ(τ₁)…κ(τₘ)/m!, one map after the other cuts words in two, and
// F at a stage has κ(τ) = φ(branches of τ) of that stage. Owren, "Order conditions for commutator-free Lie group
// methods" (2006).

struct Tree {
    std::vector<Tree> branches;
};
using Word = std::span<const Tree>;

int nodes(Word word) {
    int count = 0;
    for (const Tree& tree : word) count += 1 + nodes(tree.branches);
    return count;
}

std::vector<std::vector<Tree>> words_of(int size) {
    if (size == 0) return {{}};
    std::vector<std::vector<Tree>> all;
    for (int last = 1; last <= size; ++last)
        for (const auto& branches : words_of(last - 1))
            for (auto word : words_of(size - last)) {
                word.push_back({branches});
                all.push_back(std::move(word));
            }
    return all;
}

/// Of the motion: d/dt (f ∘ Φ) = (F f) ∘ Φ puts F at the end of the word.
Long exact(Word word) {
    if (word.empty()) return 1;
    return exact(word.first(word.size() - 1)) * exact(word.back().branches) / static_cast<Long>(nodes(word));
}

struct Coefficients {
    const CommutatorFreeTableau& tableau;

    Long of_stage(std::size_t k, Word word) const {
        if (k == 0) return word.empty() ? 1 : 0;
        return of(tableau.stages[k], word);
    }
    Long of(const ExponentialProduct& product, Word word) const {
        Long total = 0;
        for (std::size_t cut = 0; cut <= word.size(); ++cut)
            total += of_stage(product.from, word.first(cut)) * of_flows(product.weights, word.subspan(cut));
        return total;
    }
    Long of_flows(std::span<const std::vector<Long>> weights, Word word) const {
        if (weights.empty()) return word.empty() ? 1 : 0;
        Long total = 0, term = 1;
        for (std::size_t m = 0; m <= word.size(); ++m) {
            if (m > 0) term *= of_slopes(weights[0], word[m - 1]) / static_cast<Long>(m);
            total += term * of_flows(weights.subspan(1), word.subspan(m));
        }
        return total;
    }
    Long of_slopes(const std::vector<Long>& weights, const Tree& tree) const {
        Long total = 0;
        for (std::size_t j = 0; j < weights.size(); ++j)
            if (weights[j] != 0) total += weights[j] * of_stage(j, tree.branches);
        return total;
    }
};

/// The largest defect of a condition with so many nodes.
Long defect(const CommutatorFreeTableau& tableau, int size) {
    Long worst = 0;
    for (const auto& word : words_of(size))
        worst = std::max(worst, std::abs(Coefficients{tableau}.of(tableau.end, word) - exact(word)));
    return worst;
}

TEST(CommutatorFree, HasAsManyConditionsAsThereAreOrderedForests) {
    for (const auto& [size, number] : {std::pair(1, 1U), {2, 2U}, {3, 5U}, {4, 14U}, {5, 42U}})
        EXPECT_EQ(words_of(size).size(), number);
}

TEST(CommutatorFree, SatisfiesTheConditionsOfItsOrderAndNoMore) {
    for (const auto& [name, tableau, order, exponentials] : cases()) {
        for (int size = 1; size <= order; ++size)
            EXPECT_LT(defect(tableau, size), 4 * eps) << name << ' ' << size;
        EXPECT_GT(defect(tableau, order + 1), 1e-3L) << name;
    }
}

/// The condition of Crouch and Grossman that vector spaces do not have, as Hairer, Lubich and Wanner print it:
/// Σ bᵢ²cᵢ + 2 Σ_{i<j} bᵢcᵢbⱼ = 1/3.
TEST(CommutatorFree, SatisfiesTheConditionOfCrouchAndGrossman) {
    for (const auto& tableau : {commutator_free::cg3(), commutator_free::cg4()}) {
        const auto& [a, b, c] = tableau.sums;
        Long sum = 0;
        for (std::size_t i = 0; i < b.size(); ++i) {
            sum += b[i] * b[i] * c[i];
            for (std::size_t j = i + 1; j < b.size(); ++j) sum += 2 * b[i] * c[i] * b[j];
        }
        EXPECT_NEAR(static_cast<double>((sum - 1 / 3.0L) / eps), 0, 4);
    }
}

TEST(CommutatorFree, HasTheSumsThatItsProductsHave) {
    for (const auto& [name, tableau, order, exponentials] : cases()) {
        EXPECT_FALSE(fault(tableau.sums)) << name;
        EXPECT_TRUE(tableau.sums.is_explicit()) << name;
        EXPECT_EQ(polhode::order(tableau.sums), order) << name;
        EXPECT_EQ(tableau.exponentials(), exponentials) << name;
        std::vector<std::vector<Long>> sums;
        const auto sum_of = [&](const ExponentialProduct& product) {
            std::vector<Long> sum(tableau.stages.size(), 0);
            if (product.from > 0) sum = sums.at(product.from);
            for (const auto& row : product.weights)
                for (std::size_t j = 0; j < row.size(); ++j) sum[j] += row[j];
            return sum;
        };
        const auto expect_equal = [&, n = name](const std::vector<Long>& found,
                                                const std::vector<Long>& stated) {
            ASSERT_EQ(found.size(), stated.size()) << n;
            for (std::size_t j = 0; j < found.size(); ++j)
                EXPECT_LE(std::abs(found[j] - stated[j]), eps) << n << ' ' << j;
        };
        for (std::size_t k = 0; k < tableau.stages.size(); ++k) {
            sums.push_back(sum_of(tableau.stages[k]));
            expect_equal(sums.back(), tableau.sums.a[k]);
        }
        expect_equal(sum_of(tableau.end), tableau.sums.b);
    }
}

/// Coefficients must not depend on how wide long double is.
TEST(CommutatorFree, HasTheSameDoublesInEveryPrecision) {
    for (const auto& [name, tableau, order, exponentials] : cases()) {
        std::vector<std::vector<Long>> lists = tableau.sums.a;
        lists.push_back(tableau.sums.b);
        lists.push_back(tableau.sums.c);
        for (const auto& row : tableau.end.weights) lists.push_back(row);
        for (const auto& list : lists)
            for (const Long x : list)
                for (const Long by : {-2 * eps, 2 * eps})
                    EXPECT_EQ(static_cast<double>(x * (1 + by)), static_cast<double>(x)) << name;
    }
}

/// The digits printed by Jackiewicz, Marthinsen and Owren (2000), and a slip of one of them that is in circulation.
TEST(CommutatorFree, HasTheDigitsThatArePrintedOfCg4) {
    const CommutatorFreeTableau ours = commutator_free::cg4();
    Tableau printed{
        {{0, 0, 0, 0, 0},
         {0.8177227988124852L, 0, 0, 0, 0},
         {0.3199876375476427L, 0.0659864263556022L, 0, 0, 0},
         {0.9214417194464946L, 0.4997857776773573L, -1.0969984448371582L, 0, 0},
         {0.3552358559023322L, 0.2390958372307326L, 1.3918565724203246L, -1.1092979392113465L, 0}},
        {0.1370831520630755L, -0.0183698531564020L, 0.7397813985370780L, -0.1907142565505889L,
         0.3322195591068374L},
        {0, 0.8177227988124852L, 0.3859740639032449L, 0.3242290522866937L, 0.8768903263420429L}};
    constexpr Long half_a_digit = 0.5e-16L;
    for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t j = 0; j < 5; ++j)
            EXPECT_LT(std::abs(ours.sums.a[i][j] - printed.a[i][j]), half_a_digit) << i << j;
        EXPECT_LT(std::abs(ours.sums.b[i] - printed.b[i]), half_a_digit) << i;
        EXPECT_LT(std::abs(ours.sums.c[i] - printed.c[i]), half_a_digit) << i;
    }
    EXPECT_LT(defect(crouch_grossman(printed), 4), 1e-16L);
    EXPECT_GT(defect(crouch_grossman(printed), 3), 8 * eps) << "16 digits are not enough for long double";
    printed.a[4][3] = -1.1092979392113565L;
    EXPECT_GT(defect(crouch_grossman(printed), 4), 2e-16L);
}

// --- the steps ------------------------------------------------------------------------------------------------------

/// Of the asymmetric top over a unit of time.
double error(const core::CommutatorFree& method, long steps) {
    const AsymmetricTop top;
    core::System<Long, core::HeavyTop> system{top.inertia<Long>(), top.torque};
    core::State<Long> s = top.start<Long>();
    auto memory = method.start(system, s, Long(0));
    const Long h = 1 / static_cast<Long>(steps);
    for (long n = 0; n < steps; ++n)
        EXPECT_TRUE(method.step(system, s, memory, static_cast<Long>(n) * h, h).ok());
    static const core::State<Long> exact_end = true_state(top, top.start<Long>(), 0, 1);
    return error_of(s, exact_end);
}
double measured_order(const CommutatorFreeTableau& tableau) {
    const core::CommutatorFree method(tableau, 0);
    return std::log2(error(method, 256) / error(method, 512));
}

TEST(CommutatorFree, ConvergesAtItsOrder) {
    for (const auto& [name, tableau, order, exponentials] : cases()) {
        EXPECT_NEAR(measured_order(tableau), order, 0.05) << name;
        EXPECT_EQ(method(name).sheet.order_attitude, order) << name;
    }
}

/// Why these methods have tableaux of their own: the classical one, an exponential for every slope, is of second order.
TEST(CommutatorFree, IsOfOrderTwoWithTheClassicalTableauTakenOneByOne) {
    const CommutatorFreeTableau classical = crouch_grossman(butcher::rk4());
    EXPECT_LT(defect(classical, 2), 4 * eps);
    EXPECT_GT(defect(classical, 3), 1e-2L);
    EXPECT_NEAR(measured_order(classical), 2, 0.05);
}

/// The order of the factors matters: as if R were multiplied from the left, cf3 is of second order.
TEST(CommutatorFree, LosesItsOrderIfTheFactorsAreInterchanged) {
    CommutatorFreeTableau swapped = commutator_free::cf3();
    swapped.end = {0, {swapped.end.weights[0], swapped.stages[1].weights[0]}};
    EXPECT_NEAR(measured_order(swapped), 2, 0.05);
}

TEST(CommutatorFree, SeesTheTimeOfATorque) {
    const Problem& p = driven_body();
    for (const auto& [name, tableau, order, exponentials] : cases()) {
        double off[2];
        for (const int finer : {0, 1}) {
            Plan plan;
            plan.method = name;
            plan.steps = StepCount{256L << finer};
            off[finer] = (simulate(p, plan).final_state.momentum - reference_at_end(p).momentum).norm();
        }
        EXPECT_NEAR(std::log2(off[0] / off[1]), order, 0.3) << name;
    }
}

/// Without dexp⁻¹ there is no angle at which a step has no value.
TEST(CommutatorFree, TakesAStepOfManyTurns) {
    const Body body = Body::from_moments({1, 2, 2.5});
    for (const auto& [name, tableau, order, exponentials] : cases()) {
        const auto stepper = method(name).on_double(body, core::NoTorque{});
        core::State<double> s{{}, {3, -2, 4}};
        ASSERT_TRUE(stepper->step(s, 0, 100).ok()) << name;
        EXPECT_LT(norm(to_space(s.attitude, s.momentum) - core::Vector3<double>(3, -2, 4)), 1e-13) << name;
    }
}

}  // namespace
}  // namespace polhode::test
