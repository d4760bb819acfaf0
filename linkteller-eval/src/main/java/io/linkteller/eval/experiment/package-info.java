/**
 * The paper's protocol: which nodes are attacked, and what the attacker believes (section VI).
 *
 * <p>{@link io.linkteller.eval.experiment.NodeSample} draws 500 targets of a {@link
 * io.linkteller.eval.experiment.DegreeClass} as the authors' code does, node for node, with NumPy's
 * generator ({@link io.linkteller.eval.experiment.NumpyRandom}). {@link
 * io.linkteller.eval.experiment.RoundedDensity} times a {@link
 * io.linkteller.eval.experiment.BeliefFactor} is k̂.
 *
 * <pre>{@code
 * NodeSample sample = NodeSample.draw(graph, DegreeClass.HIGH, DegreeThresholds.TWITCH, NodeSample.PAPER_SIZE, 42);
 * double kHat = RoundedDensity.of(graph.inducedSubgraph(sample.nodes())).kHat(BeliefFactor.RIGHT);
 * }</pre>
 *
 * <p>On these stand whole experiments, in this order: {@link
 * io.linkteller.eval.experiment.scenario}, what is attacked; {@link
 * io.linkteller.eval.experiment.cell}, how parts are computed once and kept; {@link
 * io.linkteller.eval.experiment.attack} and {@link io.linkteller.eval.experiment.privacy}, the
 * paper's grids; {@link io.linkteller.eval.experiment.reproduce}, all of it by name.
 */
@NullMarked
package io.linkteller.eval.experiment;

import org.jspecify.annotations.NullMarked;
