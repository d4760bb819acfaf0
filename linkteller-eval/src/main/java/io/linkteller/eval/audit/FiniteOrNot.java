package io.linkteller.eval.audit;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.QuerySession;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The attack of the paper, applied to one bit per row: whether the answer is finite. Arithmetic on
 * huge features overflows, and even a message with weight 0 turns an infinity into NaN, so the rows
 * that become non-finite belong to neighbors. Instead of scaling a row, as the attack does, this
 * class sends huge features for it.
 *
 * @param size the value of the features to send
 */
record FiniteOrNot(double size) implements LinkAttackProvider {

  /** Values that are finite in single and in double precision, but whose sums overflow. */
  private static final double[] SIZES = {0x1.fp127, 0x1.fp1023};

  /**
   * Determines whether features of one node make answers for another NaN or infinite, by sending
   * huge features for a random half of the targets and checking the answers for the other half. An
   * edge between targets connects the halves with probability 1/2.
   *
   * @param session provides the nodes and targets, and sends queries
   * @param seed chooses the half
   * @return the attack that reads such answers; empty if all are finite
   * @throws io.linkteller.inference.InferenceException if the black box fails
   */
  static Optional<LinkAttackProvider> suiting(QuerySession session, long seed) {
    InferenceNodes nodes = session.nodes();
    IntArrayList rows = new IntArrayList(nodes.targetRows());
    Collections.shuffle(rows, new Random(seed));
    IntArrayList others = new IntArrayList(rows.subList(rows.size() / 2, rows.size()));
    rows.size(rows.size() / 2);
    Collections.sort(rows);
    Collections.sort(others);
    InferenceQuery halved = nodes.queryWith(new FeatureEdit.RowsScaled(rows, 2)).observing(others);
    for (double size : SIZES) {
      FiniteOrNot reading = new FiniteOrNot(size);
      DMatrixRMaj finite =
          session.through(reading::showing).ask(halved, "the query with huge features");
      if (CommonOps_DDRM.elementMin(finite) == 0) {
        return Optional.of(reading);
      }
    }
    return Optional.empty();
  }

  @Override
  public String name() {
    return "linkteller-on-overflow";
  }

  @Override
  public String description() {
    return "sends huge features for one node at a time and reads which answers are finite";
  }

  @Override
  public Access needs() {
    return Access.needing()
        .features(Access.Features.ANY)
        .featuresOf(Access.Part.TARGETS)
        .answersFor(Access.Part.TARGETS)
        .build();
  }

  @Override
  public long expectedQueries(int targets) {
    return targets + 1L;
  }

  @Override
  public LinkAttack create(AttackRequest request) {
    LinkAttack attack =
        LinkAttackProvider.named("linkteller")
            .create(request.toBuilder().access(Access.UNRESTRICTED).build());
    return session -> attack.find(session.through(this::showing));
  }

  private InferenceApi showing(InferenceApi api) {
    return new FiniteRows(api, size);
  }

  /**
   * Sends huge features for every edited row; answers 1 for each finite row and 0 for the others.
   */
  private record FiniteRows(InferenceApi api, double size) implements InferenceApi {

    @Override
    public DMatrixRMaj predict(InferenceQuery query) throws Exception {
      DMatrixRMaj values = new DMatrixRMaj(query.edit().rows().size(), query.base().cols());
      values.fill(size);
      InferenceQuery sent =
          query.edit().isEmpty()
              ? query
              : query.with(
                  new FeatureEdit.RowsReplaced(query.edit().rows(), FeatureMatrix.dense(values)));
      DMatrixRMaj answer = sent.observedRows(api.predict(sent));
      DMatrixRMaj finite = new DMatrixRMaj(answer.numRows, 1);
      for (int row = 0; row < answer.numRows; row++) {
        int from = row * answer.numCols;
        boolean isFinite =
            Arrays.stream(answer.data, from, from + answer.numCols).allMatch(Double::isFinite);
        finite.data[row] = isFinite ? 1 : 0;
      }
      return finite;
    }
  }
}
