/// The shell that pages share, and the data of their charts.
#include "report/page.hpp"

#include "report/data_block.hpp"
#include "report/policy.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace polhode {
namespace {

Page page_with(Column column) {
    Page page{"title", {}, {}};
    page.plots.charts.push_back({.id = "chart",
                                 .title = "chart",
                                 .caption = "",
                                 .x = {"x"},
                                 .y = {"y"},
                                 .series = {{.label = "", .x = column.name, .y = column.name}}});
    page.plots.columns.push_back(std::move(column));
    page.body = figures(page.plots);
    return page;
}

TEST(Page, ColumnOnAGridIsFinerThanAPixel) {
    std::vector<double> values;
    for (int i = 0; i <= 100; ++i) values.push_back(3e-7 * std::sin(i));
    const auto data = data_block(page_html(page_with({"wave", values})));
    const std::vector<double> read = column_of(data, "wave");
    ASSERT_EQ(read.size(), values.size());
    for (std::size_t i = 0; i < read.size(); ++i) EXPECT_NEAR(read[i], values[i], 6e-7 / 4000);
}

TEST(Page, ConstantColumnKeepsItsValue) {
    const auto data = data_block(page_html(page_with({"five", {5, 5 + 1e-15, 5 - 1e-15}})));
    for (const double v : column_of(data, "five")) EXPECT_NEAR(v, 5, 1e-12);
}

TEST(Page, ZerosStayZero) {
    const auto data = data_block(page_html(page_with({"zero", {0, 0, 0}})));
    for (const double v : column_of(data, "zero")) EXPECT_EQ(v, 0);
}

TEST(Page, LogarithmicColumnKeepsRelativeDigits) {
    const std::vector<double> values{1, 3.14159265e-6, 2.5e-13};
    const auto data = data_block(page_html(page_with({"error", values, Column::Digits::of_value})));
    const std::vector<double> read = column_of(data, "error");
    for (std::size_t i = 0; i < read.size(); ++i) EXPECT_NEAR(read[i] / values[i], 1, 1e-5);
}

TEST(Page, WhatIsNoNumberIsAGap) {
    for (const auto digits : {Column::Digits::of_range, Column::Digits::of_value}) {
        const auto data = data_block(page_html(page_with({"gap", {1, std::nan(""), INFINITY, 2}, digits})));
        const std::vector<double> read = column_of(data, "gap");
        EXPECT_EQ(read[0], 1);
        EXPECT_TRUE(std::isnan(read[1]));
        EXPECT_TRUE(std::isnan(read[2]));
        EXPECT_EQ(read[3], 2);
    }
}

TEST(Page, TextCannotLeaveItsPlace) {
    Page page = page_with({"x", {1, 2}});
    page.title = "</title><script>bad()</script>{{body}}";
    page.plots.charts[0].x.label = "</script><script>bad()</script><!--";
    page.plots.charts[0].y.label = "broken \xff UTF-8";
    const std::string html = page_html(page);
    EXPECT_EQ(html.find("<script>bad()"), html.npos);
    EXPECT_NE(html.find("{{body}}"), html.npos) << "a title is text, not a template";
    EXPECT_EQ(data_block(html)["charts"][0]["x"]["label"], page.plots.charts[0].x.label);
}

TEST(Page, HasTheLicenceOfWhatDrawsItsCharts) {
    const std::string html = page_html(page_with({"x", {1, 2}}));
    for (const char* part : {"Chart.js, MIT licence", "Chart.js Contributors", "Jukka Kurkela",
                             "Permission is hereby granted, free of charge", "WITHOUT WARRANTY OF ANY KIND"})
        EXPECT_NE(html.find(part), html.npos) << part;
    EXPECT_EQ(html.find("three.js"), html.npos) << "nothing moves on it";
    const std::string light = page_html({"nothing", "<p>no charts</p>", {}});
    EXPECT_EQ(light.find("Permission is hereby granted"), light.npos) << "it embeds nothing of others";
}

TEST(Page, PolicyNamesWhatThePageWasWrittenWith) {
    // echo -n 'alert(1)' | openssl dgst -sha256 -binary | base64
    EXPECT_EQ(
        content_policy("body { margin: 0; }", {"alert(1)"}),
        "default-src 'none'; style-src 'sha256-Pme0qVBbJGACcvHOa2d2xK4uveiPdlWdSipR9gLYAMQ='; script-src 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='; img-src data:; base-uri 'none'; "
        "form-action 'none'");
    const std::string html = page_html(page_with({"x", {1, 2}}));
    EXPECT_EQ(html.find("unsafe-inline"), html.npos);
}

TEST(Page, WithoutChartsItIsLight) {
    EXPECT_LT(page_html({"nothing", "<p>no charts</p>", {}}).size(), 20'000U);
}

}  // namespace
}  // namespace polhode
