/// What the text says of orders, and why the energy correction raises some of them.
///
/// The error of a step of order p is h^(p+1) times a field of the state. The free body is the same when it is
/// mirrored in a plane of its principal axes and time runs backwards. Under that mirror the field of an odd p keeps
/// its sign where the motion changes its own, so that along the polhode, and about L, the error of one half of a
/// wobble undoes that of the other; what is left adds to the energy. Take that away after every step, and the error
/// of order p only swings to and fro, and vanishes after every whole wobble, while that of order p + 1 grows with
/// the time. So a method of odd order with the energy correction is of that order, but looks like one more after
/// whole wobbles, over many of them, or on a nearly symmetric body, where all points of a polhode are nearly alike
/// and there is little to swing. Of an even p it is the energy error that swings, and there is nothing to gain.
#include "buss2001/claims.hpp"
#include "polhode/catalogue.hpp"

#include <fmt/ranges.h>
#include <algorithm>

namespace polhode::reproduce::buss {

namespace {

const std::vector<std::string> free_bodies{"free-body", "free-543", "buss-prism"};

/// At T a part of a wobble: of the order that the method has; and at a whole one.
struct Seen {
    double quarter, whole;
};
Seen seen(Lab& lab, const std::string& problem, const std::string& method, long N) {
    const double period = wobble(problem);
    return {observed_order(lab, problem, method, period / 4, N),
            observed_order(lab, problem, method, period, 2 * N)};
}

/// The orders on the three free bodies, and whether they are `part` and `whole` within 0.1.
Check tell_orders(Lab& lab, std::string& text, const std::string& method, long N, double part, double whole) {
    Check as_expected = true;
    text += (text.empty() ? "" : "; ") + method + ", after a quarter and a whole wobble:";
    for (const std::string& body : free_bodies) {
        const Seen s = seen(lab, body, method, N);
        text += fmt::format(" {} {:.2f}/{:.2f}{}", body, s.quarter, s.whole,
                            body == free_bodies.back() ? "" : ",");
        as_expected = as_expected && measured(std::abs(s.quarter - part)) < 0.1
                   && measured(std::abs(s.whole - whole)) < 0.1;
    }
    return as_expected;
}

Claim better_than_fourth() {
    return {
        .id = "better-than-fourth",
        .what = "the third-order method with energy correction acts like a better than fourth-order one",
        .published = "better than fourth-order",
        .criterion = "order by halving above 4.1, on the paper's body at T = 4 from 1500 steps on",
        .examine = [](Lab& lab) -> Finding {
            const double here = order(lab, third, 4, 1500),
                         finer = observed_order(lab, "buss-prism", "buss3+energy", 4, 6000),
                         top = observed_order(lab, "slow-top", "buss3+energy", 20, 4000);
            std::string text = fmt::format("T = 4: {:.2f} from 1500 steps, {:.2f} from 6000; slow-top {:.2f}",
                                           here, finer, top);
            const Check orders = tell_orders(lab, text, "buss3+energy", 400, 3, 4);
            return {
                text, measured(here - 4) > 0.1,
                orders && lies_between(3.9, here, 4.1) && finer < here && measured(std::abs(top - 3)) < 0.1};
        },
        .expected = Verdict::paper_is_wrong,
        .why =
            "Its order is three. It looks like four, and not like more, after whole wobbles, over many of "
            "them, and on a nearly symmetric body such as this one, and falls to three as the steps get "
            "smaller. The paper takes 1/N² for the global error of a third-order method, which has 1/N³, and "
            "so counts one order too many.",
        .quick = true};
}

Claim first_acts_like_second() {
    return {.id = "first-like-second",
            .what = "first-order methods with energy correction act like second-order ones",
            .published = "like second-order",
            .criterion =
                "order by halving within 0.2 of 2 on the paper's body, T = 0.4 from 800 steps and T = 4 from "
                "6400",
            .examine = [](Lab& lab) -> Finding {
                const double a = order(lab, "1st order (energy-preserving)", 0.4, 800),
                             b = order(lab, "1st order (energy-preserving)", 4, 6400);
                std::string text = fmt::format("{:.2f} and {:.2f}", a, b);
                (void)tell_orders(lab, text, "buss1+energy", 3200, 1, 2);
                return {text, measured(std::abs(a - 2)) < 0.2 && measured(std::abs(b - 2)) < 0.2};
            },
            .quick = true};
}

Claim no_justification() {
    return {
        .id = "open-question",
        .what =
            "there is no theoretical justification for why the third-order algorithm with energy correction "
            "performs as well as the fourth-order one",
        .published = "an open question",
        .criterion =
            "none: a question. Our answer predicts orders, in long double: 1 and 3 with correction after "
            "a quarter of a wobble, 2 and 4 after a whole one; 2 and 4 of the even orders at both; each "
            "within 0.1 on three bodies",
        .examine = [](Lab& lab) -> Finding {
            std::string text;
            Check all = true;
            all = tell_orders(lab, text, "buss1+energy", 3200, 1, 2) && all;
            all = tell_orders(lab, text, "buss2+energy", 800, 2, 2) && all;
            all = tell_orders(lab, text, "buss3+energy", 400, 3, 4) && all;
            all = tell_orders(lab, text, "buss4+energy", 200, 4, 4) && all;
            all = tell_orders(lab, text, "buss3", 800, 3, 3) && all;
            return {text, false, all};
        },
        .expected = Verdict::remark,
        .why =
            "The free motion is the same mirrored and backwards. Under that mirror the error of odd order "
            "along the polhode and about L changes its sign within a wobble and cancels; the rest of it is an "
            "error of the energy, which the correction removes. So the error of order three does not grow, and "
            "the one that grows is of order four, as that of the fourth-order method. It is the same with "
            "orders one and two.",
        .quick = true};
}

/// What one sentence says of the orders of two methods, by halving at T = 0.4 from so many steps on.
struct Order {
    std::string method, label;
    long N;
    double printed;
};
Claim of_orders(const std::string& id, const std::string& what, const std::string& published,
                const std::vector<Order>& methods,
                const std::source_location& code = std::source_location::current()) {
    return {.id = id,
            .what = what,
            .published = published,
            .criterion = "orders by halving within 0.1 of these, at T = 0.4",
            .examine = [=](Lab& lab) -> Finding {
                Finding f{"", true};
                for (const Order& o : methods) {
                    const double seen = order(lab, o.method, 0.4, o.N);
                    f.ours += fmt::format("{}{} {:.2f}", f.ours.empty() ? "" : ", ", o.label, seen);
                    f.holds = f.holds && lies_between(o.printed - 0.1, seen, o.printed + 0.1);
                }
                return f;
            },
            .quick = true,
            .code = code};
}

Claim axis_orders() {
    return {
        .id = "axis-orders",
        .what = "of all orders of the axes in McLachlan–Reich, 2-3-1 performs best overall and 1-2-3 worst",
        .published = "2-3-1 best, 1-2-3 worst",
        .criterion =
            "least and largest of the six in the attitude at T = 0.4 with 200 steps and in the energy "
            "after 1000 steps of 0.004",
        .examine = [](Lab& lab) -> Finding {
            std::string text;
            std::vector<std::pair<double, std::string>> attitude, energy;
            for (const char* o : {"123", "132", "213", "231", "312", "321"}) {
                const std::string m = std::string("mr2-") + o;
                attitude.emplace_back(error_of(lab, m, 0.4, 200), o);
                energy.emplace_back(std::abs(energy_after(lab, m, 0.004, 1000) - start_energy), o);
                text += fmt::format("{}{} {:.1e}/{:.4f}", text.empty() ? "attitude/energy: " : ", ", o,
                                    attitude.back().first, energy.back().first);
            }
            const auto least = [](auto& v) { return std::ranges::min_element(v)->second; };
            const auto most = [](auto& v) { return std::ranges::max_element(v)->second; };
            const bool best = least(attitude) == "231" && least(energy) == "231",
                       worst = most(attitude) == "123" && most(energy) == "123";
            return {text, best && worst, least(attitude) == "213" && least(energy) == "231"};
        },
        .expected = Verdict::differs,
        .why =
            "2-3-1 keeps the energy best, 2-1-3 the attitude, by a fifth; which of them is best “overall” is a "
            "matter of what counts.",
        .quick = true};
}

Claim with_torques() {
    return {
        .id = "torques",
        .what = "the methods should also work well in the presence of torques",
        .published = "should work well",
        .criterion =
            "orders of at least 1.9, 2.9 and 3.9 on the slow top (long double, T = 20, from 4000 steps), of the augmented second-, the third- and the fourth-order method",
        .examine = [](Lab& lab) -> Finding {
            const double a = observed_order(lab, "slow-top", "buss2-aug", 20, 4000),
                         b = observed_order(lab, "slow-top", "buss3", 20, 4000),
                         c = observed_order(lab, "slow-top", "buss4", 20, 4000);
            return {fmt::format("{:.2f}, {:.2f}, {:.2f}", a, b, c),
                    measured(2 - a) < 0.1 && measured(3 - b) < 0.1 && measured(4 - c) < 0.1};
        },
        .quick = true};
}

Claim lie_groups_with_torques() {
    return {
        .id = "lie-group-torques",
        .what =
            "Runge–Kutta methods on Lie groups could presumably accommodate a varying momentum without "
            "knowing the derivatives of L",
        .published = "presumably",
        .criterion =
            "orders of at least 3.9 on the slow top (long double, T = 20, from 4000 steps), by torques without derivatives, "
            "of the fourth-order methods of Munthe-Kaas (rkmk-rk4), Crouch and Grossman (cg4) and, later, "
            "Celledoni, Marthinsen and Owren (cf4)",
        .examine = [](Lab& lab) -> Finding {
            std::vector<double> orders;
            bool derivatives = false;
            for (const char* m : {"rkmk-rk4", "cg4", "cf4"}) {
                orders.push_back(observed_order(lab, "slow-top", m, 20, 4000));
                derivatives = derivatives || method(m).sheet.torque_derivatives > 0;
            }
            return {fmt::format("{:.2f}", fmt::join(orders, ", ")),
                    Check(!derivatives) && measured(4 - std::ranges::min(orders)) < 0.1};
        },
        .quick = true};
}

}  // namespace

std::string order_table(Lab& lab) {
    std::string out =
        "| method | free-body | free-543 | buss-prism | buss-prism, T = 4 | slow-top, T = 20 |\n"
        "|---|---|---|---|---|---|\n";
    for (const auto& [method, N] : {std::pair("buss1+energy", 3200L),
                                    {"buss2+energy", 800L},
                                    {"buss3+energy", 400L},
                                    {"buss4+energy", 200L},
                                    {"buss3", 800L}}) {
        out += fmt::format("| `{}` |", method);
        for (const std::string& body : free_bodies) {
            const Seen s = seen(lab, body, method, N);
            out += fmt::format(" {:.2f}, {:.2f} |", s.quarter, s.whole);
        }
        out += fmt::format(" {:.2f} from 1500 steps, {:.2f} from 6000 |",
                           observed_order(lab, "buss-prism", method, 4, 1500),
                           observed_order(lab, "buss-prism", method, 4, 6000));
        // the error of first order is not small on the top at any such step
        out += method == std::string("buss1+energy")
                 ? " – |\n"
                 : fmt::format(" {:.2f} |\n", observed_order(lab, "slow-top", method, 20, 4000));
    }
    return out;
}

std::vector<Claim> claims_of_order() {
    return {
        of_orders(
            "naive-orders",
            "Runge–Kutta and Adams–Bashforth–Moulton on rotation vectors are only second-order accurate",
            "2 and 2",
            {{"rk4-naive", "Runge–Kutta", 800, 2}, {"abm4-naive", "Adams–Bashforth–Moulton", 1600, 2}}),
        of_orders("third-and-fourth",
                  "the third- and fourth-order methods are indeed third- and fourth-order", "3 and 4",
                  {{"buss3", "third", 800, 3}, {"buss4", "fourth", 1600, 4}}),
        refuted(
            in_range("simo-wong-order", "Simo–Wong's explicit method performs like the first-order one", "1",
                     0.8, 1.2, [](Lab& lab) { return order(lab, "sw", 0.4, 1600); }),
            Verdict::paper_is_wrong,
            "A defect of the paper's program: a division by h is missing, and what is left is the first-order "
            "method (“paper code” in Figures 4 and 6). The method as it is meant is of second order.",
            1.9, 2.1),
        in_range("six-fold-steps",
                 "third order with correction: six times the steps for 1000 times the accuracy (T = 4)",
                 "six-fold", 4.5, 8,
                 [](Lab& lab) { return steps(lab, third, 4, 1e-6) / steps(lab, third, 4, 1e-3); }),
        in_range("fifteen", "doubling its steps divides the error by about 15", "15", 12, 18,
                 [](Lab& lab) { return std::exp2(order(lab, third, 4, 1500)); }),
        better_than_fourth(),
        first_acts_like_second(),
        no_justification(),
        refuted(
            in_range(
                "mr231-order",
                "McLachlan–Reich 2-3-1 acts more like a third-order than a second-order algorithm: order "
                "by halving",
                "3", 2.5, 3.5, [](Lab& lab) { return order(lab, mr231, 0.4, 600); }),
            Verdict::paper_is_wrong,
            "It is of second order with a small constant; the paper's own counts, 39 and 1192 for 1000 times "
            "the accuracy, say so too.",
            1.9, 2.1),
        in_range("cayley-order", "McLachlan–Reich by Cayley maps is still second-order accurate", "2", 1.9,
                 2.1, [](Lab& lab) { return order(lab, "mr2-231-cayley", 0.4, 1600); }),
        axis_orders(),
        with_torques(),
        lie_groups_with_torques()};
}

}  // namespace polhode::reproduce::buss
