package io.linkteller.attack.compressed;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Confirms a graph by answers about some of the nodes, and tells it apart from others that answer
 * all queries about all nodes alike.
 *
 * <p>Under two augmented layers two rungs a-b and c-d may cross, a-d and c-b, where a is adjacent
 * to c and b to d and all their other neighbors are the same: Â² stays as it is. Small components
 * have more such rivals, as the prism has K₃,₃, and one model's square is another's first power.
 * Among some of the nodes they differ.
 */
final class Rivals {

  /** The number of times that some of the nodes are asked about. */
  private static final int MOST_PROBES = 8;

  /** The largest component of which all graphs are compared. */
  private static final int MOST_NODES = 6;

  /** The largest number of neighbors that are weighed against each other. */
  private static final int MOST_OPEN = 8;

  /** The share of a prediction by which rounding may move it. */
  private static final double ROUNDING = 1e-9;

  private final Measurement measurement;
  private final Random random;
  private final List<Probe> probes = new ArrayList<>();

  /** Answers about some of the nodes. */
  @SuppressWarnings("ArrayRecordComponent") // Used in this class alone.
  private record Probe(int[] members, Columns columns) {}

  /**
   * Edges that may be others.
   *
   * @param nodes the nodes whose neighbors change
   * @param pairs the pairs that are toggled
   */
  @SuppressWarnings("ArrayRecordComponent") // Used in this class alone.
  private record Change(int[] nodes, List<int[]> pairs) {

    NamedGraph of(NamedGraph graph) {
      NamedGraph changed = graph;
      for (int[] pair : pairs) {
        changed = changed.toggled(pair[0], pair[1]);
      }
      return changed;
    }
  }

  /** A graph, what it answers to a move, and how far it is from all probes. */
  private record Rival(NamedGraph graph, MatrixPolynomial response, double error) {}

  /** Starts with answers about all nodes. */
  private Rivals(Measurement measurement, Columns held, long seed) {
    this.measurement = measurement;
    this.random = new Random(seed);
    probes.add(new Probe(IntStream.range(0, held.n()).toArray(), held));
  }

  /**
   * Asks about some of the nodes until one graph is left and explains these answers, too.
   *
   * @param clean the graphs that explain all answers, at least one, the best first
   * @param fitted those answers
   * @param held some of them
   * @param prober counts the queries
   * @param seed decides which nodes are left out
   * @return the graph that is left; empty if queries end before, or none explains the answers
   */
  static Optional<NamedGraph> settle(
      List<NamedGraph> clean,
      Columns fitted,
      Columns held,
      Measurement measurement,
      Prober prober,
      long seed) {
    Rivals rivals = new Rivals(measurement, held, seed);
    if (clean.stream().allMatch(clean.get(0)::hasEdgesOf)
        && !mayBeAnother(clean.get(0))
        && rivals.undecided(clean.get(0)).isEmpty()) {
      return Optional.of(clean.get(0));
    }
    List<Rival> left = new ArrayList<>();
    for (NamedGraph graph : clean) {
      left.add(new Rival(graph, Certificate.response(graph, fitted), 0));
    }
    for (int probe = 0; probe < MOST_PROBES && prober.left() >= 2; probe++) {
      if (!rivals.ask(left.get(0).graph())) {
        // Coupled nodes cannot be asked about in parts.
        return Optional.of(clean.get(0));
      }
      left.replaceAll(rivals::nearest);
      left.sort((x, y) -> Double.compare(x.error(), y.error()));
      Rival best = left.get(0);
      if (!rivals.explains(best)) {
        left.remove(best);
        if (left.isEmpty()) {
          return Optional.empty();
        }
      } else if (rivals.undecided(best.graph()).isEmpty()) {
        return Optional.of(best.graph());
      }
    }
    return Optional.empty();
  }

