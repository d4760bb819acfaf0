package io.linkteller.attack.chosen;

import io.linkteller.inference.output.EqualAnswers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * Arcs from nodes to which no arc leads, where a normalization by in-degrees gives arcs from such
 * nodes no weight. They show by their targets' in-degrees in queries about parts: of arcs (u, v) of
 * which no two touch or are connected, v answers as alone until a node w with an arc to u joins.
 * One query for each such part and each w, and one more for each part.
 */
final class UnreachedSenders {

  /** By how much the product of two in-degrees may be off a whole number. */
  private static final double ROUNDING = 0.01;

  private final double[][] arcs;

  private UnreachedSenders(double[][] arcs) {
    this.arcs = arcs;
  }

  /**
   * Adds arcs, with the least weight of others.
   *
   * @param oracle the black box, which must answer about parts
   * @param arcs the weight of the arc from u to v in row v, column u, which are added to
   * @param unreached the nodes without an arc from or to them
   * @param targets the nodes to which arcs are looked for
   * @return those of the unreached nodes from which arcs were found
   */
  static IntSet find(Oracle oracle, double[][] arcs, IntList unreached, int[] targets) {
    UnreachedSenders senders = new UnreachedSenders(arcs);
    double least =
        Arrays.stream(arcs)
            .flatMapToDouble(Arrays::stream)
            .filter(weight -> weight > 0)
            .min()
            .orElseThrow();
    IntSet found = new IntOpenHashSet();
    EqualAnswers equality = EqualAnswers.EXACT;
    List<int[]> named = new ArrayList<>();
    for (IntArrayList part : senders.parts(targets)) {
      DMatrixRMaj before = oracle.about(part);
      if (equality == EqualAnswers.EXACT) {
        equality = EqualAnswers.of(before, oracle.about(part));
      }
      for (int w : unreached) {
        IntArrayList joined = new IntArrayList(part);
        joined.add(w);
        DMatrixRMaj after = oracle.about(joined);
        // The sources and the targets of arcs alternate.
        for (int i = 0; i < part.size(); i += 2) {
          if (!equality.isSame(row(before, i + 1), row(after, i + 1))) {
            named.add(new int[] {w, part.getInt(i)});
            found.add(w);
          }
        }
      }
    }
    named.forEach(arc -> arcs[arc[1]][arc[0]] = least);
    return found;
  }

  private static double[] row(DMatrixRMaj answer, int row) {
    return Arrays.copyOfRange(answer.data, row * answer.numCols, (row + 1) * answer.numCols);
  }

  /** Returns an arc from each target that more arcs may lead to, in parts. */
  private List<IntArrayList> parts(int[] targets) {
    boolean[] complete = complete();
    List<IntArrayList> parts = new ArrayList<>();
    for (int u : targets) {
      IntArrayList receivers = new IntArrayList();
      for (int v = 0; v < arcs.length; v++) {
        // If there is an arc back, u is reached without others.
        if (arcs[v][u] > 0 && arcs[u][v] == 0) {
          receivers.add(v);
        }
      }
      if (!complete[u] && !receivers.isEmpty()) {
        add(u, receivers, parts);
      }
    }
    return parts;
  }

  private void add(int u, IntList receivers, List<IntArrayList> parts) {
    for (IntArrayList part : parts) {
      for (int v : receivers) {
        if (part.intStream().noneMatch(node -> touches(node, u) || touches(node, v))) {
          part.add(u);
          part.add(v);
          return;
        }
      }
    }
    parts.add(IntArrayList.of(u, receivers.getInt(0)));
  }

  private boolean touches(int a, int b) {
    return a == b || arcs[a][b] > 0 || arcs[b][a] > 0;
  }

  /**
   * Returns whether all arcs to a node are known: without weights an arc from u to v has 1 /
   * sqrt(in-degrees of u and v), and neither is below the number of known arcs.
   */
  private boolean[] complete() {
    int n = arcs.length;
    boolean[] complete = new boolean[n];
    int[] known = new int[n];
    for (int v = 0; v < n; v++) {
      known[v] = (int) Arrays.stream(arcs[v]).filter(weight -> weight > 0).count();
    }
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < n; u++) {
        double product = 1 / (arcs[v][u] * arcs[v][u]);
        if (arcs[v][u] > 0) {
          if (Math.abs(product - Math.rint(product)) > ROUNDING * product) {
            return new boolean[n];
          }
          if (Math.rint(product) == (double) known[u] * known[v]) {
            complete[u] = true;
            complete[v] = true;
          }
        }
      }
    }
    return complete;
  }
}
