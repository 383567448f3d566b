/// Scenarios that are drawn: the bytes choose sections, keys and values, most of which make sense, so that the attack
/// comes further than to the first unknown key. With POLHODE_FUZZ_SHOW set, the text is printed: an input that was found
/// is kept as a text in fuzz/regressions/scenario or ensemble, since the drawing may change.
#include "polhode/catalogue.hpp"

#include "bounded_run.hpp"
#include "target.hpp"
#include "toml/scenario.hpp"

#include <fmt/format.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <utility>

namespace polhode::fuzz {
namespace {

/// A piece of a text.
struct Word {
    Word(std::string its_text) : text(std::move(its_text)) {}
    Word(const char* its_text) : text(its_text) {}
    Word(std::size_t number) : text(fmt::format("{}", number)) {}
    std::string text;
};

/// The pattern with a word in the place of each {}. What a list in braces is made of is computed from left to right,
/// which is not so of arguments: the same bytes draw the same scenario with every compiler.
std::string filled(std::string_view pattern, std::initializer_list<Word> words) {
    std::string out;
    for (const Word& word : words) {
        const std::size_t at = pattern.find("{}");
        out.append(pattern.substr(0, at)).append(word.text);
        pattern.remove_prefix(at + 2);
    }
    return out.append(pattern);
}

/// Choices, as the bytes say; of the first kind when there are none left.
class Dice {
public:
    explicit Dice(std::string_view bytes) : bytes_(bytes) {}

    std::size_t below(std::size_t n) {
        if (bytes_.empty()) return 0;
        const auto byte = static_cast<unsigned char>(bytes_.front());
        bytes_.remove_prefix(1);
        return byte % n;
    }
    bool one_in(std::size_t n) { return below(n) == n - 1; }
    template <std::size_t N>
    std::string of(const std::array<const char*, N>& all) {
        return all[below(N)];
    }