  /**
   * Returns whether a graph that is no small change away may have the same power of Â and the same
   * degrees. Roots of odd powers and those beside an identity are unique. Under two augmented
   * layers a leaf's row of Â² shows its neighbor and all of that one's, so these are certain; and
   * if (y, a) is no edge of the other graph, or one more, each node x whose edges are certain and
   * that is adjacent to y needs other neighbors that make up for it ({@link #replaceable}). A node
   * with only certain neighbors is certain. Four nodes at least must be left.
   */
  private static boolean mayBeAnother(NamedGraph graph) {
    if (graph.depth() % 2 == 1 || graph.propagation().hasIdentity()) {
      return false;
    }
    if (!graph.propagation().isNormalized()) {
      return true;
    }
    int[][] neighbors = graph.neighbors();
    int[] component = components(graph);
    int[] left = new int[graph.n()];
    for (int root : component) {
      left[root]++;
    }
    boolean[] certain = new boolean[graph.n()];
    for (int v = 0; v < certain.length; v++) {
      boolean bySmallness = left[component[v]] <= MOST_NODES;
      boolean byLeaf =
          neighbors[v].length <= 1
              || IntStream.of(neighbors[v]).anyMatch(u -> neighbors[u].length == 1);
      certain[v] = bySmallness || byLeaf;
    }
    for (boolean more = true; more; ) {
      more = false;
      for (int v = 0; v < certain.length; v++) {
        int[] open = IntStream.of(neighbors[v]).filter(u -> !certain[u]).toArray();
        if (certain[v]) {
          boolean[] replaceable = replaceable(graph, open);
          for (int i = 0; i < open.length; i++) {
            certain[open[i]] = !replaceable[i];
            more |= !replaceable[i];
          }
        } else if (open.length == 0) {
          certain[v] = true;
          more = true;
        }
      }
    }
    Arrays.fill(left, 0);
    for (int v = 0; v < certain.length; v++) {
      left[component[v]] += certain[v] ? 0 : 1;
    }
    return Arrays.stream(left).anyMatch(open -> open >= 4);
  }

  /**
   * Returns which neighbors of a node may make up for each other: those with ±1 in a sum Σ ±1/(d+1)
   * or 0 that vanishes. All, if they are many.
   */
  private static boolean[] replaceable(NamedGraph graph, int[] open) {
    boolean[] replaceable = new boolean[open.length];
    if (open.length > MOST_OPEN) {
      Arrays.fill(replaceable, true);
      return replaceable;
    }
    int all = (int) Math.pow(3, open.length);
    for (int code = 0; code < all; code++) {
      double sum = 0;
      for (int i = 0, rest = code; i < open.length; i++, rest /= 3) {
        sum += (rest % 3 - 1) / (graph.neighbors()[open[i]].length + 1.0);
      }
      for (int i = 0, rest = code; i < open.length; i++, rest /= 3) {
        replaceable[i] |= rest % 3 != 1 && Math.abs(sum) < ROUNDING;
      }
    }
    return replaceable;
  }

  /** Returns other graphs that may answer like a graph, each different in a few nodes. */
  private static List<Change> changes(NamedGraph graph) {
    List<Change> found = new ArrayList<>();
    int[] component = components(graph);
    int[] sizes = new int[graph.n()];
    for (int root : component) {
      sizes[root]++;
    }
    for (int v = 0; v < sizes.length; v++) {
      if (sizes[v] > 3 && sizes[v] <= MOST_NODES) {
        int root = v;
        addAll(
            found,
            graph,
            IntStream.range(0, sizes.length).filter(u -> component[u] == root).toArray());
      }
    }
    for (int a = 0; a < graph.n(); a++) {
      for (int c : graph.neighbors()[a]) {
        if (c > a && sizes[component[a]] > MOST_NODES) {
          crossing(graph, a, c).ifPresent(found::add);
        }
      }
    }
    return found;
  }

  /** The least node of the component of each node. */
  private static int[] components(NamedGraph graph) {
    int[] least = new int[graph.n()];
    Arrays.fill(least, -1);
    for (int root = 0; root < least.length; root++) {
      IntArrayList stack = new IntArrayList();
      if (least[root] < 0) {
        least[root] = root;
        stack.add(root);
      }
      while (!stack.isEmpty()) {
        for (int u : graph.neighbors()[stack.popInt()]) {
          if (least[u] < 0) {
            least[u] = root;
            stack.add(u);
          }
        }
      }
    }
    return least;
  }

