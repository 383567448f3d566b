#include "reproduce/reproduce.hpp"

#include "commands.hpp"
#include "interrupt.hpp"
#include "io/output_folder.hpp"
#include "io/progress_bar.hpp"
#include "io/terminal.hpp"
#include "polhode/error.hpp"
#include "reproduce/reproduce_output.hpp"
#include "reproduce/reproduce_report.hpp"
#include "studies.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace polhode::program {

int reproduce(const ReproduceOptions& options) {
    const int width = terminal_width(STDOUT_FILENO, 120);
    if (options.list) {
        if (!options.names.empty())
            throw InputError(
                fmt::format("--list: expected no name beside it, got \"{}\"", options.names.front()));
        print(options.json ? studies_json(reproduce::studies()) : studies_table(reproduce::studies(), width));
        return 0;
    }
    if (options.names.empty())
        throw InputError("expected a study, a figure (buss2001/fig6) or all; see 'polhode reproduce --list'");
    if (options.out && options.out->empty()) throw InputError("--out: expected a folder, got \"\"");
    if (options.threads < 0)
        throw InputError(fmt::format("--threads: expected at least 1, got {}", options.threads));

    std::optional<OutputFolder> folder;  // made now, so that a bad folder is reported before the work
    if (options.out) folder.emplace(*options.out);
    catch_interrupts();
    reproduce::Lab lab(options.fresh ? std::filesystem::path() : reproduce::cache_file());
    reproduce::Reproduction result;
    {
        ProgressBar bar(!options.quiet);
        result = reproduce::reproduce(reproduce::studies(), {options.names, options.quick, options.threads},
                                      lab, [&](long done, long total) {
                                          bar.show(done, total);
                                          return !interrupted();
                                      });
    }
    if (folder) {
        folder->start("reproduce.json").write(reproduction_json(result));
        folder->start("reproduce.html").write(reproduction_html(result, lab));
        folder->commit();
    }
    if (options.json) {
        print(reproduction_json(result));
    } else if (!options.quiet) {
        print(reproduction_table(result, width));
        if (options.out) print(fmt::format("Written to {}: reproduce.json, reproduce.html\n", *options.out));
    }
    if (!result.complete)
        throw RunError(fmt::format("stopped by {}; run the same command again to go on", interrupted()));
    return result.as_expected() ? 0 : 1;
}

}  // namespace polhode::program
