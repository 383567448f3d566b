#include "io/shown_result.hpp"

#include "commands.hpp"
#include "io/phase.hpp"
#include "io/terminal.hpp"
#include "polhode/error.hpp"

#include <unistd.h>

namespace polhode::program {

int show(const ShowOptions& options) {
    const ShownResult result = [&] {
        const Phase reading("comparing the files with the manifest", true);
        return shown_result(options.folder);
    }();
    if (options.json)
        print(shown_json(options.folder, result));
    else
        print(shown_text(options.folder, result, terminal_width(STDOUT_FILENO, 100)));
    if (const auto trouble = result.trouble()) throw RunError(*trouble);
    return 0;
}

}  // namespace polhode::program
