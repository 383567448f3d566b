/// The language of formulas: precedence, names, functions, and what is said of wrong ones.
#include "formulas.hpp"

#include <Eigen/Core>
#include <numbers>

namespace polhode::test {
namespace {

TEST(Formula, FollowsTheUsualPrecedence) {
    const std::vector<std::pair<std::string, double>> cases{
        {"1 + 2*3", 7},
        {"(1 + 2)*3", 9},
        {"2 - 3 - 4", -5},
        {"24/4/2", 3},
        {"2*6/4", 3},
        {"2^3^2", 512},
        {"-2^2", -4},
        {"(-2)^2", 4},
        {"2^-2", 0.25},
        {"-2^-2", -0.25},
        {"--3", 3},
        {"2 - -3", 5},
        {"+4", 4},
        {"2*-3", -6},
        {"1.5e1 + .5 + 2.", 17.5},
        {"1E-1*10", 1},
        {"if(1 < 2, 3, 4)", 3},
        {"if(2 < 1, 3, 4)", 4},
        {"if(1 <= 1 && 2 >= 3, 1, 2)", 2},
        {"if(1 > 1 || 2 == 2, 1, 2)", 1},
        {"if(1 == 1 || 1 == 2 && 1 == 3, 1, 2)", 1},  // && before ||
        {"if(!(1 < 2), 1, 2)", 2},
        {"if(1 + 1 < 3, 1, 2)", 1},  // + before <
        {"if((1 < 2), if(3 < 2, 10, 20), 30)", 20},
        {"min(3, -1) + max(3, -1)", 2},
        {"abs(-2)", 2},
        {"2^0.5 - sqrt(2)", 0},
        {"3^0", 1},
        {"7^1", 7},
        {"2^10", 1024},
        {"2^-10*1024", 1},
        {"2^1.5/sqrt(2)", 2},
        {"dot(m, m)", 14},
        {"cross(m, n).z", -3},
        {"(2*m - m*3 + -m).y/2", -2},
        {"(m/2).z", 1.5},
        {"if(1 < 2, m, n).z", 3},
        {"a*m.x + 0*b", 0.5},
        {"\t1 +\n 1 ", 2},
    };
    const Parameters parameters{
        {"m", Eigen::Vector3d(1, 2, 3)}, {"n", Eigen::Vector3d(4, 5, 6)}, {"a", 0.5}, {"b", 8.}};
    for (const auto& [expression, expected] : cases)
        EXPECT_NEAR(value(expression, parameters), expected, 1e-15 * std::abs(expected)) << expression;
}

TEST(Formula, KnowsTheState) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 20; ++i) {
        const Point<double> p = random_point(random);
        const core::Matrix3<double> r = to_matrix(p.attitude);
        EXPECT_EQ(value("t", {}, p), p.t);
        EXPECT_EQ(value("wx", {}, p), p.rates.x);
        EXPECT_EQ(value("wy", {}, p), p.rates.y);
        EXPECT_EQ(value("w.z", {}, p), p.rates.z);
        EXPECT_EQ(value("qx", {}, p), p.attitude.x);
        EXPECT_EQ(value("qy", {}, p), p.attitude.y);
        EXPECT_EQ(value("qz", {}, p), p.attitude.z);
        EXPECT_EQ(value("qw", {}, p), p.attitude.w);
        EXPECT_EQ(value("pi"), std::numbers::pi);
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 3; ++column)
                EXPECT_NEAR(value("r" + std::to_string(row + 1) + std::to_string(column + 1), {}, p),
                            r(row, column), 1e-15);
        const Parameters m{{"m", Eigen::Vector3d(1, -2, 3)}};
        const Vector3<double> v(1, -2, 3), body = to_body(p.attitude, v), space = to_space(p.attitude, v);
        EXPECT_NEAR(value("to_body(m).x", m, p), body.x, 1e-14);
        EXPECT_NEAR(value("to_body(m).y", m, p), body.y, 1e-14);
        EXPECT_NEAR(value("to_space(m).y", m, p), space.y, 1e-14);
        EXPECT_NEAR(value("to_space(m).z", m, p), space.z, 1e-14);
        EXPECT_NEAR(value("dot(to_space(w), to_space(m)) - dot(w, m)", m, p), 0, 1e-13);
        EXPECT_NEAR(value("cross(w, m).y", m, p), cross(p.rates, v).y, 1e-14);
    }
}

