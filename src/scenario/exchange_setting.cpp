#include "scenario/exchange_setting.hpp"

#include "scenario/choice.hpp"
#include "scenario/located.hpp"

#include <fmt/format.h>
#include <array>
#include <string>
#include <utility>

namespace polhode {
namespace {

constexpr std::array names{std::pair("exchange.originator", &Exchange::originator),
                           std::pair("exchange.object_name", &Exchange::object_name),
                           std::pair("exchange.object_id", &Exchange::object_id),
                           std::pair("exchange.reference_frame", &Exchange::reference_frame),
                           std::pair("exchange.body_frame", &Exchange::body_frame)};

AemVersion version_of(const Setting& setting) {
    const auto* number = std::get_if<double>(&setting.value.content);
    if (number && !(*number < 1 || *number > 1)) return AemVersion::one;
    if (number && !(*number < 2 || *number > 2)) return AemVersion::two;
    return rejected(setting, "1 or 2", AemVersion::one);
}

}  // namespace

Instant instant_of(const Setting& setting, TimeSystem system) {
    const Expected<Instant> instant = instant_in(text(setting, "a time"), system);
    if (instant) return *instant;
    refuse(setting, fmt::format("{}, got {}", instant.error().message, setting.value.shown));
    return *instant_in(default_epoch, system);
}

Exchange read_exchange(const std::vector<Setting>& settings) {
    Exchange exchange;
    for (const auto& [key, name] : names)
        if (const Setting* s = find(settings, key)) {
            exchange.*name = text(*s, "a name");
            if (const auto refusal = refusal_of_name(exchange.*name))
                refuse(*s, fmt::format("{}, got {}", refusal->message, s->value.shown));
        }
    exchange.time_system =
        choice(find(settings, "exchange.time_system"), time_system_names, exchange.time_system);
    const Setting* epoch = find(settings, "exchange.epoch");
    exchange.epoch =
        epoch ? instant_of(*epoch, exchange.time_system) : *instant_in(default_epoch, exchange.time_system);
    if (const Setting* s = find(settings, "exchange.creation_date"))
        exchange.creation_date = instant_of(*s, TimeSystem::utc);
    if (const Setting* s = find(settings, "exchange.aem_version")) exchange.aem_version = version_of(*s);
    return exchange;
}

}  // namespace polhode
