package io.linkteller.attack.compressed;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Confirms a graph by answers about some of the nodes, and tells it apart from others that answer
 * all queries about all nodes alike.
 *
 * <p>Under two augmented layers two rungs a-b and c-d may cross, a-d and c-b, where a is adjacent
 * to c and b to d and all their other neighbors are the same: Â² stays as it is. A few nodes may
 * have more such rivals, as the prism has K₃,₃, and one model's square is another's first power.
 * Among some of the nodes they differ. Where more nodes than can be compared may have other
 * neighbors, each is left out once: those that lose a neighbor then are its neighbors.
 */
final class Rivals {

  /** The number of times that some of the nodes are asked about. */
  private static final int MOST_PROBES = 8;

  /** The number of times after which nodes that were not left out need not be any more. */
  private static final int SHOWN = 4;

  /** The largest component of which all graphs are compared. */
  private static final int MOST_NODES = 6;

  /** The largest number of neighbors that are weighed against each other. */
  private static final int MOST_OPEN = 8;

  /** The steps between nodes left out that no node, in any rival, has both as neighbors. */
  private static final int APART = 4;

  /** The share of the squares of what one edge does that may be left unexplained around it. */
  private static final double UNEXPLAINED = 0.25;

  /** The share of a prediction by which rounding may move it. */
  private static final double ROUNDING = 1e-9;

  private final Measurement measurement;
  private final Random random;
  private final List<Probe> probes = new ArrayList<>();