TEST(Formula, HasTheFunctionsOfTheCLibrary) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (int i = 0; i < 500; ++i) {
        const double x = uniform(random), y = 3 * uniform(random);
        const Parameters p{{"x", x}, {"y", y}};
        const std::vector<std::pair<std::string, double>> cases{{"sin(9*x)", std::sin(9 * x)},
                                                                {"cos(9*x)", std::cos(9 * x)},
                                                                {"tan(x)", std::tan(x)},
                                                                {"asin(x)", std::asin(x)},
                                                                {"acos(-x)", std::acos(-x)},
                                                                {"atan(-y)", std::atan(-y)},
                                                                {"atan2(y, -x)", std::atan2(y, -x)},
                                                                {"sqrt(y)", std::sqrt(y)},
                                                                {"exp(-y)", std::exp(-y)},
                                                                {"log(y)", std::log(y)},
                                                                {"abs(x - y)", std::abs(x - y)},
                                                                {"x^y", std::pow(x, y)},
                                                                {"min(x, y)", std::min(x, y)},
                                                                {"max(x, y)", std::max(x, y)},
                                                                {"y^5", std::pow(y, 5)},
                                                                {"y^-3", std::pow(y, -3)},
                                                                {"y^2.5", std::pow(y, 2.5)}};
        for (const auto& [expression, expected] : cases)
            EXPECT_NEAR(value(expression, p), expected, 1e-15 * (4 * std::abs(expected) + 1e-3))
                << expression << x << y;
    }
}

/// In the frame of space the same torque needs no turning back by the user.
TEST(Formula, IsInTheFrameThatWasGiven) {
    std::mt19937_64 random(3);
    const Point<double> p = random_point(random);
    const auto space = model_of(torque_of("1", "t", "0", {}, Frame::space))(p.t, p.attitude, p.rates);
    const Vector3<double> expected = to_body(p.attitude, Vector3<double>(1, p.t, 0));
    EXPECT_NEAR(space.x, expected.x, 1e-15);
    EXPECT_NEAR(space.y, expected.y, 1e-15);
    EXPECT_NEAR(space.z, expected.z, 1e-15);
}

struct Wrong {
    std::string expression, says;
};

