/// Text and numbers for HTML pages.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polhode::html {

/// Text from outside (names, descriptions, file contents), safe between tags and in quoted attributes.
std::string escape(std::string_view text);

/// A name of the program's own language (escapes it).
std::string code(std::string_view text);

/// A formula in HTML, kept on one line.
std::string math(std::string_view formula);

/// Every digit, to be copied: the shortest text that reads back as the same number.
std::string exact(double value);
std::string exact(const Eigen::Vector3d& v);
std::string exact(const Eigen::Quaterniond& q);  ///< scalar last

/// As many digits as fit on a phone.
std::string matrix(const Eigen::Matrix3d& m);

/// Three digits for the eye: 0.0123, 4.56 × 10<sup>−13</sup>; a dash for nothing or no number.
std::string brief(std::optional<double> value);

/// 1234567 as 1 234 567, with spaces that do not break.
std::string count(long value);

/// A row of a table of facts. Both are HTML: escape what comes from outside.
struct Row {
    std::string name, value;
    bool wide = false;  ///< the value stands below the name
};
std::string table(const std::vector<Row>& rows);

/// A number of the head of the page, for <section class="cards">. All three are HTML.
std::string card(std::string_view name, std::string_view value, std::string_view note);

/// A titled block of the page; the body is HTML.
std::string section(std::string_view title, std::string_view body);

}  // namespace polhode::html
