#include "studies.hpp"

#include "polhode/assets.hpp"
#include "reproduce/sentences.hpp"

namespace polhode::reproduce {

const std::vector<Study>& studies() {
    static const std::vector<Study> all = [] {
        std::vector<Study> list{buss2001(), krysl2004(), krysl2005(), celledoni2006(), krysl2006()};
        for (Study& study : list) {
            const std::string_view sentences = asset(study.name + "/sentences.tsv");
            study = with_sentences(std::move(study), sentences);
        }
        return list;
    }();
    return all;
}

}  // namespace polhode::reproduce
