package io.linkteller.attack.direct;

import io.linkteller.attack.QuerySession;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.output.EqualAnswers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import java.util.BitSet;
import org.ejml.data.DMatrixRMaj;

/**
 * Queries subsets of the targets with their own features. Targets are identified by position. Not
 * thread-safe.
 */
final class SubsetOracle {

  private final QuerySession session;
  private final InferenceNodes nodes;
  private final boolean[] hasFeatures;
  private EqualAnswers equality = EqualAnswers.EXACT;

  SubsetOracle(QuerySession session) {
    this.session = session;
    this.nodes = session.nodes();
    hasFeatures = new boolean[targets()];
    for (int target = 0; target < hasFeatures.length; target++) {
      hasFeatures[target] = !nodes.features().isZeroRow(nodes.rowOfTarget(target));
    }
  }

  int targets() {
    return nodes.targets().size();
  }

  boolean isDirected() {
    return nodes.isDirected();
  }

  int asked() {
    return session.asked();
  }

  boolean hasFeatures(int target) {
    return hasFeatures[target];
  }

  /** Sends a query twice to measure how much answers to equal queries differ. */
  void calibrate(BitSet about) {
    equality = EqualAnswers.of(answer(about), answer(about));
  }

  /** Returns whether answers show every change that exceeds the rounding of the arithmetic. */
  boolean showsAll() {
    return equality.areFull();
  }

  /** Returns one row per target of the query, in ascending order of positions. */
  double[][] ask(BitSet about) {
    DMatrixRMaj answer = answer(about);
    double[][] rows = new double[answer.numRows][answer.numCols];
    for (int row = 0; row < rows.length; row++) {
      System.arraycopy(answer.data, row * answer.numCols, rows[row], 0, answer.numCols);
    }
    return rows;
  }

  /** Returns whether two answers for a node may differ only by rounding and noise. */
  boolean isSame(double[] one, double[] other) {
    return equality.isSame(one, other);
  }

  private DMatrixRMaj answer(BitSet about) {
    IntArrayList ids = new IntArrayList();
    IntArrayList rows = new IntArrayList();
    for (int v = about.nextSetBit(0); v >= 0; v = about.nextSetBit(v + 1)) {
      ids.add(nodes.targets().getInt(v));
      rows.add(nodes.rowOfTarget(v));
    }
    FeatureMatrix features = nodes.features().selectRows(rows);
    InferenceQuery query = InferenceQuery.of(IntImmutableList.of(ids.toIntArray()), features);
    return session.ask(query, "the query about " + ids.size() + " of the targets");
  }
}