  /**
   * Answers about some of the nodes.
   *
   * @param members the nodes asked about
   * @param apart nodes that were left out, each so far from all others left out that what it does
   *     to its neighbors is seen by itself
   */
  @SuppressWarnings("ArrayRecordComponent") // Used in this class alone.
  private record Probe(int[] members, int[] apart, Columns columns) {}

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
    probes.add(new Probe(IntStream.range(0, held.n()).toArray(), new int[0], held));
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
        && rivals.open(clean.get(0)).length == 0
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
        return Optional.empty();
      }
      left.replaceAll(rivals::nearest);
      left.sort((x, y) -> Double.compare(x.error(), y.error()));
      Rival best = left.get(0);
      if (!rivals.explains(best)) {
        left.remove(best);
        if (left.isEmpty()) {
          return Optional.empty();
        }
      } else if (rivals.undecided(best.graph()).isEmpty()
          && (probe + 1 >= SHOWN || rivals.open(best.graph()).length == 0)) {
        return Optional.of(best.graph());
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the nodes whose neighbors may be others although the answers are the same, but those
   * that {@link #changes} knows all about; and those of components that another model may have
   * made.
   */
  private int[] open(NamedGraph graph) {
    if (isUnique(graph)) {
      return components(graph).stream()
          .filter(component -> component.length > 3 && isRegular(graph, component))
          .flatMapToInt(IntStream::of)
          .filter(v -> !isShown(v))
          .toArray();
    }
    IntOpenHashSet large = new IntOpenHashSet();
    for (int[] cluster : clusters(graph, v -> false)) {
      if (cluster.length > MOST_NODES || isRegular(graph, cluster)) {
        large.addAll(IntArrayList.wrap(cluster));
      }
    }
    return clusters(graph, this::isShown).stream()
        .flatMapToInt(IntStream::of)
        .filter(large::contains)
        .sorted()
        .toArray();
  }

  /** Returns whether no other graph has the same power of Â in the same model. */
  private static boolean isUnique(NamedGraph graph) {
    return graph.depth() % 2 == 1 || graph.propagation().hasIdentity();
  }

  /**
   * Returns whether nodes have equally many neighbors. What several powers of Â sum up to is then a
   * power in another model, too, of the graph of their entries.
   */
  private static boolean isRegular(NamedGraph graph, int[] members) {
    int degree = graph.neighbors()[members[0]].length;
    return IntStream.of(members).allMatch(v -> graph.neighbors()[v].length == degree);
  }

  /**
   * Returns the nodes that may have other neighbors in a graph that has the same power of Â and the
   * same degrees, but those of small components. Roots of odd powers and those beside an identity
   * are unique. Under two layers a leaf's row of Â² shows its neighbor and all of that one's, so
   * these are certain; and if (y, a) is no edge of the other graph, or one more, each node x whose
   * edges are certain and that is adjacent to y needs other neighbors that make up for it ({@link
   * #replaceable}). A node with only certain neighbors is certain. Another graph changes four nodes
   * at least, and each gets neighbors only from those two steps away.
   *
   * @param isCertain the nodes whose neighbors are known anyway
   * @return clusters of such nodes, none of which is within two steps of another cluster
   */
  private static List<int[]> clusters(NamedGraph graph, IntPredicate isCertain) {
    if (isUnique(graph)) {
      return List.of();
    }
    int[][] neighbors = graph.neighbors();
    boolean[] certain = new boolean[graph.n()];
    for (int v = 0; v < certain.length; v++) {
      boolean byLeaf =
          neighbors[v].length <= 1
              || IntStream.of(neighbors[v]).anyMatch(u -> neighbors[u].length == 1);
      certain[v] = byLeaf || isCertain.test(v);
    }
    for (int[] component : components(graph)) {
      for (int v : component) {
        certain[v] |= component.length <= MOST_NODES;
      }
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
    return parts(graph, 2, v -> !certain[v]).stream().filter(part -> part.length >= 4).toList();
  }

  /**
   * Returns which neighbors of a node may make up for each other: those with ±1 in a sum Σ ±Â_yy or
   * 0 that vanishes. All, if they are many.
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
        sum += (rest % 3 - 1) * graph.propagation().own(graph.neighbors()[open[i]].length);
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
    List<int[]> components = components(graph);
    for (int[] component : components) {
      if (component.length > 3 && component.length <= MOST_NODES) {
        addAll(found, graph, component);
      }
    }
    for (int[] cluster : clusters(graph, v -> false)) {
      if (cluster.length <= MOST_NODES) {
        addAll(found, graph, cluster);
      }
    }
    for (int[] component : components) {
      for (int a : component) {
        for (int c : graph.neighbors()[a]) {
          if (c > a && component.length > MOST_NODES) {
            crossing(graph, a, c).ifPresent(found::add);
          }
        }
      }
    }
    return found;
  }

  private static List<int[]> components(NamedGraph graph) {
    return parts(graph, 1, v -> true);
  }

  /** Returns the parts of some of the nodes, each connected by steps over so many edges. */
  private static List<int[]> parts(NamedGraph graph, int steps, IntPredicate isTaken) {
    List<int[]> parts = new ArrayList<>();
    boolean[] seen = new boolean[graph.n()];
    for (int root = 0; root < seen.length; root++) {
      IntArrayList part = new IntArrayList();
      if (!seen[root] && isTaken.test(root)) {
        seen[root] = true;
        part.add(root);
      }
      for (int i = 0; i < part.size(); i++) {
        for (int u : within(graph, part.getInt(i), steps)) {
          if (!seen[u] && isTaken.test(u)) {
            seen[u] = true;
            part.add(u);
          }
        }
      }
      if (!part.isEmpty()) {
        parts.add(part.intStream().sorted().toArray());
      }
    }
    return parts;
  }

  /** Adds all other graphs with the same power of Â and the same degrees on some nodes. */
  private static void addAll(List<Change> found, NamedGraph graph, int[] members) {
    int size = members.length;
    int[][] pairs = new int[size * (size - 1) / 2][];
    double[] columns = columnsOf(graph, members);
    double rounding = ROUNDING * squares(columns, new double[columns.length]);
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
        Change change = new Change(members, toggled);
        if (Arrays.stream(gained).allMatch(gain -> gain == 0)
            && squares(columnsOf(change.of(graph), members), columns) < rounding) {
          found.add(change);
        }
      }
    }
  }

  /** Returns the columns of Â^k of some of the nodes, of which others than these do not change. */
  private static double[] columnsOf(NamedGraph graph, int[] members) {
    double[] x = new double[graph.n() * members.length];
    for (int i = 0; i < members.length; i++) {
      x[members[i] * members.length + i] = 1;
    }
    for (int layer = 0; layer < graph.depth(); layer++) {
      x = graph.propagate(x, members.length, false);
    }
    return x;
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

  /**
   * Asks about all nodes but one of each change and those of the open nodes that are far apart; or
   * about half of all nodes if there are none.
   */
  private boolean ask(NamedGraph graph) {
    boolean[] out = new boolean[graph.n()];
    for (Change change : undecided(graph)) {
      if (IntStream.of(change.nodes()).noneMatch(v -> out[v])) {
        out[change.nodes()[random.nextInt(change.nodes().length)]] = true;
      }
    }
    IntArrayList apart = new IntArrayList();
    for (int v : IntArrays.shuffle(open(graph), random)) {
      if (within(graph, v, APART - 1).intStream().noneMatch(u -> out[u])) {
        out[v] = true;
        apart.add(v);
      }
    }
    boolean none = IntStream.range(0, out.length).noneMatch(v -> out[v]);
    // One node at least is asked about.
    for (int v = 1; none && v < out.length; v++) {
      out[v] = random.nextBoolean();
    }
    int[] members = IntStream.range(0, out.length).filter(v -> !out[v]).toArray();
    List<Columns.Column> columns = measurement.about(members);
    if (!columns.isEmpty()) {
      Coupling uncoupled = Coupling.none(members.length);
      probes.add(
          new Probe(
              members,
              apart.toIntArray(),
              Columns.of(members.length, columns.size(), columns, uncoupled)));
    }
    return !columns.isEmpty();
  }

  /** Returns the nodes at most some steps from a node, that one first. */
  private static IntArrayList within(NamedGraph graph, int v, int steps) {
    IntOpenHashSet seen = new IntOpenHashSet(new int[] {v});
    IntArrayList reached = IntArrayList.of(v);
    int from = 0;
    for (int step = 0; step < steps; step++) {
      int to = reached.size();
      for (; from < to; from++) {
        for (int u : graph.neighbors()[reached.getInt(from)]) {
          if (seen.add(u)) {
            reached.add(u);
          }
        }
      }
    }
    return reached;
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
    return probes.stream().allMatch(probe -> explains(rival, probe));
  }

  private static boolean explains(Rival rival, Probe probe) {
    NamedGraph left = rival.graph().within(probe.members());
    if (!Certificate.of(left, rival.response(), probe.columns()).explains()) {
      return false;
    }
    double[] predicted = rival.response().predict(left, probe.columns());
    return IntStream.of(probe.apart()).allMatch(v -> explains(rival, probe, v, left, predicted));
  }

  /**
   * Returns whether less is left unexplained around a node that was left out than one edge of a
   * neighbor of it would cause: another graph, in which that one is no neighbor and has lost
   * nothing, gives it another edge. The edge is the one that is hardest to see.
   */
  private static boolean explains(
      Rival rival, Probe probe, int v, NamedGraph left, double[] predicted) {
    Columns columns = probe.columns();
    int m = columns.count();
    double unexplained = 0;
    int rows = 0;
    for (int u : within(rival.graph(), v, 2)) {
      int row = Arrays.binarySearch(probe.members(), u);
      for (int i = row * m; row >= 0 && i < (row + 1) * m; i++) {
        unexplained += Math.pow(columns.y()[i] - predicted[i], 2);
      }
      rows += row >= 0 ? 1 : 0;
    }
    double errors = Math.pow(Certificate.NEAR * columns.error(), 2) * rows * m;
    return unexplained <= errors
        || unexplained <= UNEXPLAINED * leastEffect(rival, probe, v, left, predicted);
  }

  /** The squares of what an edge between nodes of high degrees near a node would change. */
  private static double leastEffect(
      Rival rival, Probe probe, int v, NamedGraph left, double[] predicted) {
    int[] hardest = {};
    int most = 0;
    for (int neighbor : rival.graph().neighbors()[v]) {
      int w = Arrays.binarySearch(probe.members(), neighbor);
      for (int x : w < 0 ? IntArrayList.of() : within(left, w, 2)) {
        int product = left.neighbors()[w].length * left.neighbors()[x].length;
        if (x != w && !left.hasEdge(w, x) && product > most) {
          hardest = new int[] {w, x};
          most = product;
        }
      }
    }
    return most == 0
        ? 0
        : squares(
            rival.response().predict(left.toggled(hardest[0], hardest[1]), probe.columns()),
            predicted);
  }

  /** Returns whether answers without a node, and without others near it, were asked for. */
  private boolean isShown(int v) {
    return probes.stream().anyMatch(probe -> IntStream.of(probe.apart()).anyMatch(u -> u == v));
  }
}
