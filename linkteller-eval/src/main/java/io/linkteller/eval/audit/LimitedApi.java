package io.linkteller.eval.audit;

import io.linkteller.attack.Access;
import io.linkteller.attack.QuerySession;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureRange;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.JoinableApi;
import io.linkteller.inference.JoiningLimits;
import io.linkteller.inference.JoiningNodes;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.inference.output.EqualAnswers;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.MatrixFeatures_DDRM;
import org.jspecify.annotations.Nullable;

/** A black box that counts queries and refuses those that exceed an {@link Access}. */
final class LimitedApi implements InferenceApi {

  private final InferenceApi inner;
  private final Access access;
  private final InferenceNodes nodes;
  private final FeatureRange range;
  private final IntOpenHashSet targets;
  private final Int2IntMap rowOf;
  private final Calls calls;

  /** The answer to the base query, which the audit sent once for all attacks; empty if unknown. */
  private final Optional<DMatrixRMaj> base;

  /** The base features that were admitted last; most queries reuse them. */
  private volatile FeatureMatrix admitted;

  /** The first query of the attack, with its answer; null until it is answered. */
  private final AtomicReference<@Nullable Answered> first = new AtomicReference<>();

  private record Answered(InferenceQuery query, DMatrixRMaj answer) {}

  /** The number of queries of an attack, and how many of them the audit could already answer. */
  record Calls(AtomicLong asked, AtomicLong shared) {
    Calls() {
      this(new AtomicLong(), new AtomicLong());
    }
  }

  LimitedApi(
      InferenceApi inner,
      Access access,
      InferenceNodes nodes,
      FeatureRange range,
      Optional<DMatrixRMaj> base,
      Calls calls) {
    this.inner = inner;
    this.access = access;
    this.nodes = nodes;
    this.range = range;
    this.base = base;
    this.calls = calls;
    this.targets = new IntOpenHashSet(nodes.targets());
    this.admitted = nodes.features();
    this.rowOf = nodes.rowsById();
  }

  /** Thrown for a query that the access does not allow. */
  static final class RefusedException extends InferenceException {

    private static final long serialVersionUID = 1L;

    private RefusedException(String reason) {
      super(reason);
    }
  }

  /** Returns the black box to attack, to which nodes can be added if the access allows it. */
  InferenceApi forAttack() {
    return access.joining().isPresent() && inner instanceof JoinableApi joinable
        ? new Joinable(joinable)
        : this;
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    admit(query);
    boolean isShared = base.isPresent() && query.observesAll() && query.isSameInput(nodes.query());
    if (isShared) {
      calls.shared().incrementAndGet();
    }
    DMatrixRMaj answer = isShared ? base.get().copy() : inner.predict(query);
    note(query, answer);
    return answer;
  }