TEST(Formula, SaysWhatIsWrongAndWhere) {
    const Parameters parameters{{"stiffness", 1.}, {"m", Eigen::Vector3d(0, 0, 1)}, {"c", 2.}};
    const std::vector<Wrong> cases{
        {"", "column 1: the expression is empty"},
        {"   ", "column 1: the expression is empty"},
        {"stifness*2", "column 1: stifness is no known name, and no parameter; did you mean \"stiffness\"?"},
        {"-c*wx + foo", "column 9: foo is no known name"},
        {"2*r34", "column 3: r34 is no known name, and no parameter; did you mean \"r31\"?"},
        {"sn(t)", "column 1: sn is no function; did you mean \"sin\"?"},
        {"xyzzy(t)", "column 1: xyzzy is no function"},
        {"sin(t", "column 6: found the end, expected a comma, or ) for the bracket opened at column 4"},
        {"(1 + t", "column 7: found the end, expected ) for the bracket opened at column 1"},
        {"2*(1 + (t - 3)", "column 15: found the end, expected ) for the bracket opened at column 3"},
        {"1 + t)", "column 6: found \")\" after the end of the expression"},
        {"2 t", "column 3: found \"t\" after the end of the expression, expected an operator"},
        {"1 +", "column 4: found the end, expected a number, a name or a bracket"},
        {"* 2", "column 1: found \"*\", expected a number"},
        {"2 ** 3", "column 3: found \"**\", expected ^"},
        {"sin()", "column 1: sin takes one number, found 0"},
        {"1 + sin(t, 2)", "column 5: sin takes one number, found 2"},
        {"atan2(t)", "column 1: atan2 takes two numbers, found 1"},
        {"min(1, 2, 3)", "column 1: min takes two numbers, found 3"},
        {"if(t < 1, 2)", "column 1: if takes a condition and two values, found 2"},
        {"if(t, 1, 2)", "column 4: the condition of if is a number, expected a comparison"},
        {"if(t < 1, m, 2)", "column 14: if chooses between a vector and a number, expected two of one kind"},
        {"sin", "column 1: sin is a function, expected ( after it, found the end"},
        {"t(3)", "column 2: t is no function, expected an operator"},
        {"c (3)", "column 3: c is no function, expected an operator"},
        {"m", "column 1: the expression is a vector, expected a number; .x, .y and .z are its components"},
        {"t < 3",
         "column 1: the expression is a comparison, expected a number; if(condition, a, b) makes a number"},
        {"2*(t < 3)", "column 3: * takes numbers and vectors, found a comparison"},
        {"1 + (t < 3)", "column 5: + joins numbers or vectors, found a comparison"},
        {"1 < 2 < 3", "column 7: found \"<\" after the end"},
        {"(1 < 2) < 3", "column 1: < compares numbers, found a comparison"},
        {"1 + m", "column 5: + joins a number with a vector, expected two of one kind"},
        {"m*w", "column 3: * joins two vectors, expected dot(a, b) or cross(a, b)"},
        {"2/m", "column 3: a vector divides nothing, expected a number"},
        {"m^2", "column 1: ^ takes numbers, found a vector"},
        {"sin(m)", "column 5: an argument of sin is a vector, expected a number"},
        {"dot(m, 2)", "column 8: an argument of dot is a number, expected a vector"},
        {"cross(m)", "column 1: cross takes two vectors, found 1"},
        {"to_body(t)", "column 9: an argument of to_body is a number, expected a vector"},
        {"t.x", "column 1: .x is a component of a vector, found a number"},
        {"m.q", "column 3: found \"q\", expected x, y or z after the point"},
        {"if(t && 1 < 2, 1, 2)", "column 4: what stands before && is a number, expected a comparison"},
        {"if(!t, 1, 2)", "column 5: what stands after ! is a number, expected a comparison"},
        {"if(t = 1, 1, 2)", "column 6: found \"=\", expected =="},
        {"if(t != 1, 1, 2)", "column 6: found \"!=\", expected !(a == b)"},
        {"if(t < 1 & t > 0, 1, 2)", "column 10: found \"&\", expected &&"},
        {"3 # 4", "column 3: found \"#\" after the end"},
        {"1e999", "column 1: 1e999 is beyond the largest number"},
        {"ωx + 1", "column 1: found \"ω\", expected a number"},
        {"t + ω", "column 5: found \"ω\", expected a number"},
    };
    for (const Wrong& wrong : cases) {
        const std::string said = complaint(wrong.expression, parameters);
        EXPECT_NE(said.find(wrong.says), std::string::npos) << wrong.expression << "\n  " << said;
        EXPECT_EQ(said.find('\n'), said.find_first_of('\n', wrong.expression.size() + 40));
    }
}

TEST(Formula, SaysWhichExpressionIsWrong) {
    const auto torque = formula_torque({{"1", "2", "-c*wz"}, "", Frame::body, {}});
    ASSERT_FALSE(torque);
    EXPECT_EQ(torque.error().message,
              "the third expression \"-c*wz\", column 2: c is no known name, and no parameter");
    EXPECT_EQ(torque.error().field, "torque");
}

TEST(Formula, RefusesNamesThatHideOthers) {
    for (const char* name : {"t", "w", "wx", "r11", "qw", "pi", "sin", "dot", "if"}) {
        const std::string said = complaint("1", {{name, 1.}});
        EXPECT_NE(said.find("hides what formulas call"), std::string::npos) << said;
    }
    EXPECT_NE(complaint("1", {{"2a", 1.}}).find("expected a name"), std::string::npos);
    EXPECT_NE(complaint("1", {{"", 1.}}).find("expected a name"), std::string::npos);
    EXPECT_NE(complaint("1", {{"a b", 1.}}).find("expected a name"), std::string::npos);
    EXPECT_NE(complaint("1", {{"a", 1.}, {"a", 2.}}).find("given twice"), std::string::npos);
    EXPECT_NE(complaint("1", {{"a", std::nan("")}}).find("expected finite numbers"), std::string::npos);
    EXPECT_EQ(complaint("x + y + R11", {{"x", 1.}, {"y", 2.}, {"R11", 3.}}), "");
}

