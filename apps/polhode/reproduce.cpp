#include "reproduce/reproduce.hpp"

#include "checkpoint_keeper.hpp"
#include "commands.hpp"
#include "interrupt.hpp"
#include "io/output_folder.hpp"
#include "io/pager.hpp"
#include "io/phase.hpp"
#include "io/progress_bar.hpp"
#include "io/terminal.hpp"
#include "polhode/error.hpp"
#include "reproduce/reproduce_output.hpp"
#include "reproduce/reproduce_report.hpp"
#include "resume.hpp"
#include "scenario_of.hpp"
#include "studies.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <filesystem>

namespace polhode::program {
namespace {

/// What was asked for. What has been found is in the file of the lab, claim by claim.
struct ReproduceTask {
    std::vector<std::string> names;
    bool quick = false, fresh = false;

    void keep(core::Archive& archive) { archive(names, quick, fresh); }
};

/// A hash of the program itself: another one has other studies.
std::string hash_of_program() {
    Sha256 hash;
    add_file(hash, "/proc/self/exe");
    return hash.finish();
}

ReproduceTask resumed_reproduction(const std::string& out) {
    const CheckpointFolder folder(out);
    demand_checkpoint(folder);
    folder.make();  // or refuses what is no folder of ours, before numbers are written there
    const Expected<std::vector<std::byte>> found =
        read_checkpoint(folder.index(), CheckpointOwner{"reproduce", hash_of_program()});
    if (!found) found.error().raise();
    core::Archive archive(*found);
    ReproduceTask task;
    archive(task);
    if (!archive.is_good() || !archive.is_at_end()) lost_checkpoint(folder.index(), "it is damaged").raise();
    return task;
}

/// Where the numbers are kept that are for this result alone. Named after the program, so that no other one takes them
/// for its own.
std::filesystem::path own_numbers(const CheckpointFolder& place, const std::string& program) {
    return place.kept("numbers-" + program.substr(0, 16));
}

}  // namespace

int reproduce(const ReproduceOptions& options) {
    const int width = terminal_width(STDOUT_FILENO, 120);
    if (options.list) {
        if (!options.names.empty())
            throw InputError(
                fmt::format("--list: expected no name beside it, got \"{}\"", options.names.front()));
        if (options.json)
            print(studies_json(reproduce::studies()));
        else
            print_paged(studies_table(reproduce::studies(), width));
        return 0;
    }
    demand_checkpoint_options(options, options.out);
    if (options.resume && (!options.names.empty() || options.out || options.quick || options.fresh))
        throw InputError(fmt::format("--resume contradicts {}: expected --resume DIR alone",
                                     !options.names.empty() ? fmt::format("\"{}\"", options.names.front())
                                     : options.out          ? "--out"
                                     : options.quick        ? "--quick"
                                                            : "--fresh"));
    if (options.names.empty() && !options.resume)
        throw InputError("expected a study, a figure (buss2001/fig6) or all; see 'polhode reproduce --list'");
    if (options.threads < 0)
        throw InputError(fmt::format("--threads: expected at least 1, got {}", options.threads));

    catch_interrupts();
    const std::optional<std::string>& out = options.resume ? options.resume : options.out;
    std::optional<OutputFolder> folder;  // made now, so that a bad folder is reported before the work
    if (out) folder.emplace(*out);
    const ReproduceTask task = options.resume ? resumed_reproduction(*out)
                                              : ReproduceTask{options.names, options.quick, options.fresh};
    const std::string program = out ? hash_of_program() : "";
    CheckpointKeeper keeper(options, out, {"reproduce", program}, options.quiet);
    const std::filesystem::path cache = task.fresh ? std::filesystem::path() : reproduce::cache_file();
    reproduce::Lab lab(!cache.empty()   ? cache
                       : options.resume ? own_numbers(*keeper.folder(), program)
                                        : std::filesystem::path(),
                       [&](const std::string& trouble) {
                           if (!options.quiet) complain(trouble + "; the run goes on");
                       });
    const auto keep = [&] {
        keeper.write([&](core::Archive& archive, const CheckpointFolder& place) {
            ReproduceTask kept = task;
            archive(kept);
            // numbers of a run before this one count for nothing in one from the start
            return options.resume ? std::vector{own_numbers(place, program)}
                                  : std::vector<std::filesystem::path>();
        });
        if (keeper.has_written() && cache.empty() && !options.resume)
            lab.keep_in(own_numbers(*keeper.folder(), program));
    };
    if (keeper.is_on() && !keeper.spares_another()) keep();
    reproduce::Reproduction result;
    {
        ProgressBar bar(!options.quiet);
        result = reproduce::reproduce(reproduce::studies(), {task.names, task.quick, options.threads}, lab,
                                      [&](long done, long total) {
                                          bar.show(done, total);
                                          if (keeper.is_on() && !keeper.has_written() && keeper.is_due())
                                              keep();
                                          return !interrupted();
                                      });
    }
    if (folder) {
        const Patience writing;
        const Phase drawing("drawing the page", !options.quiet);
        folder->start("reproduce.json").write(reproduction_json(result));
        folder->start("reproduce.html").write(reproduction_html(result, lab));
        folder->commit(result.complete);
        if (result.complete) keeper.remove();
    }
    if (options.json) {
        print(reproduction_json(result));
    } else if (!options.quiet) {
        print(reproduction_table(result, width));
        if (folder)
            print(fmt::format("Written to {}: reproduce.json, reproduce.html\n",
                              folder->written_to().string()));
    }
    if (!result.complete) {
        const std::string lost = lab.missing_from_file();
        throw RunError(
            fmt::format("stopped by {}; {}{}", interrupted(),
                        lost.empty() ? "" : fmt::format("not all of its numbers are kept: {}; ", lost),
                        cache.empty() || keeper.has_written() ? keeper.how_to_go_on()
                                                              : "run the same command again to go on"));
    }
    return result.as_expected() ? 0 : 1;
}

}  // namespace polhode::program