  /** Adds all other graphs of the same degrees on a component. */
  private static void addAll(List<Change> found, NamedGraph graph, int[] members) {
    int size = members.length;
    int[][] pairs = new int[size * (size - 1) / 2][];
    int now = 0;
    int at = 0;
    for (int i = 0; i < size; i++) {
      for (int j = i + 1; j < size; j++) {
        now |= graph.hasEdge(members[i], members[j]) ? 1 << at : 0;
        pairs[at++] = new int[] {i, j};
      }
    }
    for (int other = 0; other < 1 << pairs.length; other++) {
      if (other != now && Integer.bitCount(other) == Integer.bitCount(now)) {
        List<int[]> toggled = new ArrayList<>();
        int[] gained = new int[size];
        for (int pair = 0; pair < pairs.length; pair++) {
          if (((other ^ now) >> pair & 1) == 1) {
            int gain = (other >> pair & 1) * 2 - 1;
            gained[pairs[pair][0]] += gain;
            gained[pairs[pair][1]] += gain;
            toggled.add(new int[] {members[pairs[pair][0]], members[pairs[pair][1]]});
          }
        }
        if (Arrays.stream(gained).allMatch(gain -> gain == 0)) {
          found.add(new Change(members, toggled));
        }
      }
    }
  }

  /**
   * Returns the crossing that leaves Â² as it is, if neighbors a and c have one neighbor each that
   * the other has not, b and d, and these are such a pair, too.
   */
  private static Optional<Change> crossing(NamedGraph graph, int a, int c) {
    int[] here = except(graph, a, c);
    int[] there = except(graph, c, a);
    if (here.length != 1 || there.length != 1 || !graph.hasEdge(here[0], there[0])) {
      return Optional.empty();
    }
    int b = here[0];
    int d = there[0];
    return Arrays.equals(except(graph, b, d), new int[] {a})
            && Arrays.equals(except(graph, d, b), new int[] {c})
        ? Optional.of(
            new Change(
                new int[] {a, b, c, d},
                List.of(new int[] {a, b}, new int[] {c, d}, new int[] {a, d}, new int[] {c, b})))
        : Optional.empty();
  }

  /** The neighbors of v that are neither u nor a neighbor of u. */
  private static int[] except(NamedGraph graph, int v, int u) {
    return IntStream.of(graph.neighbors()[v]).filter(w -> w != u && !graph.hasEdge(u, w)).toArray();
  }

  /** Asks about all nodes but one of each change, or about half of them if there is none. */
  private boolean ask(NamedGraph graph) {
    boolean[] out = new boolean[graph.n()];
    List<Change> changes = undecided(graph);
    for (Change change : changes) {
      if (IntStream.of(change.nodes()).noneMatch(v -> out[v])) {
        out[change.nodes()[random.nextInt(change.nodes().length)]] = true;
      }
    }
    // One node at least is asked about.
    for (int v = 1; changes.isEmpty() && v < out.length; v++) {
      out[v] = random.nextBoolean();
    }
    int[] members = IntStream.range(0, out.length).filter(v -> !out[v]).toArray();
    List<Columns.Column> columns = measurement.about(members);
    if (!columns.isEmpty()) {
      Coupling none = Coupling.none(members.length);
      probes.add(new Probe(members, Columns.of(members.length, columns.size(), columns, none)));
    }
    return !columns.isEmpty();
  }

  /** Changes a graph while the answers about some of the nodes are nearer then. */
  private Rival nearest(Rival rival) {
    Rival best = with(rival.graph(), rival.response());
    for (boolean nearer = true; nearer; ) {
      nearer = false;
      boolean[] changed = new boolean[best.graph().n()];
      for (Change change : changes(best.graph())) {
        // What was found in a part of the graph that has changed is no longer there.
        if (IntStream.of(change.nodes()).noneMatch(v -> changed[v])) {
          Rival next = with(change.of(best.graph()), best.response());
          if (next.error() < best.error() * (1 - ROUNDING)) {
            best = next;
            nearer = true;
            IntStream.of(change.nodes()).forEach(v -> changed[v] = true);
          }
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

  /** Returns the changes after which all answers so far would have been the same. */
  private List<Change> undecided(NamedGraph graph) {
    return changes(graph).stream()
        .filter(change -> probes.stream().noneMatch(probe -> differs(graph, change, probe)))
        .toList();
  }

  private static boolean differs(NamedGraph graph, Change change, Probe probe) {
    double[] here = graph.within(probe.members()).power(probe.columns());
    double[] there = change.of(graph).within(probe.members()).power(probe.columns());
    return squares(here, there) > ROUNDING * squares(here, new double[here.length]);
  }

  private boolean explains(Rival rival) {
    return probes.stream()
        .allMatch(
            probe ->
                Certificate.of(
                        rival.graph().within(probe.members()), rival.response(), probe.columns())
                    .explains());
  }
}
