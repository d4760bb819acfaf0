package io.linkteller.experiment.guard;

import io.linkteller.defense.QueryRefusedException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import java.util.Optional;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * A client-side wrapper of an attacked API that adds noise to the features of every query and
 * continues after rejected queries. A rejected query returns the first answer, so that an attack
 * measures no influence and continues.
 */
final class NoisyClient implements InferenceApi {

  private final InferenceApi api;
  private final double noise;
  private final SplittableRandom random;
  private Optional<DMatrixRMaj> first = Optional.empty();
  private int answered;

  /**
   * Wraps an API.
   *
   * @param api the API
   * @param noise the standard deviation of the noise, relative to the root mean square of a row
   * @param seed the seed of the noise
   */
  NoisyClient(InferenceApi api, double noise, long seed) {
    this.api = api;
    this.noise = noise;
    this.random = new SplittableRandom(seed);
  }

  int answered() {
    return answered;
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    // Requests all rows, so that the first answer can replace any later one.
    InferenceQuery sent =
        noise == 0
            ? InferenceQuery.of(query.nodes(), query.base()).with(query.edit())
            : InferenceQuery.of(query.nodes(), noisy(query.features()));
    DMatrixRMaj answer;
    try {
      answer = api.predict(sent);
      answered++;
    } catch (QueryRefusedException e) {
      if (first.isEmpty() || first.get().numRows != query.nodes().size()) {
        throw e;
      }
      return first.get();
    }
    if (first.isEmpty()) {
      first = Optional.of(answer);
    }
    return answer;
  }

  private FeatureMatrix noisy(FeatureMatrix features) {
    DMatrixRMaj x = features.toDense();
    for (int row = 0; row < x.numRows; row++) {
      double squares = 0;
      for (int at = row * x.numCols; at < (row + 1) * x.numCols; at++) {
        squares += x.data[at] * x.data[at];
      }
      // Uniform in ±sqrt(3) times the standard deviation.
      double scale = 2 * Math.sqrt(3) * noise * Math.sqrt(squares / x.numCols);
      for (int at = row * x.numCols; at < (row + 1) * x.numCols; at++) {
        x.data[at] += scale * (random.nextDouble() - 0.5);
      }
    }
    return FeatureMatrix.dense(x);
  }
}
