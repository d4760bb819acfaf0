package io.linkteller.attack.own;

import io.linkteller.inference.JoiningNodes;
import io.linkteller.inference.output.AnswerPrecision;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Moves one target's own node at a time and looks whose leaf moves: exactly the leaves of the
 * target and of its neighbors, whatever the model computes from messages. n + 1 queries for n
 * targets, each compared with the first.
 */
final class OneAtATime {

  /** Own nodes that are linked to nothing: what moves their answers is noise. */
  static final int LONE = 4;

  /**
   * How many times the largest move of a lone node's answer is taken to be noise. Noise of a
   * log-concave density (normal, Laplace, uniform) moves answers with an increasing hazard rate, so
   * that the probability S(x) of a move beyond x satisfies S(c x) ≤ S(x)<sup>c</sup>. Hence a move
   * exceeds c times the largest of K others with a probability of at most 1 / C(K + c, c), and any
   * of n² moves of leaves four times the largest of 4n of lone nodes with less than 0.1 / n².
   */
  static final int NOISE = 4;

  /** How often the first query is asked again where a leaf mostly moves, to see what noise does. */
  private static final int REPEATED = 8;

  /**
   * How many times the largest move of a leaf in queries asked again exceeds its median move. As a
   * move of noise is below 1/c of its median with a probability of at most 1 - 2<sup>-1/c</sup>, it
   * does not in all of eight with one of 10<sup>-11</sup>.
   */
  private static final int REPEATED_NOISE = 16;

  /** How many targets move at once to see whether moves reach further: too few to look aligned. */
  private static final int CONTROLS = 7;

  /** How far the leaf of target i moves when target j does, in row i. */
  private final double[][] moved;

  /** How far an answer moves that shows that target j passes what moves it; 0 if none does. */
  private final double[] sent;

  /** How far the leaf of target i moves if nothing but noise moves it. */
  private final double[] noise;

  /** How far the leaf of target i may move for other reasons: its answer before, or 0. */
  private final double[] other;

  /**
   * How far the leaf of each target moves at most without an edge: as far as noise moves it, or, if
   * moves are large, to the middle, on a logarithmic scale, of what it moves for other reasons and
   * when its own target does.
   */
  private final double[] limit;

  /** How far an answer may move without being seen to. */
  private final double resolution;

  /** The number of nodes of the service's graph. */
  private final int nodeCount;

  private final boolean still;

  /** Whether moves are so large that the features of other nodes do not matter. */
  private final boolean large;

  private final JoiningNodes nodes;

  OneAtATime(
      ReachedModel model,
      DMatrixRMaj before,
      double[][] moved,
      double[] sent,
      double[][] lone,
      double[] usual,
      double[] other,
      boolean large,
      JoiningNodes nodes) {
    int m = moved.length;
    DMatrixRMaj leaves = CommonOps_DDRM.extract(before, 0, m, 0, before.numCols);
    this.moved = moved;
    this.sent = sent;
    this.noise = noise(usual, lone);
    this.other = other;
    this.resolution = AnswerPrecision.ofDigits(leaves) * CommonOps_DDRM.elementMaxAbs(leaves);
    // Noise of less than a rounding shows in few answers, and moves them by a whole one.
    double rounding = 1.5 * resolution;
    limit = new double[m];
    for (int i = 0; i < m; i++) {
      double reason = other[i] > 0 ? Math.max(other[i], usual[i]) : 0;
      limit[i] = Math.max(Math.max(noise[i], rounding), Math.sqrt(reason) * Math.sqrt(moved[i][i]));
    }
    this.nodeCount = model.session().service().nodeCount();
    this.still = model.limits().holdsStill();
    this.large = large;
    this.nodes = nodes;
  }

  /**
   * Returns how far noise moves each leaf: a few times the most that it moves lone nodes, and more
   * if it moves the leaf usually, in the median, more than those. Where lone nodes show none, as
   * S(c x) ≤ 2<sup>-c </sup> for the median x of a leaf's moves, c = 4 log₂ n times that, and at
   * least 16 times.
   */
  static double[] noise(double[] usual, double[][] lone) {
    double[] ofLone = Arrays.stream(lone).flatMapToDouble(Arrays::stream).sorted().toArray();
    double most = ofLone.length == 0 ? 0 : ofLone[ofLone.length - 1];
    double median = ofLone.length == 0 ? 0 : ofLone[(ofLone.length - 1) / 2];
    double medians = Math.max(16, 4 * Math.log(usual.length) / Math.log(2));
    double[] noise = new double[usual.length];
    for (int i = 0; i < noise.length; i++) {
      double larger = median > 0 ? Math.max(1, usual[i] / median) : 1;
      noise[i] = most > 0 ? NOISE * most * larger : medians * usual[i];
    }
    return noise;
  }

  /** Returns the median move of each leaf, which is 0 where nothing but few edges moves it. */
  static double[] medians(double[][] moved) {
    double[] medians = new double[moved.length];
    for (int i = 0; i < medians.length; i++) {
      double[] sorted = moved[i].clone();
      Arrays.sort(sorted);
      medians[i] = sorted[(sorted.length - 1) / 2];
    }
    return medians;
  }

