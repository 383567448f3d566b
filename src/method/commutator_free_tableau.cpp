#include "polhode/method/commutator_free_tableau.hpp"

namespace polhode {

namespace {

ExponentialProduct one_by_one(const std::vector<long double>& row) {
    ExponentialProduct product;
    for (std::size_t j = 0; j < row.size(); ++j) {
        if (row[j] == 0) continue;
        product.weights.emplace_back(row.size(), 0);
        product.weights.back()[j] = row[j];
    }
    return product;
}

}  // namespace

std::size_t CommutatorFreeTableau::exponentials() const {
    std::size_t count = end.weights.size();
    for (const ExponentialProduct& stage : stages) count += stage.weights.size();
    return count;
}

CommutatorFreeTableau crouch_grossman(const Tableau& tableau) {
    CommutatorFreeTableau t{tableau, {}, one_by_one(tableau.b)};
    for (const auto& row : tableau.a) t.stages.push_back(one_by_one(row));
    return t;
}

namespace commutator_free {

/// Crouch, Grossman (1993).
CommutatorFreeTableau cg3() {
    return crouch_grossman({{{0, 0, 0}, {3 / 4.0L, 0, 0}, {119 / 216.0L, 17 / 108.0L, 0}},
                            {13 / 51.0L, -2 / 3.0L, 24 / 17.0L},
                            {0, 3 / 4.0L, 17 / 24.0L}});
}

/// Jackiewicz, Marthinsen, Owren, "Construction of Runge–Kutta methods of Crouch–Grossman type of high order"
/// (2000), who print 16 digits. Five stages have 15 coefficients and order 4 has 13 independent conditions: of
/// the solutions, this is the one nearest to the digits printed, which it has all. (a₅₄ is often copied with
/// 3565 for the 3465 in its last digits, and then the row does not add up.)
CommutatorFreeTableau cg4() {
    return crouch_grossman(
        {{{0, 0, 0, 0, 0},
          {0.817722798812485183864383415847723193L, 0, 0, 0, 0},
          {0.319987637547642681409609258329034770L, 0.065986426355602187354603228667333554L, 0, 0, 0},
          {0.921441719446494612602955614447966895L, 0.499785777677357298630580622441638903L,
           -1.09699844483715820771826681841610948L, 0, 0},
          {0.355235855902332201054156819447120916L, 0.239095837230732569585299130695142428L,
           1.39185657242032459428673699011534979L, -1.10929793921134651058417724992621633L, 0}},
         {0.137083152063075537029594773567693535L, -0.018369853156402019112610887745429207L,
          0.739781398537077998929143616490662484L, -0.190714256550588896697746577033424798L,
          0.332219559106837379851619074720497986L},
         {0, 0.817722798812485183864383415847723193L, 0.385974063903244868764212486996368325L,
          0.324229052286693703515269418473496322L, 0.876890326342042854342015690331396806L}});
}

/// Celledoni, Marthinsen, Owren (2003), on the method of Heun of order 3. The end goes on from the second
/// stage, which saves an exponential.
CommutatorFreeTableau cf3() {
    return {
        {{{0, 0, 0}, {1 / 3.0L, 0, 0}, {0, 2 / 3.0L, 0}}, {1 / 4.0L, 0, 3 / 4.0L}, {0, 1 / 3.0L, 2 / 3.0L}},
        {{}, {0, {{1 / 3.0L, 0, 0}}}, {0, {{0, 2 / 3.0L, 0}}}},
        {1, {{-1 / 12.0L, 0, 3 / 4.0L}}}};
}

/// Celledoni, Marthinsen, Owren (2003), on the classical method; the last stage goes on from the second.
CommutatorFreeTableau cf4() {
    return {butcher::rk4(),
            {{}, {0, {{1 / 2.0L, 0, 0, 0}}}, {0, {{0, 1 / 2.0L, 0, 0}}}, {1, {{-1 / 2.0L, 0, 1, 0}}}},
            {0, {{1 / 4.0L, 1 / 6.0L, 1 / 6.0L, -1 / 12.0L}, {-1 / 12.0L, 1 / 6.0L, 1 / 6.0L, 1 / 4.0L}}}};
}

}  // namespace commutator_free

}  // namespace polhode
