package io.linkteller.attack.own;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureRange;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.JoinableApi;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the features of own nodes within the range of each column: those that do not move have the
 * number of the range that is nearest to 0, those that move a random end.
 */
final class RangeEnds {

  private final double[] still;
  private final double[] ends;

  private RangeEnds(double[] still, double[] ends) {
    this.still = still;
    this.ends = ends;
  }

  static RangeEnds of(FeatureMatrix features, long seed) {
    FeatureRange range = FeatureRange.of(features);
    Random random = new Random(seed);
    double[] still = new double[range.cols()];
    double[] ends = new double[range.cols()];
    for (int c = 0; c < ends.length; c++) {
      still[c] = Math.max(range.least(c), Math.min(range.most(c), 0));
      ends[c] = random.nextBoolean() ? range.most(c) : range.least(c);
    }
    return new RangeEnds(still, ends);
  }

  /** {@return how far own nodes move} */
  double[] moves() {
    double[] moves = new double[ends.length];
    for (int c = 0; c < moves.length; c++) {
      moves[c] = ends[c] - still[c];
    }
    return moves;
  }

  /** Returns a service to which zeros are what nodes that do not move send. */
  JoinableApi of(JoinableApi service) {
    return service.answering(service, Joined::new);
  }

  private FeatureMatrix shifted(FeatureMatrix features) {
    DMatrixRMaj rows = features.toDense().copy();
    for (int at = 0; at < rows.getNumElements(); at++) {
      rows.data[at] += still[at % rows.numCols];
    }
    return FeatureMatrix.dense(rows);
  }

  private final class Joined implements InferenceApi {

    private final InferenceApi joined;

    /** The features of which edits were asked about last, and the same as they are sent. */
    private @Nullable FeatureMatrix given;

    private FeatureMatrix sent = FeatureMatrix.zero(0, 0);

    Joined(InferenceApi joined) {
      this.joined = joined;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // Comparing features would take longer than the query.
    public DMatrixRMaj predict(InferenceQuery query) throws Exception {
      if (given != query.base()) {
        given = query.base();
        sent = shifted(query.base());
      }
      InferenceQuery moved = query.about(sent);
      return joined.predict(
          query.edit() instanceof FeatureEdit.RowsReplaced replaced
              ? moved.with(FeatureEdit.replacing(replaced.rows(), shifted(replaced.values())))
              : moved);
    }
  }
}