    /// Mostly of a size that a body has, now and then at the ends of what there is.
    std::string number() {
        static constexpr std::array<const char*, 16> odd{"0",
                                                         "-0.0",
                                                         "5e-324",
                                                         "1e-300",
                                                         "1e-155",
                                                         "1e154",
                                                         "1e300",
                                                         "1.7976931348623157e308",
                                                         "1e-16",
                                                         "-1e308",
                                                         "inf",
                                                         "nan",
                                                         "1e18",
                                                         "-1",
                                                         "9007199254740993",
                                                         "true"};
        if (one_in(12)) return of(odd);
        const double size = std::array{1.0, 1.0, 0.1, 10.0, 1e-3, 1e3}[below(6)];
        return fmt::format("{}", size * (static_cast<double>(below(256)) - 100) / 50);
    }
    std::string positive() {
        const std::string any = number();
        return any.front() == '-' ? any.substr(1) : any;
    }
    std::string vector() { return filled("[{}, {}, {}]", {number(), number(), number()}); }
    std::string matrix() { return filled("[{}, {}, {}]", {vector(), vector(), vector()}); }
    std::string quaternion() { return filled("[{}, {}, {}, {}]", {number(), number(), number(), number()}); }
    std::string truth() { return one_in(2) ? "true" : "false"; }

private:
    std::string_view bytes_;
};

std::string method(Dice& dice) {
    static constexpr std::array<const char*, 14> of_families{"taylor-8",         "taylor-20",
                                                             "taylor-6",         "taylor-12@1e-10",
                                                             "dop853@1e-8",      "rkmk-gauss8",
                                                             "rkn4(mr2-231)",    "kl8(dmv2)",
                                                             "drift-kick(vexp)", "aba1064(exact)",
                                                             "liemid+energy",    "se6-processed+energy",
                                                             "gauss2(exact)",    "own"};
    const auto all = catalogue();
    if (dice.one_in(3)) return dice.of(of_families);
    return std::string(all[dice.below(all.size())].sheet.name);
}

std::string expression(Dice& dice, int depth = 0) {
    static constexpr std::array<const char*, 14> leaves{"t",  "wx", "wy", "wz", "r11", "r23", "r33",
                                                        "qx", "qw", "c",  "pi", "1e9", "m.x", "dot(m, w)"};
    static constexpr std::array<const char*, 11> calls{"sin",  "cos", "tan", "asin", "acos", "atan",
                                                       "sqrt", "exp", "log", "abs",  "-"};
    static constexpr std::array<const char*, 5> operators{"+", "-", "*", "/", "^"};
    const auto inner = [&] { return expression(dice, depth + 1); };
    switch (depth > 4 ? 0 : dice.below(6)) {
        case 1: return dice.number();
        case 2: return filled("{}({})", {dice.of(calls), inner()});
        case 3: {
            const std::string left = inner(), by = dice.of(operators);
            return filled("({} {} {})", {left, by, inner()});
        }
        case 4: {
            const std::string a = inner(), b = inner(), c = inner();
            return filled("if({} < {}, {}, {})", {a, b, c, inner()});
        }
        case 5: return filled("{}({}, {})", {dice.one_in(2) ? "min" : "max", inner(), inner()});
        default: return dice.of(leaves);
    }
}

std::string torque(Dice& dice) {
    static constexpr std::array<const char*, 13> models{
        "none",          "heavy-top", "gravity-gradient", "soft-wall",      "magnetic-dipole",
        "constant-body", "damping",   "constant-space",   "solar-pressure", "drag",
        "table",         "formula",   "formula"};
    const std::string model = dice.of(models);
    std::string out = filled("model = \"{}\"\n", {model});
    const auto maybe = [&](const char* key, const std::string& value) {
        if (!dice.one_in(3)) out += filled("{} = {}\n", {key, value});
    };
    if (model == "heavy-top") {
        out += filled("weight_moment = {}\n", {dice.number()});
        maybe("axis", dice.vector());
    } else if (model == "gravity-gradient") {
        maybe("coefficient", dice.number());
    } else if (model == "soft-wall") {
        maybe("sign", dice.one_in(2) ? "\"printed\"" : "\"repulsive\"");
    } else if (model == "magnetic-dipole") {
        out += filled("moment = {}\n", {dice.vector()});
        maybe("field", dice.vector());
        maybe("tilt", dice.number());
    } else if (model == "damping") {
        out += filled("coefficient = {}\n", {dice.one_in(3) ? dice.matrix() : dice.number()});
    } else if (model == "solar-pressure" || model == "drag") {
        out +=
            filled("area = {}\nnormal = {}\ncentre = {}\n", {dice.positive(), dice.vector(), dice.vector()});
        maybe(model == "drag" ? "scale_height" : "specular", dice.number());
    } else if (model == "table") {
        static constexpr std::array<const char*, 3> kinds{"spline", "linear", "hold"};
        out += filled("interpolation = \"{}\"\nrows = [", {dice.of(kinds)});
        for (std::size_t i = 0, rows = dice.below(5); i < rows; ++i)
            out += filled("[{}, {}, {}, {}], ", {dice.one_in(8) ? dice.number() : Word(i).text, dice.number(),
                                                 dice.number(), dice.number()});
        out += "]\n";
    } else if (model == "formula") {
        out += dice.one_in(2) ? filled("potential = \"{}\"\n", {expression(dice)})
                              : filled("torque = [\"{}\", \"{}\", \"{}\"]\n",
                                       {expression(dice), expression(dice), expression(dice)});
        out += filled("parameters = { c = {}, m = {} }\n", {dice.number(), dice.vector()});
    } else if (model != "none") {
        out += filled("torque = {}\n", {dice.vector()});
    }
    if (dice.one_in(4)) out += filled("on = [[{}, {}]]\n", {dice.number(), dice.number()});
    return out;
}

std::string integrate(Dice& dice) {
    std::string out = filled("\n[integrate]\nmethod = \"{}\"\n", {method(dice)});
    const std::string soon = fmt::format("{}", 0.1 * static_cast<double>(dice.below(50)));
    out += filled("end = {}\n", {dice.one_in(6) ? dice.positive() : soon});
    switch (dice.below(6)) {
        case 0: out += filled("steps = {}\n", {dice.below(40)}); break;
        case 1: out += filled("step = {}\n", {dice.positive()}); break;
        case 2: out += filled("step_error = {}\n", {dice.positive()}); break;
        case 3: out += filled("reversible_steps = {}\nstep = {}\n", {dice.truth(), dice.positive()}); break;
        default: out += filled("steps = {}\n", {1 + dice.below(12)}); break;
    }
    if (dice.one_in(3)) {
        static constexpr std::array<const char*, 4> drifts{"exact", "liemid", "mr2-231", "vexp"};
        out += filled("\n[method]\nname = \"own\"\ndrift = \"{}\"\n", {dice.of(drifts)});
        out += dice.one_in(3)
                 ? filled("kicks = [{}, {}]\ndrifts = [{}]\n", {dice.number(), dice.number(), dice.number()})
                 : std::string("kicks = [0.5, 0.5]\ndrifts = [1]\n");
    }
    return out;
}

std::string output(Dice& dice) {
    switch (dice.below(6)) {
        case 0: return filled("\n[output]\nevery = {}\n", {dice.below(9)});
        case 1: return filled("\n[output]\nevery_time = {}\n", {dice.positive()});
        case 2: return filled("\n[output]\ntimes = [{}, {}]\n", {dice.number(), dice.number()});
        case 3: return filled("\n[output]\nsensitivity = {}\n", {dice.one_in(2) ? "true" : "\"parameters\""});
        default: return "";
    }
}

std::string additions(Dice& dice) {
    std::string out;
    if (dice.one_in(4)) {
        static constexpr std::array<const char*, 5> kinds{"axis-cone", "axis-plane", "rate", "energy",
                                                          "kinetic-energy"};
        const std::string kind = dice.of(kinds);
        out += filled("\n[[event]]\nkind = \"{}\"\n", {kind});
        if (kind == "axis-cone") out += filled("angle = {}\n", {dice.positive()});
        if (kind == "axis-plane")
            out += filled("axis = {}\ndirection = {}\n", {dice.vector(), dice.vector()});
        if (!kind.starts_with("axis")) out += filled("value = {}\n", {dice.number()});
        if (dice.one_in(3)) out += "terminal = true\n";
        if (dice.one_in(3)) out += filled("impulse = {}\n", {dice.vector()});
        if (dice.one_in(4)) out += filled("reflect = {}\n", {dice.vector()});
    }
    if (dice.one_in(5))
        out += filled("\n[[impulse]]\ntime = {}\nmomentum = {}\n", {dice.number(), dice.vector()});
    if (dice.one_in(4))
        out += dice.one_in(3) ? filled("\n[control]\nlaw = \"b-dot\"\ngain = {}\nfield = {}\nperiod = {}\n",
                                       {dice.number(), dice.vector(), dice.positive()})
                              : filled(
                                    "\n[control]\nlaw = \"quaternion-pd\"\ntarget = [0, 0, 0, 1]\nkp = {}\n"
                                    "kd = {}\nlimit = {}\nperiod = {}\n",
                                    {dice.number(), dice.number(), dice.positive(), dice.positive()});
    if (dice.one_in(6))
        out += filled("\n[[wheel]]\naxis = {}\nmomentum = {}\nlimit = {}\nfriction = {}\n",
                      {dice.vector(), dice.number(), dice.positive(), dice.number()});
    if (dice.one_in(5))
        out += filled(
            "\n[orbit]\nsemi_major_axis = {}e6\neccentricity = {}\ninclination = {}\nanomaly = {}\n",
            {6 + dice.below(40), dice.one_in(3) ? dice.number() : "0.3", dice.number(), dice.number()});
    return out;
}

constexpr std::array<const char*, 4> euler_axes{"ZYX", "zyx", "ZXZ", "xyx"};

std::string body(Dice& dice) {
    std::string out = "[body]\ninertia = ";
    switch (dice.below(4)) {
        case 0: out += "[5, 5, 1]\n"; break;
        case 1: out += "[[3, 0.1, 0], [0.1, 2.5, 0.2], [0, 0.2, 2]]\n"; break;
        case 2: {
            const std::string all = dice.positive();
            out += filled("[{}, {}, {}]\n", {all, all, all});
            break;
        }
        default: out += dice.vector() + '\n';
    }
    if (dice.one_in(5)) out += filled("rotor_momentum = {}\n", {dice.vector()});
    out += "\n[initial]\n";
    if (dice.one_in(5)) out += "degrees = true\n";
    switch (dice.below(5)) {
        case 0: break;
        case 1: out += "quaternion_wxyz = [0.6, 0, -0.8, 0]\n"; break;
        case 2: out += filled("euler = [\"{}\", {}]\n", {dice.of(euler_axes), dice.vector()}); break;
        default: out += filled("rotation_vector = {}\n", {dice.vector()});
    }
    static constexpr std::array<const char*, 4> rotations{"angular_velocity", "momentum", "space_momentum",
                                                          "space_angular_velocity"};
    return out + filled("{} = {}\n", {dice.of(rotations), dice.vector()});
}

std::string ensemble(Dice& dice) {
    std::string out = filled("\n[ensemble]\ncount = {}\nseed = {}\n", {1 + dice.below(20), dice.below(9)});
    if (dice.one_in(2)) out += "[ensemble.attitude]\ndistribution = \"uniform\"\n";
    const auto numbers = [&](const char* name) {
        if (dice.one_in(2))
            out += dice.one_in(2) ? filled("[ensemble.{}]\ndistribution = \"normal\"\nsigma = {}\n",
                                           {name, dice.positive()})
                                  : filled("[ensemble.{}]\ndistribution = \"uniform\"\nlow = {}\nhigh = {}\n",
                                           {name, dice.number(), dice.number()});
    };
    numbers("momentum");
    numbers("inertia");
    return out;
}

const Target drawn("drawn", [](std::string_view bytes) {
    Dice dice(bytes);
    const bool many = dice.one_in(4);
    std::string text = body(dice);
    const bool two = dice.one_in(4);
    for (int i = 0; i < (two ? 2 : 1); ++i) {
        text += two ? "\n[[torque]]\n" : "\n[torque]\n";
        text += torque(dice);
    }
    text += integrate(dice);
    text += many ? ensemble(dice) : output(dice);
    text += additions(dice);
    if (std::getenv("POLHODE_FUZZ_SHOW")) (void)std::fprintf(stderr, "%s", text.c_str());
    const ScenarioText file{"drawn.toml", text};
    succeeds([&] {
        if (many)
            run_for_a_moment(make_ensemble_scenario(file, {}));
        else
            run_for_a_moment(make_scenario(file, {}));
    });
});

}  // namespace
}  // namespace polhode::fuzz
