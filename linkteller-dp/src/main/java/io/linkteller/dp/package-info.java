/**
 * Edge-differentially private perturbers of graphs: EdgeRand and LapGraph from the paper, and Top-m
 * Filter. A {@linkplain io.linkteller.dp.session ledger} keeps track of the budget that they spend.
 *
 * <pre>{@code
 * PrivateSession session = PrivateSession.withBudget(graph, 5);
 * PerturbedGraph released = session.perturb(LapGraph.withEpsilon(5));
 * session.ledger().remaining(session.part());   // 0: nothing is left for another release
 * }</pre>
 *
 * <p><b>Exact.</b> Every mechanism draws from exactly the distribution assumed by its proof. Every
 * decision about an edge is a uniform integer, or an event whose probability is compared exactly
 * with random bits ({@link io.linkteller.dp.sampling.Probability}). No floating-point number is
 * ever an output or compared with a noisy number, so results have neither the gaps of
 * floating-point noise (Mironov 2012) nor its bias. If a parameter has to be rounded (the flip
 * probability of EdgeRand, the parts of a budget), it is rounded in the direction of more privacy.
 *
 * <p><b>Not exact.</b> Random bits come from AES-256 with a new key for each perturbation, so the
 * guarantee holds against adversaries who cannot break AES. Running time and memory depend on the
 * graph and are not hidden; whether a result is refused because of its size depends only on public
 * or noisy quantities.
 */
@NullMarked
package io.linkteller.dp;

import org.jspecify.annotations.NullMarked;
