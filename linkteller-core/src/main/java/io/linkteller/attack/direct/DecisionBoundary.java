package io.linkteller.attack.direct;

import io.linkteller.attack.UnsuitableModelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * Two feature vectors on opposite sides of a decision boundary. If all nodes of a query have the
 * features {@link #near}, they all have the same label, regardless of their neighbors, but they are
 * so close to the boundary that the label of a node changes if a neighbor has the features {@link
 * #far}.
 *
 * <p>Such a boundary exists if nodes with equal features have equal labels. For attention and
 * random walks, whose rows sum to 1, the logits are equal at any scale of the features. For other
 * non-negative propagation matrices with relu, the labels are equal at a scale at which biases
 * vanish: the logits of a node are then multiplied by a positive factor that depends on its
 * neighbors but does not change the label. If a model averages over neighbors without the node
 * itself, nodes without neighbors differ from all others and may have a label of their own.
 */
final class DecisionBoundary {

  /** The number of vectors to try before giving up the search for two labels. */
  private static final int VECTORS = 32;

  /** The shares of the targets in the parts of the graph on which a boundary is tested. */
  private static final double[] SHARES = {0.75, 0.75, 0.5, 0.5, 0.5, 0.25, 0.25, 0.1, 0.05};

  /**
   * The maximum width of the part of a line on which the labels of different nodes may differ.
   * Rounding in single precision blurs a boundary by about 1e-5.
   */
  private static final double MAX_BLUR = 1e-4;

  /** The maximum number of bisections of a line. */
  private static final int BISECTIONS = 60;

  /** The smallest margin; doubles along the line are not dense enough for a smaller one. */
  private static final double MIN_MARGIN = Math.scalb(1.0, -48);

  /** The number of step sizes across the boundary to try: 1/2, 1/4, and so on. */
  private static final int STEPS = 30;

  /** The factor by which a step must exceed the margin. */
  private static final double CLEAR = 16;

  /**
   * The preferred ratio of the step to the margin. It allows for the largest expected ratio between
   * neighbors' influences, but no more, because relu is linear only on short steps.
   */
  private static final double AMPLE = 1 << 20;

  private final double[] near;
  private final double[] far;
  private final double[] label;
  private final double[] alone;

  private DecisionBoundary(double[] near, double[] far, double[] label, double[] alone) {
    this.near = near;
    this.far = far;
    this.label = label;
    this.alone = alone;
  }

  private DecisionBoundary movingTo(double[] x) {
    return new DecisionBoundary(near, x, label, alone);
  }

  /** Returns the features of nodes that do not move; not copied. */
  double[] near() {
    return near;
  }

  /** Returns the features of nodes that move; not copied. */
  double[] far() {
    return far;
  }

  /** Returns the label of a node if neither it nor any of its neighbors moves. */
  double[] label() {
    return label;
  }

  /** Returns the label of a node without neighbors. */
  double[] alone() {
    return alone;
  }

  /**
   * Looks for a boundary between the features of two targets, then between random vectors of scale
   * 1, then between random vectors of a larger scale, and finally for a boundary that nodes without
   * neighbors do not share.
   *
   * @param seed the seed of the random vectors
   * @param scale the larger scale
   * @throws UnsuitableModelException if there is no such boundary
   */
  static DecisionBoundary find(LabelOracle oracle, long seed, double scale) {
    return new Search(oracle, i -> own(oracle, i), false, seed)
        .find()
        .or(() -> new Search(oracle, i -> random(oracle, seed + i, 1), false, seed).find())
        .or(() -> new Search(oracle, i -> random(oracle, seed + i, scale), false, seed).find())
        .or(() -> new Search(oracle, i -> random(oracle, seed + i, 1), true, seed).find())
        .orElseThrow(
            () ->
                new UnsuitableModelException(
                    "no decision boundary is common to all nodes with equal features, neither at"
                        + " scale 1 nor at "
                        + scale
                        + ": labels depend on more than the features, or there is only one label"));
  }

  /** Returns the features of one of {@value #VECTORS} targets that are spread evenly. */
  private static double[] own(LabelOracle oracle, int index) {
    return oracle.featuresOf((int) ((long) index * oracle.targets() / VECTORS));
  }

  private static double[] random(LabelOracle oracle, long seed, double scale) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[oracle.features()];
    for (int col = 0; col < x.length; col++) {
      x[col] = scale * (2 * random.nextDouble() - 1);
    }
    return x;
  }

  /** A search for a boundary on the line between two vectors. */
  private static final class Search {

    private final LabelOracle oracle;
    private final IntFunction<double[]> vectors;
    private final boolean loneDiffer;
    private final BitSet everyone = new BitSet();
    private final BitSet first = new BitSet();
    private final List<BitSet> parts;
    private double[] from = new double[0];
    private double[] to = new double[0];

    Search(LabelOracle oracle, IntFunction<double[]> vectors, boolean loneDiffer, long seed) {
      this.oracle = oracle;
      this.vectors = vectors;
      this.loneDiffer = loneDiffer;
      everyone.set(0, oracle.targets());
      first.set(0);
      parts = parts(seed);
    }

    Optional<DecisionBoundary> find() {
      Optional<double[]> start = chooseEnds();
      if (start.isEmpty()) {
        return Optional.empty();
      }
      double low = 0;
      double high = 1;
      for (int i = 0; i < BISECTIONS && high - low > MIN_MARGIN; i++) {
        double middle = (low + high) / 2;
        Optional<double[]> there = common(at(middle));
        if (there.isEmpty()) {
          // Labels of different nodes change at different places between here and the ends.
          low = edge(low, middle, start.get(), true);
          high = edge(high, middle, start.get(), false);
          break;
        }
        if (Arrays.equals(there.get(), start.get())) {
          low = middle;
        } else {
          high = middle;
        }
      }
      if (high - low > MAX_BLUR) {
        return Optional.empty();
      }
      // In other parts of the graph, the boundary may lie outside this interval.
      double margin = CLEAR * Math.max(high - low, MIN_MARGIN);
      Optional<DecisionBoundary> boundary = Optional.empty();
      while (boundary.isEmpty() && margin <= CLEAR * MAX_BLUR) {
        boundary = across(low - margin, margin);
        if (boundary.isEmpty()) {
          boundary = across(high + margin, -margin);
        }
        margin *= CLEAR;
      }
      return boundary;
    }

    /**
     * Chooses the ends of a line so that their labels differ, and returns the label of its start.
     */
    private Optional<double[]> chooseEnds() {
      Optional<double[]> start = Optional.empty();
      for (int i = 0; i < VECTORS; i++) {
        double[] x = vectors.apply(i);
        Optional<double[]> label = common(x);
        if (label.isPresent() && start.isEmpty()) {
          start = label;
          from = x;
        } else if (label.isPresent() && !Arrays.equals(label.get(), start.get())) {
          to = x;
          return start;
        }
      }
      return Optional.empty();
    }

    /**
     * Returns the label that is common to all targets or, if {@code loneDiffer}, to all targets
     * with neighbors; empty if there is none.
     */
    private Optional<double[]> common(double[] x) {
      List<double[]> labels = oracle.labels(everyone, x);
      if (labels.size() == 1) {
        return Optional.of(labels.get(0));
      }
      if (!loneDiffer || labels.size() > 2) {
        return Optional.empty();
      }
      double[] alone = oracle.labels(first, x).get(0);
      if (Arrays.equals(labels.get(0), alone)) {
        return Optional.of(labels.get(1));
      }
      return Arrays.equals(labels.get(1), alone) ? Optional.of(labels.get(0)) : Optional.empty();
    }

    private double[] at(double t) {
      double[] x = new double[from.length];
      for (int col = 0; col < x.length; col++) {
        x[col] = (1 - t) * from[col] + t * to[col];
      }
      return x;
    }

    /** Returns a point close to the edge of the blur at which all labels are equal again. */
    private double edge(double clear, double blurred, double[] label, boolean same) {
      double inside = blurred;
      double outside = clear;
      while (Math.abs(outside - inside) > Math.abs(inside - blurred) / 4 + MIN_MARGIN) {
        double middle = (inside + outside) / 2;
        Optional<double[]> there = common(at(middle));
        if (there.isPresent() && Arrays.equals(there.get(), label) == same) {
          outside = middle;
        } else {
          inside = middle;
        }
      }
      return outside;
    }

    /**
     * Returns the boundary as crossed from one side; empty if labels do not change there as
     * required.
     */
    private Optional<DecisionBoundary> across(double near, double margin) {
      if (near < 0 || near > 1) {
        // Features stay between those of the two ends.
        return Optional.empty();
      }
      Optional<double[]> label = common(at(near));
      if (label.isEmpty()) {
        return Optional.empty();
      }
      double[] alone = oracle.labels(first, at(near)).get(0);
      DecisionBoundary side = new DecisionBoundary(at(near), at(near), label.get(), alone);
      if ((!loneDiffer && !Arrays.equals(label.get(), alone)) || !isCommon(side)) {
        return Optional.empty();
      }
      double step = step(near, margin, side);
      if (step == 0) {
        return Optional.empty();
      }
      DecisionBoundary onwards = side.movingTo(at(near + step));
      if (!loneDiffer) {
        return crosses(onwards) ? Optional.of(onwards) : Optional.empty();
      }
      // If neighbors have separate weights, these may move a node in the opposite direction.
      DecisionBoundary backwards = side.movingTo(at(near - step));
      int onwardsChanges = changes(onwards);
      int backwardsChanges = changes(backwards);
      // Some targets have neighbors, since otherwise all targets would have the same label. If none
      // of their labels changes, this is not a boundary.
      return onwardsChanges + backwardsChanges == 0
          ? Optional.empty()
          : Optional.of(backwardsChanges > onwardsChanges ? backwards : onwards);
    }

    /** Returns the number of targets whose label changes if half of the targets move. */
    private int changes(DecisionBoundary boundary) {
      BitSet half = new BitSet();
      for (int v = 0; v < oracle.targets(); v += 2) {
        half.set(v);
      }
      return oracle.changed(everyone, half, boundary).cardinality();
    }

    /** Returns whether nodes in parts of the graph have the same labels as in the whole graph. */
    private boolean isCommon(DecisionBoundary side) {
      return parts.stream().allMatch(part -> oracle.changed(part, new BitSet(), side).isEmpty());
    }

    /**
     * Returns whether all nodes in parts of the graph change their label when all of them move. In
     * a regular graph, the boundary is common to all nodes even if degrees matter, but it is not
     * common to the nodes of a part.
     */
    private boolean crosses(DecisionBoundary boundary) {
      return parts.stream()
          .allMatch(
              part -> {
                List<double[]> labels = oracle.labels(part, boundary.far());
                return labels.size() == 1 && !Arrays.equals(labels.get(0), boundary.label());
              });
    }

    /** Returns the first target, and random parts with the shares {@link #SHARES}. */
    private List<BitSet> parts(long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      List<BitSet> parts = new ArrayList<>(List.of(first));
      for (double share : SHARES) {
        BitSet part = new BitSet();
        for (int v = 0; v < oracle.targets(); v++) {
          part.set(v, random.nextDouble() < share);
        }
        if (!part.isEmpty()) {
          parts.add(part);
        }
      }
      return parts;
    }

    /**
     * Returns the largest step, up to an {@link #AMPLE} one, such that it and all smaller steps
     * that were tried cross the boundary; 0 if there is none.
     */
    private double step(double near, double margin, DecisionBoundary side) {
      double step = 0;
      for (int i = STEPS; i >= 1; i--) {
        double next = Math.copySign(Math.scalb(1.0, -i), margin);
        if (Math.abs(next) < CLEAR * Math.abs(margin)) {
          continue;
        }
        if (near + next < 0 || near + next > 1) {
          // Features stay between those of the two ends.
          break;
        }
        Optional<double[]> there = common(at(near + next));
        if (there.isEmpty()
            || Arrays.equals(there.get(), side.label)
            || Arrays.equals(there.get(), side.alone)) {
          break;
        }
        step = next;
        if (Math.abs(step) >= AMPLE * Math.abs(margin)) {
          break;
        }
      }
      return step;
    }
  }
}
