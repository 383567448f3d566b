#include "manual.hpp"

#include "io/terminal.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/version.hpp"
#include "studies.hpp"

#include <fmt/format.h>

namespace polhode::program {
namespace {

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

// --- the manual page --------------------------------------------------------------------------------------

/// Plain text for roff, in which no character is taken for a command.
std::string roff(const std::string& text) {
    std::string out;
    bool line_begins = true;
    for (const char c : text) {
        if (line_begins && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
        line_begins = c == '\n';
    }
    return out;
}

std::string man_options(const std::vector<OptionDescription>& options) {
    std::string out;
    for (const OptionDescription& o : options)
        out += fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(fmt::format("{}", fmt::join(o.names, ", "))),
                           o.value.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(o.value)), roff(o.help));
    return out;
}

std::string man_page(const CommandDescription& program) {
    std::string out = fmt::format(".TH POLHODE 1 \"\" \"polhode {}\" \"User Commands\"\n", version);
    out += fmt::format(".SH NAME\npolhode \\- {}\n", roff(program.help));
    out += ".SH SYNOPSIS\n";
    for (const CommandDescription& c : program.commands) {
        out += fmt::format(".B polhode {}\n", c.name);
        for (const OptionDescription& a : c.arguments)
            out += fmt::format("[\\fI{}\\fR]\n", roff(a.names.front()));
        out += "[\\fIoptions\\fR]\n.br\n";
    }
    out += ".SH OPTIONS\n" + man_options(program.options);
    out += ".SH COMMANDS\n";
    for (const CommandDescription& c : program.commands) {
        out += fmt::format(".SS polhode {}\n{}.\n", c.name, roff(c.help));
        out += man_options(c.arguments) + man_options(c.options);
        if (!c.footer.empty()) out += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(c.footer));
    }
    out += fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n", roff(program.footer));
    out += ".SH EXIT STATUS\n0 done, 1 the run failed or was stopped, 2 bad usage or bad input.\n";
    return out;
}

// --- completions ------------------------------------------------------------------------------------------

std::vector<std::string> method_names() {
    std::vector<std::string> names;
    for (const Method& m : catalogue()) names.emplace_back(m.sheet.name);
    return names;
}
std::vector<std::string> problem_names() {
    std::vector<std::string> names;
    for (const Problem& p : polhode::problems()) names.push_back(p.name);
    return names;
}
std::vector<std::string> study_names() {
    std::vector<std::string> names{"all"};
    for (const reproduce::Study& s : reproduce::studies()) names.push_back(s.name);
    return names;
}

/// What may follow an option.
struct Values {
    std::vector<std::string> words = {};
    bool files = false, folders = false;
};

Values values_of(const OptionDescription& option) {
    const std::string& name = option.names.back();
    if (name == "--problem") return {problem_names()};
    if (name == "--method" || name == "--methods") return {method_names()};
    if (name == "--target") return {{"best", "avx512", "avx2", "baseline", "one-by-one"}};
    if (option.value == "DIR") return {{}, false, true};
    return {};
}

/// What may stand in the place of an argument without a name.
Values arguments_of(const CommandDescription& command) {
    if (command.name == "methods") return {method_names()};
    if (command.name == "problems") return {problem_names()};
    if (command.name == "reproduce") return {study_names()};
    if (command.name == "show") return {{}, false, true};
    return {{}, true, false};
}

std::vector<std::string> option_names(const CommandDescription& command) {
    std::vector<std::string> names;
    for (const OptionDescription& o : command.options)
        names.insert(names.end(), o.names.begin(), o.names.end());
    return names;
}

std::string bash_words(const Values& values) {
    if (values.folders) return "compgen -d -- \"$word\"";
    if (values.files) return "compgen -f -- \"$word\"";
    return fmt::format("compgen -W '{}' -- \"$word\"", joined(values.words));
}

