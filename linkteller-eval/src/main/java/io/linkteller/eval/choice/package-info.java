/**
 * The choice of a protection by the owner of a private graph: how much accuracy each {@link
 * io.linkteller.eval.choice.Candidate} costs, and how much attacks still find.
 *
 * <pre>{@code
 * ProtectionChoice choice =
 *     ProtectionChoice.builder(OwnerData.of(data, judged), ModelTraining.of(gcn, trainer))
 *         .candidates(Candidate.grid(List.of("lapgraph", "gap"), 1, 2, 4, 8))
 *         .targets(targets)
 *         .maxLeakage(0.1)
 *         .build();
 * ProtectionReport report = choice.run();
 * report.sentences();
 * }</pre>
 *
 * <p>Candidates are computed on the private graph, for the owner's eyes only; the report is not a
 * release. A choice based on it depends on the graph in a way that no ε covers, so the release of
 * the chosen candidate is marked {@link io.linkteller.privacy.Provenance.Use#EPSILON_CHOICE}.
 */
@NullMarked
package io.linkteller.eval.choice;

import org.jspecify.annotations.NullMarked;
