package io.linkteller.attack.compressed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Confirms a graph by answers for halves of the nodes, as if there were no others.
 *
 * <p>Different graphs may have the same power of Â. Under two augmented layers two rungs a-b and
 * c-d may cross to a-d and c-b, if a is adjacent to c and b to d and all their other neighbors are
 * the same; the prism has the same square as K₃,₃; if degrees are equal, a power in one model is a
 * power in another. On subsets of the nodes they differ: with probability 9/16, a half contains
 * some but not all of four nodes, including a pair that differs.
 *
 * <ol>
 *   <li>A random half of the nodes is queried.
 *   <li>Each crossing of rungs is resolved in the way that is nearer to the answers so far.
 *   <li>Graphs that do not explain these answers are dropped.
 *   <li>A single graph that is left after {@value #PROBES} halves is confirmed once one of them has
 *       decided each crossing.
 * </ol>
 */
final class Rivals {

  /**
   * The number of halves that a graph must explain: a rival that differs in four pairs passes with
   * probability 4 %.
   */
  private static final int PROBES = 4;

  /**
   * The number of halves after which a crossing that none of them decides is left open: probability
   * 0.1 %.
   */
  private static final int MAX_PROBES = 8;

  /** The share of a prediction by which rounding may move it. */
  private static final double ROUNDING = 1e-9;

  private final Columns fitted;
  private final List<Probe> probes = new ArrayList<>();

  /** Answers for some of the nodes, ascending. */
  @SuppressWarnings("ArrayRecordComponent") // Used only in this class.
  private record Probe(int[] members, Columns columns) {}

  /** A graph, its answer to a move, and its distance from all probes. */
  private record Rival(NamedGraph graph, MatrixPolynomial response, double error) {}

  private Rivals(Columns fitted) {
    this.fitted = fitted;
  }

  /**
   * Queries halves of the nodes until one graph is left that explains them.
   *
   * @param clean the graphs that explain all answers, at least one, the best first
   * @param fitted those answers
   * @param prober counts the queries
   * @param seed determines the halves
   * @return the graph that is left; empty if queries run out before, or none explains the answers
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
        // Coupled nodes cannot be queried in parts.
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

  /** Returns the only graph that is left, if a probe decides each of its crossings. */
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

  /** Returns whether a graph and another with the same power differ among the nodes of a probe. */
  private boolean isShown(NamedGraph graph, NamedGraph crossed) {
    return probes.stream()
        .anyMatch(
            probe -> {
              double[] here = graph.within(probe.members()).power(probe.columns());
              double[] there = crossed.within(probe.members()).power(probe.columns());
              return squares(here, there) > ROUNDING * squares(here, new double[here.length]);
            });
  }

  /** Crosses rungs as long as this brings the answers for halves nearer. */
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

  /** Returns the graphs with one pair of rungs crossed that have the same power of Â. */
  private List<NamedGraph> crossings(NamedGraph graph) {
    List<NamedGraph> found = new ArrayList<>();
    double[] power = graph.power(fitted);
    double rounding = ROUNDING * squares(power, new double[power.length]);
    for (int a = 0; a < graph.n(); a++) {
      for (int c : graph.neighbors()[a]) {
        int[] here = except(graph, a, c);
        int[] there = except(graph, c, a);
        if (c > a && here.length == 1 && there.length == 1) {
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

  /** The neighbors of v that are neither u nor a neighbor of u. */
  private static int[] except(NamedGraph graph, int v, int u) {
    return IntStream.of(graph.neighbors()[v]).filter(w -> w != u && !graph.hasEdge(u, w)).toArray();
  }
}
