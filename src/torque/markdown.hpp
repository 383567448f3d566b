/// The table of torque models as Markdown; tests/docs writes it into the documentation and checks that it is
/// there.
#pragma once

#include <string>

namespace polhode {

std::string torque_table_markdown();

}  // namespace polhode