  /**
   * Returns how far each leaf moves usually if no target does: its median move, or less if targets
   * linked to it move it mostly. That is so if it moves further than noise moves lone nodes; then
   * the first query, asked again, shows what noise alone does.
   */
  static double[] usual(
      DMatrixRMaj before,
      double[][] moved,
      double[][] lone,
      int queries,
      Supplier<DMatrixRMaj> again) {
    double[] usual = medians(moved);
    double ofLone = Arrays.stream(lone).flatMapToDouble(Arrays::stream).max().orElse(0);
    if (queries > 0 && Arrays.stream(usual).max().orElse(0) > NOISE * ofLone) {
      double[][] unmoved = new double[usual.length][1];
      for (int q = 0; q < Math.min(REPEATED, queries); q++) {
        keepMoves(before, again.get(), 0, unmoved, 0);
      }
      for (int i = 0; i < usual.length; i++) {
        double most = unmoved[i][0];
        usual[i] = Math.max(most, Math.min(usual[i], REPEATED_NOISE * most));
      }
    }
    return usual;
  }

  /**
   * The own nodes that {@link #chains} needs beside L - 1 per target: one path that spans L steps,
   * and one that spans one more.
   */
  static int references(int layers) {
    return 2 * layers + 3;
  }

  /**
   * In a model of at least three layers, features of the outer node of a chain of L - 2 nodes move:
   * it is L - 1 steps from the leaf of its target and L from those of the target's neighbors.
   *
   * <p>Two paths of own nodes show with the first target that L steps pass, as they would through
   * an edge, and no further one.
   *
   * @param further how many queries may be asked beside one per target and the first
   * @return the moves, or nothing if a step more passes: the model is deeper
   */
  static Optional<OneAtATime> chains(ReachedModel model, int further) {
    IntList targets = model.targets();
    ModelDepth depth = model.depth();
    int m = targets.size();
    int layers = depth.layers();
    int[] mover = new int[m];
    IntArrayList observed = new IntArrayList();
    JoiningNodes.Builder builder = JoiningNodes.builder();
    for (int i = 0; i < m; i++) {
      observed.add(builder.leafAt(targets.getInt(i)));
      mover[i] = builder.chainAt(targets.getInt(i), layers - 2);
    }
    int passing = builder.add();
    observed.add(builder.extend(passing, layers));
    int beyond = builder.add();
    observed.add(builder.extend(beyond, layers + 1));
    int firstLone = observed.size();
    long left = model.room() - (layers - 1L) * m - references(layers);
    for (int lone = 0; lone < Math.min(LONE, left); lone++) {
      observed.add(builder.add());
    }
    JoiningNodes nodes = builder.build();
    OwnNodes own = OwnNodes.join(model.session(), nodes, observed.toIntArray(), model.direction());
    DMatrixRMaj before = own.ask(new double[nodes.count()], "the query before a chain moves");
    double[][] moved = new double[m][m];
    double[] sent = new double[m];
    double[][] lone = new double[observed.size() - firstLone][m];
    double[][] spanned = new double[2][m];
    for (int j = 0; j < m; j++) {
      String name = "the query that moves the chain of target " + targets.getInt(j);
      DMatrixRMaj after;
      if (j == 0) {
        double[] multiples = new double[nodes.count()];
        multiples[mover[j]] = depth.size();
        multiples[passing] = depth.size();
        multiples[beyond] = depth.size();
        after = own.ask(multiples, name);
      } else {
        after = own.move(mover[j], depth.size(), name);
      }
      keepMoves(before, after, 0, moved, j);
      keepMoves(before, after, m, spanned, j);
      keepMoves(before, after, firstLone, lone, j);
      sent[j] = moved[j][j];
      if (j == 0 && spanned[1][0] > ModelDepth.NOISE * largest(lone, j)) {
        return Optional.empty();
      }
    }
    // What changes meanwhile moves an answer by its own size, which a large move exceeds by far.
    double[] other = new double[m];
    for (int i = 0; i < m && depth.size() == OwnNodes.LARGE; i++) {
      for (double number : row(before, i)) {
        other[i] = Math.max(other[i], Math.abs(number));
      }
    }
    double most = NOISE * Arrays.stream(lone).flatMapToDouble(Arrays::stream).max().orElse(0);
    if (!(spanned[0][0] > most)) {
      // Not even an edge between own nodes passes.
      Arrays.fill(sent, 0);
    }
    double[] usual =
        usual(
            before,
            moved,
            lone,
            model.limits().holdsStill() ? further : 0,
            () -> own.ask(new double[nodes.count()], "the query before a chain moves, again"));
    boolean large = depth.size() == OwnNodes.LARGE;
    OneAtATime found = new OneAtATime(model, before, moved, sent, lone, usual, other, large, nodes);
    return large || !found.passesFurther(model, further) ? Optional.of(found) : Optional.empty();
  }

