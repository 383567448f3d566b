#include "report/html.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace polhode::html {
namespace {

std::string minus(const std::string& number) {
    return number.starts_with('-') ? "−" + number.substr(1) : number;
}

}  // namespace

std::string escape(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default: out += c;
        }
    }
    return out;
}

std::string code(std::string_view text) { return fmt::format("<code>{}</code>", escape(text)); }

std::string math(std::string_view formula) { return fmt::format("<span class=\"math\">{}</span>", formula); }

std::string exact(double value) { return fmt::format("<code>{}</code>", value); }

std::string exact(const Eigen::Vector3d& v) {
    return fmt::format("<code>({}, {}, {})</code>", v.x(), v.y(), v.z());
}

std::string exact(const Eigen::Quaterniond& q) {
    return fmt::format("<code>({}, {}, {}, {})</code>", q.x(), q.y(), q.z(), q.w());
}

std::string matrix(const Eigen::Matrix3d& m) {
    const double largest = m.cwiseAbs().maxCoeff();
    const bool fixed = largest >= 0.01 && largest < 1e3;
    std::string out = "<table class=\"matrix\">\n";
    for (int i = 0; i < 3; ++i) {
        out += "<tr>";
        for (int j = 0; j < 3; ++j) {
            out +=
                "<td>" + (fixed ? fmt::format("{:.10f}", m(i, j)) : fmt::format("{:.6e}", m(i, j))) + "</td>";
        }
        out += "</tr>\n";
    }
    return out + "</table>";
}

std::string brief(std::optional<double> value) {
    if (!value || !std::isfinite(*value)) return "–";
    const double v = *value;
    if (v == 0) return "0";
    const double magnitude = std::abs(v);
    if (magnitude >= 1e-3 && magnitude < 1e5) {
        // "#" keeps the zeros of 1.20; above a hundred it would leave a bare point.
        return minus(magnitude < 99.95 ? fmt::format("{:#.3g}", v) : fmt::format("{:.0f}", v));
    }
    // fmt rounds mantissa and exponent together (9.999e-5 is 1.00e-04), so its text is taken apart.
    const std::string text = fmt::format("{:.2e}", v);
    const std::size_t e = text.find('e');
    const int exponent = std::atoi(text.c_str() + e + 1);
    return fmt::format("{}&#8239;×&#8239;10<sup>{}</sup>", minus(text.substr(0, e)),
                       minus(fmt::format("{}", exponent)));
}

std::string count(long value) {
    std::string digits = fmt::format("{}", value);
    const std::size_t sign = value < 0 ? 1 : 0;
    for (std::size_t end = digits.size(); end > sign + 3; end -= 3) digits.insert(end - 3, "&#8239;");
    return digits;
}

std::string table(const std::vector<Row>& rows) {
    std::string out = "<table class=\"facts\">\n";
    for (const Row& row : rows) {
        out += "<tr>";
        out += row.wide ? fmt::format("<th colspan=\"2\">{}</th></tr>\n<tr class=\"below\">", row.name)
                        : fmt::format("<th scope=\"row\">{}</th>", row.name);
        out += fmt::format("<td{}>{}</td></tr>\n", row.wide ? " colspan=\"2\"" : "", row.value);
    }
    return out + "</table>\n";
}

std::string card(std::string_view name, std::string_view value, std::string_view note) {
    return fmt::format(
        "<div class=\"card\"><h2>{}</h2><p class=\"value\">{}</p><p class=\"note\">{}</p></div>\n", name,
        value, note);
}

std::string section(std::string_view title, std::string_view body) {
    return fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", escape(title), body);
}

}  // namespace polhode::html
