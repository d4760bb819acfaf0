package io.linkteller.attack.direct;

import io.linkteller.attack.QuerySession;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * Queries the labels of some of the targets, with at most two different rows of features. Targets
 * are identified by position, and the V^(I) of a query consists of the targets that it includes.
 * Thread-safe.
 */
final class LabelOracle {

  private final QuerySession session;
  private final InferenceNodes nodes;
  private boolean equalNodesDiffered;

  LabelOracle(QuerySession session) {
    this.session = session;
    this.nodes = session.nodes();
  }

  int targets() {
    return nodes.targets().size();
  }

  int features() {
    return nodes.features().cols();
  }

  /** Returns a copy of the features of a target. */
  double[] featuresOf(int position) {
    double[] x = new double[features()];
    nodes.features().copyRow(nodes.rowOfTarget(position), x);
    return x;
  }

  /** Returns the distinct labels of some of the targets if each of them has the features x. */
  List<double[]> labels(BitSet about, double[] x) {
    DMatrixRMaj answer = ask(about, x, new BitSet(), x);
    int width = answer.numCols;
    List<double[]> labels = new ArrayList<>();
    for (int row = 0; row < answer.numRows; row++) {
      int from = row * width;
      if (labels.stream().noneMatch(label -> isLabel(answer, from, label))) {
        labels.add(Arrays.copyOfRange(answer.data, from, from + width));
      }
    }
    if (labels.size() > 1) {
      noteDifference();
    }
    return labels;
  }

  private synchronized void noteDifference() {
    equalNodesDiffered = true;
  }

  /**
   * Returns whether nodes with equal features ever had different labels, which implies that some of
   * them have neighbors.
   */
  synchronized boolean equalNodesDiffered() {
    return equalNodesDiffered;
  }

  /**
   * Returns which targets change their label if others move across the boundary.
   *
   * @param about V^(I)
   * @param moved the targets in {@code about} that move
   * @return the other targets whose label is not that of the near side of the boundary
   */
  BitSet changed(BitSet about, BitSet moved, DecisionBoundary boundary) {
    DMatrixRMaj answer = ask(about, boundary.near(), moved, boundary.far());
    BitSet changed = new BitSet();
    int row = 0;
    for (int v = about.nextSetBit(0); v >= 0; v = about.nextSetBit(v + 1)) {
      int from = row * answer.numCols;
      if (!moved.get(v)
          && !isLabel(answer, from, boundary.label())
          && !isLabel(answer, from, boundary.alone())) {
        changed.set(v);
      }
      row++;
    }
    return changed;
  }

  private static boolean isLabel(DMatrixRMaj answer, int from, double[] label) {
    return Arrays.equals(answer.data, from, from + answer.numCols, label, 0, label.length);
  }

  private DMatrixRMaj ask(BitSet about, double[] x, BitSet moved, double[] movedTo) {
    IntArrayList ids = new IntArrayList(about.cardinality());
    IntArrayList movedRows = new IntArrayList();
    for (int v = about.nextSetBit(0); v >= 0; v = about.nextSetBit(v + 1)) {
      if (moved.get(v)) {
        movedRows.add(ids.size());
      }
      ids.add(nodes.targets().getInt(v));
    }
    IntList queried = IntImmutableList.of(ids.toIntArray());
    InferenceQuery query = InferenceQuery.of(queried, same(queried.size(), x));
    if (!movedRows.isEmpty()) {
      query = query.with(FeatureEdit.replacing(movedRows, same(movedRows.size(), movedTo)));
    }
    return session.ask(
        query, "the query about " + ids.size() + " nodes, " + movedRows.size() + " moved");
  }

  private static LowRankFeatures same(int rows, double[] x) {
    double[] ones = new double[rows];
    Arrays.fill(ones, 1);
    return LowRankFeatures.of(ones, x);
  }
}