std::string bash_completion(const CommandDescription& program) {
    std::string out =
        "# bash completion of polhode\n"
        "_polhode() {\n"
        "    local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
        "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n";
    std::vector<std::string> first = option_names(program);
    for (const CommandDescription& c : program.commands) first.push_back(c.name);
    out += fmt::format(
        "        COMPREPLY=($({}))\n        return\n    fi\n    case \"${{COMP_WORDS[1]}} $before\" in\n",
        bash_words({first}));
    for (const CommandDescription& c : program.commands)
        for (const OptionDescription& o : c.options)
            if (!o.value.empty())
                out += fmt::format("    '{} {}') COMPREPLY=($({})); return ;;\n", c.name, o.names.back(),
                                   bash_words(values_of(o)));
    out += "    esac\n    case \"${COMP_WORDS[1]} $word\" in\n";
    for (const CommandDescription& c : program.commands)
        out += fmt::format("    '{0} -'*) COMPREPLY=($({1})) ;;\n    '{0} '*) COMPREPLY=($({2})) ;;\n",
                           c.name, bash_words({option_names(c)}), bash_words(arguments_of(c)));
    return out + "    esac\n}\ncomplete -o filenames -F _polhode polhode\n";
}

/// Text for a description in quotes: no quotes, no brackets or colons, which zsh reads as syntax.
std::string plain(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '\'' ? ' ' : c == '[' ? '(' : c == ']' ? ')' : c == ':' ? ',' : c;
    return out;
}

std::string zsh_values(const Values& values) {
    if (values.folders) return "_files -/";
    if (values.files) return "_files";
    return values.words.empty() ? " " : fmt::format("({})", joined(values.words));
}

std::string zsh_completion(const CommandDescription& program) {
    const auto options = [](const CommandDescription& c, const std::string& indent) {
        std::string out;
        for (const OptionDescription& o : c.options)
            for (const std::string& name : o.names)
                out += fmt::format(
                    " \\\n{}'{}[{}]{}'", indent, name, plain(o.help),
                    o.value.empty() ? "" : fmt::format(":{}:{}", plain(o.value), zsh_values(values_of(o))));
        return out;
    };
    std::string out = "#compdef polhode\nlocal -a commands=(\n";
    for (const CommandDescription& c : program.commands)
        out += fmt::format("    '{}:{}'\n", c.name, plain(c.help));
    out += ")\nif (( CURRENT == 2 )); then\n    _describe command commands\n    _arguments";
    out += options(program, "        ")
         + "\n    return\nfi\nlocal command=$words[2]\nshift words\n(( CURRENT-- ))\n";
    out += "case $command in\n";
    for (const CommandDescription& c : program.commands)
        out += fmt::format("{}) _arguments{} \\\n        '*:argument:{}' ;;\n", c.name,
                           options(c, "        "), zsh_values(arguments_of(c)));
    return out + "esac\n";
}

std::string fish_completion(const CommandDescription& program) {
    std::string out = "# fish completion of polhode\n";
    const auto add_options = [&](const CommandDescription& c, const std::string& condition) {
        for (const OptionDescription& o : c.options) {
            out += fmt::format("complete -c polhode -n '{}'", condition);
            for (const std::string& name : o.names)
                out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            if (!o.value.empty()) {
                const Values values = values_of(o);
                if (values.folders)
                    out += " -x -a '(__fish_complete_directories)'";
                else
                    out += values.words.empty() ? " -x" : fmt::format(" -x -a '{}'", joined(values.words));
            }
            out += fmt::format(" -d '{}'\n", plain(o.help));
        }
    };
    add_options(program, "__fish_use_subcommand");
    for (const CommandDescription& c : program.commands) {
        out += fmt::format("complete -c polhode -f -n __fish_use_subcommand -a {} -d '{}'\n", c.name,
                           plain(c.help));
        const std::string condition = fmt::format("__fish_seen_subcommand_from {}", c.name);
        const Values arguments = arguments_of(c);
        if (!arguments.words.empty())
            out +=
                fmt::format("complete -c polhode -f -n '{}' -a '{}'\n", condition, joined(arguments.words));
        add_options(c, condition);
    }
    return out;
}

}  // namespace

int manual(const std::string& kind, const CommandDescription& program) {
    if (kind == "man")
        print(man_page(program));
    else if (kind == "bash")
        print(bash_completion(program));
    else if (kind == "zsh")
        print(zsh_completion(program));
    else if (kind == "fish")
        print(fish_completion(program));
    else
        throw InputError(fmt::format("manual: expected man, bash, zsh or fish, got \"{}\"", kind));
    return 0;
}

}  // namespace polhode::program
