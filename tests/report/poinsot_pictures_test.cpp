/// Pictures of Poinsot's construction: what is drawn, of all kinds of bodies.
#include "report/poinsot_pictures.hpp"

#include "report/picture_data.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace polhode {
namespace {

using Eigen::Vector3d;

Poinsot poinsot(const Vector3d& moments, const Vector3d& momentum) {
    return free_motion(Body::from_moments(moments), {Eigen::Quaterniond(0.5, 0.5, -0.5, 0.5), momentum})
        .poinsot();
}

/// Coordinates of the paths of a class, one list for each.
std::vector<std::vector<double>> paths(const std::string& svg, const std::string& name) {
    std::vector<std::vector<double>> out;
    const std::string open = "<path class=\"" + name + "\" d=\"";
    for (std::size_t at = 0; (at = svg.find(open, at)) != svg.npos;) {
        at += open.size();
        std::string numbers = svg.substr(at, svg.find('"', at) - at);
        for (char& c : numbers)
            if (c == 'M' || c == 'L') c = ' ';
        std::istringstream in(numbers);
        std::vector<double>& path = out.emplace_back();
        for (double x; in >> x;) path.push_back(x);
    }
    return out;
}

TEST(PoinsotPictures, HaveNumbersForEveryBody) {
    for (const Vector3d& I :
         {Vector3d(1, 1.5, 2.2), Vector3d(2.2, 1, 1.5), Vector3d(1, 1, 1.9), Vector3d(2, 1, 1),
          Vector3d(1, 1, 1), Vector3d(1, 1, 1 + 1e-12), Vector3d(1, 1 + 1e-9, 1e-6), Vector3d(12, 15, 20),
          Vector3d(1e-200, 1.5e-200, 2e-200)})
        for (const Vector3d& P :
             {Vector3d(1, 0.4, 1.18), Vector3d(3, 1, 3), Vector3d(0, 0, 1), Vector3d(0, 1, 0),
              Vector3d(1, 0, 0), Vector3d(1e-9, 1, 1e-70), Vector3d(1e-160, 1, 0), Vector3d(0, 1e-7, -1)}) {
            const Poinsot p = poinsot(I, I.maxCoeff() * P);
            for (const std::string& svg :
                 {polhode_picture(p).svg(), herpolhode_picture(p).svg(), rolling_picture(p).svg()}) {
                EXPECT_EQ(svg.find("nan"), svg.npos) << I.transpose() << ", " << P.transpose();
                EXPECT_EQ(svg.find("inf"), svg.npos) << I.transpose() << ", " << P.transpose();
                EXPECT_LT(svg.size(), 300'000U) << I.transpose() << ", " << P.transpose();
                int width = 0, height = 0;
                ASSERT_EQ(
                    std::sscanf(svg.c_str() + svg.find("viewBox"), "viewBox=\"0 0 %d %d", &width, &height),
                    2);
                EXPECT_LE(height, 640) << I.transpose() << ", " << P.transpose();
            }
        }
}

/// The herpolhode touches both circles and stays between them.
TEST(PoinsotPictures, TheHerpolhodeIsBetweenItsCircles) {
    const Poinsot p = poinsot({1, 1.5, 2.2}, {1, 0.4, 1.18});
    const auto curve = paths(herpolhode_picture(p).svg(), "other").at(0);
    double least = 1e9, largest = 0;
    for (std::size_t i = 0; i + 1 < curve.size(); i += 2) {
        const double radius = std::hypot(curve[i] - 320, curve[i + 1] - 320) / 306;
        least = std::min(least, radius);
        largest = std::max(largest, radius);
    }
    EXPECT_NEAR(largest, 1, 1e-3);
    EXPECT_NEAR(least, p.herpolhode().least_radius / p.herpolhode().largest_radius, 1e-3);
}

/// The curve is mostly in front, whichever axis it circles, and closes.
TEST(PoinsotPictures, ThePolhodeIsSeenFromItsSide) {
    for (const Vector3d& P :
         {Vector3d(1, 0.2, 0.3), Vector3d(-1, 0.2, 0.3), Vector3d(0.1, 0.2, 1), Vector3d(0.1, 0.2, -1)}) {
        const std::string svg = polhode_picture(poinsot({1, 1.5, 2.2}, P)).svg();
        std::size_t near = 0, far = 0;
        for (const auto& path : paths(svg, "strong")) near += path.size();
        for (const auto& path : paths(svg, "strong far")) far += path.size();
        EXPECT_GT(near, 2 * far) << P.transpose();
    }
    const auto curve = paths(polhode_picture(poinsot({1, 1.5, 2.2}, {0.05, 0.02, 1})).svg(), "strong").at(0);
    EXPECT_NEAR(curve[0], curve[curve.size() - 2], 0.2);
    EXPECT_NEAR(curve[1], curve.back(), 0.2);
}

TEST(PoinsotPictures, DrawTwoSeparatricesOneOrNone) {
    const auto count = [](const Vector3d& I) {
        std::size_t points = 0;
        const std::string svg = polhode_picture(poinsot(I, {1, 2, 3})).svg();
        for (const char* name : {"dashed", "dashed far"})
            for (const auto& path : paths(svg, name)) points += path.size() / 2;
        return points;
    };
    EXPECT_GT(count({1, 1.5, 2.2}), 600U);
    EXPECT_GT(count({1, 1, 1.9}), 300U);
    EXPECT_LT(count({1, 1, 1.9}), 400U);
    EXPECT_EQ(count({1, 1, 1}), 0U);
}

TEST(PoinsotPictures, ThereAreNoneWhereSomethingActs) {
    EXPECT_TRUE(poinsot_of(problem("free-body")).has_value());
    EXPECT_FALSE(poinsot_of(problem("slow-top")).has_value());
    Problem rest = problem("free-body");
    rest.initial.momentum.setZero();
    EXPECT_FALSE(poinsot_of(rest).has_value());
}

}  // namespace
}  // namespace polhode
