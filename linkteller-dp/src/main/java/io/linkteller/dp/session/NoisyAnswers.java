package io.linkteller.dp.session;

import io.linkteller.dp.noise.OutputNoise;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.privacy.ChargedGuarantee;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;

/**
 * A black box whose answers have noise, on a private graph ({@link PrivateSession#answers}). All
 * rows were charged in advance; each query has fresh noise and uses up its observed rows, equal
 * ones too. What a client sees, exceptions included, depends on the graph through noise only: where
 * the model fails or an answer is not finite, zeros take its place. An interrupt that arrives while
 * the model computes is dropped, since a model could interrupt itself; an earlier one is kept. Safe
 * for use by several threads, if the model is.
 */
public final class NoisyAnswers implements InferenceApi {

  private final InferenceApi exact;
  private final OutputNoise noise;
  private final long rows;
  private final int logits;
  private final Supplier<ChargedGuarantee> guarantee;
  private final Supplier<Chance> chances;
  private final Consumer<Throwable> owner;
  private long used;

  NoisyAnswers(
      InferenceApi exact,
      OutputNoise noise,
      long rows,
      int logits,
      Supplier<ChargedGuarantee> guarantee,
      Supplier<Chance> chances,
      Consumer<Throwable> owner) {
    this.exact = exact;
    this.noise = noise;
    this.rows = rows;
    this.logits = logits;
    this.guarantee = guarantee;
    this.chances = chances;
    this.owner = owner;
  }

  /**
   * Answers a query for its observed rows.
   *
   * @throws PrivacyBudgetExceededException if fewer rows are left; the model was not asked
   */
  @Override
  public DMatrixRMaj predict(InferenceQuery query) {
    int observed = query.observed().size();
    use(observed);
    DMatrixRMaj total = PrivateSession.uninterrupted(() -> total(query, observed));
    return noise.noisy(total, chances.get());
  }

  private synchronized void use(int more) {
    if (more > rows - used) {
      throw new PrivacyBudgetExceededException(
          more + " rows are too many: of " + rows + " rows in all, " + used + " were given");
    }
    used += more;
  }

  /**
   * Returns an answer of the right shape for every graph. Numbers that are not finite remain; the
   * noise replaces them.
   */
  // Errors as well: that a stack or a heap is exhausted may depend on the graph.
  private DMatrixRMaj total(InferenceQuery query, int observed) {
    DMatrixRMaj zeros = new DMatrixRMaj(observed, logits);
    try {
      DMatrixRMaj answer = exact.predict(query);
      int whole = query.nodes().size();
      if (answer.numCols == logits
          && (answer.numRows == whole || answer.numRows == zeros.numRows)) {
        // Copied: the model may go on writing, and its matrix may have too few numbers.
        double[] given = query.observedRows(answer).data;
        System.arraycopy(given, 0, zeros.data, 0, zeros.data.length);
        return zeros;
      }
      owner.accept(
          new IllegalStateException(
              "the model answered " + answer.numRows + " x " + answer.numCols + " logits"));
    } catch (Throwable failure) {
      owner.accept(failure);
    }
    return zeros;
  }

  /**
   * Returns the guarantee of all rows, given or not, and of the parameters, together: of all that
   * the session has released up to now, since the model may have been trained on any of it.
   *
   * @return the composed guarantee, which grows with the releases of the session
   */
  public ChargedGuarantee guarantee() {
    return guarantee.get();
  }
}
