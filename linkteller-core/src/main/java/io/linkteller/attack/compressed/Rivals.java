package io.linkteller.attack.compressed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Confirms a graph by answers about halves of the nodes, as if there were no others.
 *
 * <p>Different graphs may have the same power of Â. Under two augmented layers two rungs a-b and
 * c-d may cross, a-d and c-b, where a is adjacent to c and b to d and all their other neighbors are
 * the same; the prism has the square of K₃,₃; where degrees are equal, a power in one model is a
 * power in another. Among some of the nodes they differ: a half holds some but not all of four
 * nodes, and a pair of them that differs, with a chance of 9/16.
 *
 * <ol>
 *   <li>A random half of the nodes is queried.
 *   <li>Each crossing of rungs is taken in the sense that is nearer to the answers so far.
 *   <li>Graphs that do not explain these answers are dropped.
 *   <li>One graph that is left after {@value #PROBES} halves is confirmed, once each crossing has
 *       been decided by one of them.
 * </ol>
 */
final class Rivals {

  /** Halves that a graph must explain: a rival of four other pairs passes with a chance of 4 %. */
  private static final int PROBES = 4;

  /** Halves after which a crossing that none of them shows is left open: a chance of 0.1 %. */
  private static final int MOST_PROBES = 8;

  /** The share of a prediction by which rounding may move it. */
  private static final double ROUNDING = 1e-9;

  private final Columns fitted;
  private final List<Probe> probes = new ArrayList<>();

  /** Answers about some of the nodes, ascending. */
  @SuppressWarnings("ArrayRecordComponent") // Used in this class alone.
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
   * @param seed decides the halves
   * @return the graph that is left; empty if queries end before, or none explains the answers
   */
  static Optional<NamedGraph> confirmed(
      List<NamedGraph> clean, Columns fitted, Measurement measurement, Prober prober, long seed) {
    Rivals rivals = new Rivals(fitted);
    List<Rival> left = new ArrayList<>();
    for (NamedGraph graph : clean) {
      left.add(new Rival(graph, Certificate.response(graph, fitted), 0));
    }
    Random random = new Random(seed);
    for (int asked = 1; asked <= MOST_PROBES && prober.left() >= 2; asked++) {
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

  /** Returns the only graph that is left, if it has no crossing that no probe shows. */
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

  /** Crosses rungs while the answers about halves are nearer then. */
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