TEST(Formula, RefusesRatesInAPotential) {
    const auto torque = formula_torque({{}, "r33 + wx", Frame::body, {}});
    ASSERT_FALSE(torque);
    EXPECT_NE(torque.error().message.find("the potential \"r33 + wx\", column 7: wx is an angular velocity"),
              std::string::npos)
        << torque.error().message;
    EXPECT_EQ(torque.error().field, "potential");
    EXPECT_FALSE(formula_torque({{"1", "", ""}, "r33", Frame::body, {}}));
}

TEST(Formula, HasKinksWhereItSwitchesBesideItsBreakpoints) {
    const Parameters parameters{{"a", 2.0}};
    for (const char* smooth :
         {"wx*r33 + sin(t)", "if(t < 3, wx, r11)", "max(0, t - a)", "abs(2*t - a)", "min(a, 3)*wx",
          "if(a < 3, wx, wy)", "if(t < 1 && !(t >= a), 1, 2)", "atan2(a, 3)*wx"})
        EXPECT_FALSE(torque_of(smooth, "0", "0", parameters).has_kinks()) << smooth;
    for (const char* kinked :
         {"if(r33 < 0, 1, 2)", "abs(wx)", "max(0, r11)", "min(wx, wy)", "if(t < wx, 1, 2)",
          "if(sin(t) < 0, 1, 2)", "if(t < 3 || r11 < 0, 1, 2)", "abs(t^2 - 2)", "atan2(r21, r11)"})
        EXPECT_TRUE(torque_of(kinked, "0", "0", parameters).has_kinks()) << kinked;
    EXPECT_TRUE(torque_from("abs(r33)").has_kinks());
    EXPECT_FALSE(torque_from("if(t < 1, 1, 2)*r33").has_kinks());
}

/// Whatever is nested deep or long is refused, or works, but does not break the stack.
TEST(Formula, BoundsItsDepthAndLength) {
    const auto repeated = [](const std::string& what, int count) {
        std::string text;
        for (int i = 0; i < count; ++i) text += what;
        return text;
    };
    const int many = 100000;
    for (const std::string& text :
         {repeated("(", many), repeated("-", many) + "1", repeated("!", many) + "1", repeated("sin(", many),
          repeated("2^", many) + "1", repeated("if(t<1,", many)})
        EXPECT_NE(complaint(text).find("nested more than 200 deep"), std::string::npos) << text.substr(0, 20);
    EXPECT_EQ(value(repeated("1+", 20000) + "1"), 20001);
    EXPECT_EQ(value(repeated("(", 90) + "1" + repeated(")", 90)), 1);
    // distinct terms, one after the other: few registers
    std::string sum = "0";
    for (int i = 0; i < 2000; ++i) sum += "+sin(" + std::to_string(i) + "*t)";
    EXPECT_EQ(complaint(sum), "");
    EXPECT_NE(complaint(repeated(sum + "+cos(", 1) + "t)" +
                        [&] {
                            std::string more;
                            for (int i = 0; i < 30000; ++i) more += "+cos(" + std::to_string(i) + "*t)";
                            return more;
                        }())
                  .find("expected a shorter one"),
              std::string::npos);
    // all needed at once
    std::string nested;
    for (int i = 0; i < 190; ++i) nested += "t^" + std::to_string(i) + ".5+(";
    EXPECT_EQ(complaint(nested + "1" + repeated(")", 190)), "");
}

TEST(Formula, ChangesParametersWithoutAParse) {
    const FormulaTorque torque = torque_of("a*m.y", "a", "0", {{"a", 2.}, {"m", Eigen::Vector3d(0, 3, 0)}});
    EXPECT_EQ(torque.numbers, (std::vector<double>{2, 0, 3, 0}));
    EXPECT_EQ(model_of(torque)(0.0, {}, {}).x, 6);
    const double five = 5;
    const FormulaTorque other = torque.with("a", {&five, 1}).or_throw();
    EXPECT_EQ(&other.formula(), &torque.formula());
    EXPECT_EQ(model_of(other)(0.0, {}, {}).x, 15);
    EXPECT_EQ(model_of(torque)(0.0, {}, {}).x, 6);
    EXPECT_NE(torque.with("b", {&five, 1}).error().message.find("no parameter \"b\""), std::string::npos);
    EXPECT_NE(torque.with("m", {&five, 1}).error().message.find("1 numbers, expected 3"), std::string::npos);
}

}  // namespace
}  // namespace polhode::test