  @Override
  public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    for (InferenceQuery query : queries) {
      admit(query);
    }
    List<DMatrixRMaj> answers = inner.predictAll(queries);
    if (!queries.isEmpty() && !answers.isEmpty()) {
      note(queries.get(0), answers.get(0));
    }
    return answers;
  }

  private void note(InferenceQuery query, DMatrixRMaj answer) {
    if (first.get() == null) {
      // A copy, since an attack may write into the answer; invalid answers are not kept.
      Optional.ofNullable(answer)
          .ifPresent(valid -> first.compareAndSet(null, new Answered(query, valid.copy())));
    }
  }

  /**
   * Sends the first query of the attack again. If the answer differs, the query is sent once more,
   * to distinguish noise from a different model. Throws an exception for a different model, because
   * the findings do not apply to it. Does nothing if the black box no longer answers, or if the
   * graph may change.
   *
   * @param session sends queries to the black box without these limits
   */
  void requireSameModel(QuerySession session) {
    Answered noted = first.get();
    if (noted == null || !access.staticGraph()) {
      return;
    }
    InferenceQuery query = noted.query();
    boolean isSame;
    try {
      DMatrixRMaj before = query.checked(noted.answer(), "the first query");
      DMatrixRMaj now = session.ask(query, "the first query, asked again");
      if (MatrixFeatures_DDRM.isEquals(before, now)) {
        return;
      }
      DMatrixRMaj again = session.ask(query, "the first query, asked once more");
      isSame = now.numCols == before.numCols && EqualAnswers.of(now, again).isSame(before, now);
    } catch (InferenceException e) {
      return;
    }
    if (!isSame) {
      throw new InferenceException(
          "the black box answers the first query differently after the attack than before, so it"
              + " was not the same model; run the audit again, without the journal of this attack");
    }
  }

  @Override
  public int batchSize() {
    return inner.batchSize();
  }

  private void admit(InferenceQuery query) {
    if (access.nodes() == Access.Nodes.WHOLE_GRAPH && !query.nodes().equals(nodes.nodes())) {
      throw new RefusedException(
          "queries " + query.nodes().size() + " of " + nodes.nodes().size() + " nodes alone");
    }
    if (access.answersFor() != Access.Part.ALL
        && !query
            .observed()
            .intStream()
            .allMatch(row -> targets.contains(query.nodes().getInt(row)))) {
      // Which rows an attack reads depends on the answers, so this does not contradict its
      // declaration.
      throw new UnsuitableModelException("reads answers for nodes other than the targets");
    }
    boolean limited =
        access.features() != Access.Features.ANY || access.featuresOf() != Access.Part.ALL;
    if (limited && query.base() != admitted) {
      for (int row = 0; row < query.base().rows(); row++) {
        requireAllowed(query, row);
      }
      admitted = query.base();
    }
    boolean scales =
        query.edit() instanceof FeatureEdit.RowsScaled || query.edit() instanceof FeatureEdit.None;
    if (access.features().compareTo(Access.Features.SCALED) <= 0 && !scales) {
      throw new RefusedException("sends its own features");
    }
    for (int row : query.edit().rows()) {
      if (access.features() == Access.Features.AS_THEY_ARE) {
        throw new RefusedException("scales features");
      }
      requireOf(query.nodes().getInt(row));
    }
    requireEditInRange(query);
    count();
  }

  private void count() {
    long before = calls.asked().getAndUpdate(count -> access.mayAsk(count + 1) ? count + 1 : count);
    if (!access.mayAsk(before + 1)) {
      throw new QueryBudgetException(access.queryLimit().orElseThrow());
    }
  }

  /** Checks a row of the base features, which is always allowed if it is the node's own. */
  private void requireAllowed(InferenceQuery query, int row) {
    int node = query.nodes().getInt(row);
    if (access.features() == Access.Features.ANY && isChangeable(node)) {
      return;
    }
    double[] sent = query.base().row(row);
    int at = rowOf.get(node);
    if (at >= 0 && Arrays.equals(sent, nodes.features().row(at))) {
      return;
    }
    if (access.features().compareTo(Access.Features.SCALED) <= 0) {
      throw new RefusedException("sends its own features");
    }
    requireOf(node);
    if (access.features() == Access.Features.WITHIN_RANGE) {
      requireInRange(sent);
    }
  }

  private boolean isChangeable(int node) {
    return access.featuresOf() == Access.Part.ALL || targets.contains(node);
  }

  private void requireOf(int node) {
    if (!isChangeable(node)) {
      throw new RefusedException("changes features of nodes other than the targets");
    }
  }

  private void requireOwnInRange(InferenceQuery query) {
    if (query.base() != admitted) {
      for (int row = 0; row < query.base().rows(); row++) {
        requireInRange(query.base().row(row));
      }
      admitted = query.base();
    }
    requireEditInRange(query);
  }

  private void requireEditInRange(InferenceQuery query) {
    if (access.features() == Access.Features.WITHIN_RANGE) {
      double[] edited = new double[query.base().cols()];
      for (int index = 0; index < query.edit().rows().size(); index++) {
        query.edit().copyRow(query.base(), index, edited);
        requireInRange(edited);
      }
    }
  }

  private void requireInRange(double[] row) {
    int outside = range.firstOutside(row);
    if (outside >= 0) {
      throw new RefusedException(
          "sends " + row[outside] + " in column " + outside + ", outside the range of the data");
    }
  }

  /**
   * A black box to which nodes can be added. Queries that are sent after nodes have joined are also
   * counted, and features must be within the range if the access requires it.
   */
  private final class Joinable implements JoinableApi {

    private final JoinableApi service;
    private final JoiningLimits limits;

    Joinable(JoinableApi service) {
      this.service = service;
      Access.Joining may = access.joining().orElseThrow();
      JoiningLimits own = service.limits();
      int most = (int) Math.min(Integer.MAX_VALUE, (long) may.perTarget() * targets.size());
      this.limits =
          new JoiningLimits(
              Math.min(most, own.nodes()), Math.min(may.linksEach(), own.linksEach()));
    }

    @Override
    public int nodeCount() {
      return service.nodeCount();
    }

    @Override
    public int featureCount() {
      return service.featureCount();
    }

    @Override
    public JoiningLimits limits() {
      return limits;
    }

    @Override
    public DMatrixRMaj predict(InferenceQuery query) throws Exception {
      return LimitedApi.this.predict(query);
    }

    @Override
    public InferenceApi join(JoiningNodes nodes) {
      try {
        limits.require(nodes);
      } catch (InferenceException e) {
        // How many nodes an attack needs depends on the model, so this does not contradict its
        // declaration.
        throw new UnsuitableModelException(String.valueOf(e.getMessage()), e);
      }
      InferenceApi after = service.join(nodes);
      return query -> {
        if (access.features() == Access.Features.WITHIN_RANGE) {
          requireOwnInRange(query);
        }
        count();
        return after.predict(query);
      };
    }
  }
}
