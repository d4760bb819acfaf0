/**
 * Edge-differentially private graphs: EdgeRand and LapGraph of the paper, and two further
 * perturbers. Their budget is kept by a {@linkplain io.linkteller.dp.session ledger}.
 *
 * <p>To be read in this order: {@link io.linkteller.dp.EdgeRand} (Algorithm 3, Theorem 4), {@link
 * io.linkteller.dp.LapGraph} (Algorithm 4, Theorem 5), {@link io.linkteller.dp.GraphMechanism}, the
 * interface of all of them, {@link io.linkteller.dp.sampling.Chance}, exact random decisions,
 * {@link io.linkteller.dp.MechanismType}, the catalog by name, {@link
 * io.linkteller.dp.session.PrivacyLedger} (Theorems 2 and 3, Lemma 1), {@link
 * io.linkteller.dp.ConcentratedPrivacy}, {@link io.linkteller.dp.audit}.
 *
 * <pre>{@code
 * PrivateSession session = PrivateSession.withBudget(graph, 5);
 * PerturbedGraph released = session.perturb(LapGraph.withEpsilon(5));
 * session.ledger().remaining(session.part());   // 0: nothing is left for another release
 * }</pre>
 *
 * <p><b>What is exact.</b> Every mechanism draws from exactly the law of its proof. Whatever
 * decides about an edge is an integer below a bound, drawn by rejection, or an event of probability
 * p, decided by comparing random bits with the binary expansion of p: the first 32 bits against
 * bounds from double arithmetic, which are wide enough to hold its rounding, and in the one case in
 * 2<sup>31</sup> where that leaves the answer open, further bits against p enclosed to as many
 * digits as it takes. No floating-point number is ever an output, and none is compared with a noisy
 * one, so neither the holes of floating-point noise (Mironov 2012) nor its bias exist.
 * Probabilities are functions of doubles taken at their exact value; where a parameter has to be
 * rounded (the flip probability of EdgeRand, the halves of a budget) it is rounded to the private
 * side.
 *
 * <p><b>What is not.</b> Random bits come from AES-256 in counter mode under a key that {@link
 * java.security.SecureRandom} gives anew for each perturbation. The guarantee is therefore the
 * computational one that any generator can give: against an adversary who cannot break AES. A
 * seeded perturber offers no protection against anyone who knows or guesses the seed, so ledgers
 * and graph owners refuse it unless an experiment asks. Running time and memory depend on the graph
 * and are not hidden; whether a result is refused for its size depends on public or noisy
 * quantities only.
 */
@NullMarked
package io.linkteller.dp;

import org.jspecify.annotations.NullMarked;