  /**
   * Returns whether small moves reach a step further than between own nodes alone, where other
   * units may be closed: chains that are one node longer at some targets with edges must move no
   * leaf of another. Not asked where queries or nodes do not suffice.
   */
  private boolean passesFurther(ReachedModel model, int further) {
    IntList targets = model.targets();
    ModelDepth depth = model.depth();
    int m = moved.length;
    JoiningNodes.Builder builder = JoiningNodes.builder();
    IntArrayList ends = new IntArrayList();
    IntArrayList beside = new IntArrayList();
    boolean[] moves = new boolean[m];
    for (int j = 0; j < m && ends.size() < CONTROLS; j++) {
      boolean linked = false;
      for (int i = 0; i < m; i++) {
        linked |= i != j && !moves[i] && moved[i][j] > limit[i];
      }
      if (linked) {
        moves[j] = true;
        ends.add(builder.chainAt(targets.getInt(j), depth.layers() - 1));
      }
    }
    IntArrayList observed = new IntArrayList();
    for (int i = 0; i < m; i++) {
      boolean linked = false;
      for (int j = 0; j < m; j++) {
        linked |= moves[j] && moved[i][j] > limit[i];
      }
      if (linked && !moves[i]) {
        beside.add(i);
        observed.add(builder.leafAt(targets.getInt(i)));
      }
    }
    JoiningNodes longer = builder.build();
    if (observed.isEmpty() || longer.count() > model.room() || further < REPEATED + 2) {
      return false;
    }
    OwnNodes own = OwnNodes.join(model.session(), longer, observed.toIntArray(), model.direction());
    double[] multiples = new double[longer.count()];
    DMatrixRMaj before = own.ask(multiples, "the query before longer chains move");
    ends.forEach(end -> multiples[end] = depth.size());
    DMatrixRMaj after = own.ask(multiples, "the query that moves longer chains");
    double[][] seen = new double[observed.size()][1];
    keepMoves(before, after, 0, seen, 0);
    boolean passes = false;
    for (int i = 0; i < seen.length; i++) {
      passes |= seen[i][0] > limit[beside.getInt(i)];
    }
    return passes;
  }

  /** Returns the largest number of a column. */
  static double largest(double[][] moves, int j) {
    double most = 0;
    for (double[] row : moves) {
      most = Math.max(most, row[j]);
    }
    return most;
  }

  private static double[] row(DMatrixRMaj answer, int row) {
    return Arrays.copyOfRange(answer.data, row * answer.numCols, (row + 1) * answer.numCols);
  }

  static void keepMoves(DMatrixRMaj before, DMatrixRMaj after, int first, double[][] moved, int j) {
    int width = before.numCols;
    for (int i = 0; i < moved.length; i++) {
      for (int c = 0; c < width; c++) {
        int at = (first + i) * width + c;
        moved[i][j] = Math.max(moved[i][j], Math.abs(after.data[at] - before.data[at]));
      }
    }
  }

  JoiningNodes nodes() {
    return nodes;
  }

  /**
   * Returns for each pair whether an edge would have moved a leaf, so that none moving shows that
   * there is no edge. An edge passes at least the share 1/n of what its own target is seen to pass
   * in a graph of n nodes, if no unit on the way is closed. Whether it is cannot be seen; but where
   * the leaf at one end of an edge does not see what that at the other does, units are closed in
   * between, and nothing shows that there is no edge. Nor does anything where small moves show no
   * edge at all.
   */
  boolean[][] told() {
    int m = moved.length;
    boolean[][] told = new boolean[m][m];
    boolean passes = true;
    // Where a large move passes between own nodes, it does through any node.
    boolean shown = large;
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        boolean seen = isTold(i, j);
        told[i][j] |= seen;
        told[j][i] |= seen;
        passes &= !still || !seen || moved[i][j] > limit[i] || moved[j][i] <= limit[j];
        shown |= i != j && moved[i][j] > limit[i] && moved[j][i] > limit[j];
      }
    }
    return passes && shown ? told : new boolean[m][m];
  }

  /** Returns whether an edge would move the leaf of target i when target j moves. */
  private boolean isTold(int i, int j) {
    double hidden = Math.max(resolution, Math.max(limit[i], other[i]));
    return i != j
        && moved[i][i] > hidden
        && sent[j] / nodeCount > Math.max(hidden, Math.max(noise[j], other[j]));
  }

  /**
   * Returns the evidence for each pair: how many times further than its limit the leaf of one
   * target moves when the other does. Edges exceed 1. Where moves are small and the graph holds
   * still, most answers do not move at all, so that any move is an edge.
   */
  double[][] evidence() {
    int m = moved.length;
    double[][] evidence = new double[m][m];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        double times =
            Math.min(moved[i][j] / Math.max(limit[i], Double.MIN_NORMAL), Double.MAX_VALUE);
        evidence[i][j] = Math.max(evidence[i][j], times);
        evidence[j][i] = Math.max(evidence[j][i], times);
      }
    }
    return evidence;
  }
}
