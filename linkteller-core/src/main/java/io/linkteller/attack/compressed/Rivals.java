package io.linkteller.attack.compressed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Confirms a graph with answers for halves of the nodes, queried as if there were no other nodes.
 *
 * <p>Different graphs may have the same power of Â. Under two augmented layers, two rungs a-b and
 * c-d can be crossed to a-d and c-b if a and c, and b and d, are adjacent and have the same other
 * neighbors; the prism has the same square as K₃,₃. If all degrees are equal, a power under one
 * model is also a power under another. On subsets of the nodes, these graphs differ: with
 * probability 1/2, a half contains at least one of the four pairs that a crossing changes, but not
 * all four nodes, among which the crossing is invisible again.
 *
 * <ol>
 *   <li>A random half of the nodes is queried.
 *   <li>Each pair of rungs is crossed if this brings the predictions closer to the answers so far.
 *   <li>Graphs that do not explain these answers are dropped.
 *   <li>If a single graph is left after {@value #PROBES} halves, it is confirmed once each of its
 *       possible crossings is decided by one of the halves.
 * </ol>
 */
final class Rivals {

  /**
   * The number of halves that a graph must explain: a rival that differs in four pairs passes all
   * of them with probability 6%.
   */
  private static final int PROBES = 4;

  /** The maximum number of halves: with probability 0.4%, none of them decides a given crossing. */
  private static final int MAX_PROBES = 8;

  /** The relative change of a squared norm that rounding may cause. */
  private static final double ROUNDING = 1e-9;

  private final Columns fitted;
  private final List<Probe> probes = new ArrayList<>();

  /** Answers for a subset of the nodes, whose positions are in ascending order. */
  @SuppressWarnings("ArrayRecordComponent") // Used only in this class.
  private record Probe(int[] members, Columns columns) {}

  /** A graph, its response to moves, and its squared error over all probes. */
  private record Rival(NamedGraph graph, MatrixPolynomial response, double error) {}

  private Rivals(Columns fitted) {
    this.fitted = fitted;
  }

  /**
   * Queries halves of the nodes until only one graph explains the answers.
   *
   * @param clean the graphs that explain all answers so far, at least one, best first
   * @param fitted the answers so far
   * @param prober sends the queries and limits their number
   * @param seed determines the halves
   * @return the graph that is left; empty if no graph or several are left, or a crossing remains
   *     undecided
   */
  static Optional<NamedGraph> confirmed(
      List<NamedGraph> clean, Columns fitted, Measurement measurement, Prober prober, long seed) {
    Rivals rivals = new Rivals(fitted);
    List<Rival> left = new ArrayList<>();
    for (NamedGraph graph : clean) {
      left.add(new Rival(graph, Certificate.response(graph, fitted), 0));
    }
    Random random = new Random(seed);
    for (int asked = 1; asked <= MAX_PROBES && prober.left() >= 2; asked++) {
      int[] half =
          IntStream.range(0, fitted.n()).filter(v -> v == 0 || random.nextBoolean()).toArray();
      List<Columns.Column> columns = measurement.about(half);
      if (columns.isEmpty()) {
        // Coupled nodes cannot be queried in subsets.
        return rivals.decided(left);
      }
      rivals.probes.add(
          new Probe(
              half, Columns.of(half.length, columns.size(), columns, Coupling.none(half.length))));
      left.replaceAll(rivals::nearest);
      left.removeIf(rival -> !rivals.explains(rival));
      Optional<NamedGraph> only = rivals.decided(left);
      if (left.isEmpty() || (asked >= PROBES && only.isPresent())) {
        return only;
      }
    }
    return Optional.empty();
  }

  /** Returns the only graph that is left, if each of its crossings is decided by a probe. */
  private Optional<NamedGraph> decided(List<Rival> left) {
    if (left.isEmpty()) {
      return Optional.empty();
    }
    NamedGraph first = left.get(0).graph();
    boolean isOnly = left.stream().allMatch(rival -> rival.graph().hasEdgesOf(first));
    return isOnly && crossings(first).stream().allMatch(crossed -> isShown(first, crossed))
        ? Optional.of(first)
        : Optional.empty();
  }

  /** Returns whether two graphs with the same power differ on the nodes of some probe. */
  private boolean isShown(NamedGraph graph, NamedGraph crossed) {
    return probes.stream()
        .anyMatch(
            probe -> {
              double[] here = graph.within(probe.members()).power(probe.columns());
              double[] there = crossed.within(probe.members()).power(probe.columns());
              return squares(here, there) > ROUNDING * squares(here, new double[here.length]);
            });
  }

  /** Crosses rungs as long as this brings the predictions closer to the answers for halves. */
  private Rival nearest(Rival rival) {
    Rival best = with(rival.graph(), rival.response());
    for (boolean nearer = true; nearer; ) {
      nearer = false;
      for (NamedGraph crossed : crossings(best.graph())) {
        Rival next = with(crossed, best.response());
        if (next.error() < best.error() * (1 - ROUNDING)) {
          best = next;
          nearer = true;
          break;
        }
      }
    }
    return best;
  }

  private Rival with(NamedGraph graph, MatrixPolynomial response) {
    double error = 0;
    for (Probe probe : probes) {
      double[] predicted = response.predict(graph.within(probe.members()), probe.columns());
      error += squares(predicted, probe.columns().y());
    }
    return new Rival(graph, response, error);
  }

  private static double squares(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += (x[i] - y[i]) * (x[i] - y[i]);
    }
    return sum;
  }

  private boolean explains(Rival rival) {
    return probes.stream()
        .allMatch(
            probe -> {
              NamedGraph left = rival.graph().within(probe.members());
              return Certificate.of(left, rival.response(), probe.columns()).explains();
            });
  }

  /** Returns the graphs with one crossing that have the same Â^k R, up to rounding. */
  private List<NamedGraph> crossings(NamedGraph graph) {
    List<NamedGraph> found = new ArrayList<>();
    double[] power = graph.power(fitted);
    double rounding = ROUNDING * squares(power, new double[power.length]);
    for (int a = 0; a < graph.n(); a++) {
      for (int c : graph.neighbors()[a]) {
        int[] here = except(graph, a, c);
        int[] there = except(graph, c, a);
        // A crossing appears at a-c and at b-d; the one with the smallest node counts.
        if (c > a && here.length == 1 && there.length == 1 && a < Math.min(here[0], there[0])) {
          int b = here[0];
          int d = there[0];
          if (graph.hasEdge(b, d)
              && Arrays.equals(except(graph, b, d), new int[] {a})
              && Arrays.equals(except(graph, d, b), new int[] {c})) {
            NamedGraph crossed = graph.toggled(a, b).toggled(c, d).toggled(a, d).toggled(c, b);
            if (squares(crossed.power(fitted), power) <= rounding) {
              found.add(crossed);
            }
          }
        }
      }
    }
    return found;
  }

  /** Returns the neighbors of v that are neither u nor a neighbor of u. */
  private static int[] except(NamedGraph graph, int v, int u) {
    return IntStream.of(graph.neighbors()[v]).filter(w -> w != u && !graph.hasEdge(u, w)).toArray();
  }
}
