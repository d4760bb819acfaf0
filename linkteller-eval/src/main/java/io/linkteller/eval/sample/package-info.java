/**
 * The paper's protocol: samples of targets and beliefs about the density (section VI).
 *
 * <p>{@link io.linkteller.eval.sample.NodeSample} draws 500 targets of a {@link
 * io.linkteller.eval.sample.DegreeClass} as the authors' code does, with NumPy's generator ({@link
 * io.linkteller.eval.sample.NumpyRandom}). {@link io.linkteller.eval.sample.RoundedDensity} times a
 * {@link io.linkteller.eval.sample.BeliefFactor} is k̂.
 *
 * <pre>{@code
 * NodeSample sample = NodeSample.draw(graph, DegreeClass.HIGH, DegreeThresholds.TWITCH, NodeSample.PAPER_SIZE, 42);
 * double kHat = RoundedDensity.of(graph.inducedSubgraph(sample.nodes())).kHat(BeliefFactor.RIGHT);
 * }</pre>
 */
@NullMarked
package io.linkteller.eval.sample;

import org.jspecify.annotations.NullMarked;
