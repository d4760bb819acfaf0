package io.linkteller.eval.choice;

import io.linkteller.attack.Access;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.dp.PerturbationRefusedException;
import io.linkteller.dp.session.PrivacyLedger;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.dp.session.ReleaseFailedException;
import io.linkteller.eval.audit.AuditListener;
import io.linkteller.eval.audit.ConfidenceInterval;
import io.linkteller.eval.audit.LeakageAudit;
import io.linkteller.eval.audit.SampledShare;
import io.linkteller.eval.metric.Utility;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Measures candidates for the protection of a private graph. Each is trained and served under its
 * protection, judged by its accuracy, and attacked; the findings of attacks are compared with the
 * true graph. {@link #run} measures all candidates; {@link #measure} measures one, for callers that
 * keep finished results.
 *
 * <p>Each candidate is computed in memory, in a private session of its own. Candidates are not
 * releases, so nothing is charged to the owner's ledger. {@link #release} releases the chosen
 * candidate.
 *
 * <p>Immutable. Several threads may measure candidates at the same time; with a seed, a result
 * depends only on the data, the settings and the seed.
 */
public final class ProtectionChoice {

  /** The confidence of the intervals, as in an audit. */
  private static final double CONFIDENCE = 0.95;

  private final OwnerData data;
  private final ModelTraining training;
  private final List<Candidate> candidates;
  private final Access access;
  private final UnaryOperator<InferenceApi> shown;
  private final List<LinkAttackProvider> attacks;
  private final InferenceNodes nodes;
  private final OptionalLong seed;
  private final int parallelism;
  private final Utility measure;
  private final OptionalDouble minAccuracy;
  private final OptionalDouble maxLeakage;

  private ProtectionChoice(Builder builder) {
    this.data = builder.data;
    this.training = builder.training;
    this.candidates = builder.candidates;
    this.access = builder.access;
    this.shown = builder.shown;
    this.attacks = builder.attacks;
    this.nodes = InferenceNodes.of(data.features()).targeting(builder.targets);
    this.seed = builder.seed;
    this.parallelism = builder.parallelism;
    this.measure = builder.measure;
    this.minAccuracy = builder.minAccuracy;
    this.maxLeakage = builder.maxLeakage;
  }

  /**
   * Returns a builder for a choice, by default among EdgeRand and LapGraph at ε = 1, 2, 4 and 8.
   *
   * @param data the private data
   * @param training how models are trained
   * @return a builder
   */
  public static Builder builder(OwnerData data, ModelTraining training) {
    return new Builder(data, training);
  }

  /** {@return the candidates} */
  public List<Candidate> candidates() {
    return candidates;
  }

  /**
   * Measures one candidate. If the leakage is limited, the attacks on a candidate with a guarantee
   * end as soon as one exceeds the limit.
   *
   * @param candidate the candidate
   * @param listener receives the progress of its audit
   * @return the result
   * @throws io.linkteller.eval.audit.TooFewEdgesException if no pair or every pair of targets is an
   *     edge
   * @throws PerturbationRefusedException if its mechanism refuses
   * @throws ReleaseFailedException if its mechanism fails
   * @throws ArithmeticException if training diverges
   */
  public ProtectionResult measure(Candidate candidate, AuditListener listener) {
    ProtectedModel model = candidate.protecting().protect(data, training, sessions(candidate));
    double accuracy =
        measure.of(
            nodes.query().ask(model.api(), "the query for the accuracy"),
            data.labels(),
            data.judged());
    LeakageAudit.Builder audit =
        LeakageAudit.builder().parallelism(parallelism).onAuditProgress(listener);
    // All attacks are run on candidates without a guarantee, with which the others are compared.
    if (candidate.epsilon().isPresent()) {
      maxLeakage.ifPresent(audit::failAbove);
    }
    return ProtectionResult.of(
        candidate,
        model,
        accuracy,
        interval(accuracy),
        model.audit(audit, access, attacks, shown, data.graph(), nodes));
  }

  /** Returns the interval if the accuracy is a share of the judged nodes. */
  private Optional<ConfidenceInterval> interval(double accuracy) {
    return measure == Utility.ACCURACY
        ? Optional.of(SampledShare.ofDraws(accuracy, data.judged().size()).interval(CONFIDENCE, 1))
        : Optional.empty();
  }

  /** Returns sessions whose noise depends on the seed and candidate, not the candidates' order. */
  private Function<Graph, PrivateSession.Builder> sessions(Candidate candidate) {
    if (seed.isEmpty()) {
      return graph ->
          PrivateSession.builder(
              graph, PrivacyLedger.builder(Double.MAX_VALUE).delta(Math.nextDown(1.0)).build());
    }
    SplittableRandom seeds =
        new SplittableRandom(seed.getAsLong() * 31 + candidate.label().hashCode());
    return graph -> PrivateSession.forExperiments(graph, seeds.nextLong());
  }

  /**
   * Measures all candidates, one after the other.
   *
   * @return the report
   * @throws io.linkteller.eval.audit.TooFewEdgesException if no pair or every pair of targets is an
   *     edge
   */
  public ProtectionReport run() {
    List<ProtectionResult> results = new ArrayList<>();
    List<Refusal> refusals = new ArrayList<>();
    for (Candidate candidate : candidates) {
      try {
        results.add(measure(candidate, AuditListener.SILENT));
      } catch (PerturbationRefusedException | ReleaseFailedException | ArithmeticException e) {
        refusals.add(new Refusal(candidate.label(), String.valueOf(e.getMessage())));
      }
    }
    return report(results, refusals);
  }

  /**
   * Reports results that were measured by this choice or by one with equal settings.
   *
   * @param results the results
   * @param refusals the candidates that could not be measured
   * @return the report
   * @throws IllegalArgumentException if the unprotected model or the model without edges is missing
   */
  public ProtectionReport report(List<ProtectionResult> results, List<Refusal> refusals) {
    return new ProtectionReport(
        results,
        refusals,
        measure.title(),
        minAccuracy,
        maxLeakage,
        data.graph().nodeCount(),
        nodes.targets().size(),
        data.judged().size(),
        seed.isPresent());
  }

  /**
   * Trains and serves the candidate that was chosen from a report. This is a release, which is
   * charged to the ledger of the sessions and marked {@link
   * io.linkteller.privacy.Provenance.Use#EPSILON_CHOICE}.
   *
   * @param candidate the choice
   * @param sessions begins a session on a private graph, with the owner's ledger; called once for
   *     each graph, for the training graph first
   * @return the model
   * @throws IllegalArgumentException if the candidate is the model without protection
   */
  public ProtectedModel release(
      Candidate candidate, Function<Graph, PrivateSession.Builder> sessions) {
    if (candidate.name().equals(Candidate.UNPROTECTED)) {
      throw new IllegalArgumentException(
          candidate.label() + " can't be released: no guarantee covers it");
    }
    return candidate.protecting().protect(data, training, sessions).chosenOnGraph();
  }

  /** A builder of choices. Not thread-safe. */
  public static final class Builder {

    private final OwnerData data;
    private final ModelTraining training;
    private List<Candidate> candidates =
        Candidate.grid(List.of("edgerand", "lapgraph"), 1, 2, 4, 8);
    private Access access = Access.UNRESTRICTED;
    private UnaryOperator<InferenceApi> shown = UnaryOperator.identity();
    private List<LinkAttackProvider> attacks = LinkAttackProvider.all();
    private IntList targets;
    private OptionalLong seed = OptionalLong.empty();
    private int parallelism = 1;
    private Utility measure;
    private OptionalDouble minAccuracy = OptionalDouble.empty();
    private OptionalDouble maxLeakage = OptionalDouble.empty();

    private Builder(OwnerData data, ModelTraining training) {
      this.data = data;
      this.training = training;
      this.targets = data.graph().nodes();
      this.measure = Utility.of(data.labels());
    }

    /**
     * Sets the candidates, including the unprotected model and the model without edges.
     *
     * @param chosen the candidates, with different labels
     * @return this builder
     * @throws IllegalArgumentException if two candidates have the same label, or the unprotected
     *     model or the model without edges is missing
     */
    public Builder candidates(Collection<Candidate> chosen) {
      List<String> labels = chosen.stream().map(Candidate::label).toList();
      if (labels.stream().distinct().count() != labels.size()) {
        throw new IllegalArgumentException("candidates = " + labels + " contains a duplicate");
      }
      for (String needed : List.of(Candidate.UNPROTECTED, Candidate.WITHOUT_EDGES)) {
        if (chosen.stream().noneMatch(candidate -> candidate.name().equals(needed))) {
          throw new IllegalArgumentException(
              "candidates = " + labels + " lacks \"" + needed + "\", needed for comparison");
        }
      }
      this.candidates = List.copyOf(chosen);
      return this;
    }

    /**
     * Sets what attackers may do.
     *
     * @param allowed the access; default {@link Access#UNRESTRICTED}
     * @param display converts the logits of a model to the answers that users see under this access
     * @return this builder
     */
    public Builder access(Access allowed, UnaryOperator<InferenceApi> display) {
      this.access = allowed;
      this.shown = display;
      return this;
    }

    /**
     * Sets the attacks.
     *
     * @param running the attacks, at least one; default all registered ones
     * @return this builder
     * @throws IllegalArgumentException if no attack is given
     */
    public Builder attacks(Collection<LinkAttackProvider> running) {
      if (running.isEmpty()) {
        throw new IllegalArgumentException("attacks is empty, so there is nothing to run");
      }
      this.attacks = List.copyOf(running);
      return this;
    }

    /**
     * Sets the targets.
     *
     * @param some at least two nodes of the served graph; default all
     * @return this builder
     */
    public Builder targets(IntList some) {
      this.targets = some;
      return this;
    }

    /**
     * Takes all noise from a seed, so that results can be repeated. Without a seed, noise comes
     * from the secure source.
     *
     * @param any any number
     * @return this builder
     */
    public Builder seed(long any) {
      this.seed = OptionalLong.of(any);
      return this;
    }

    /**
     * Sets the number of threads of each audit. Results do not depend on it.
     *
     * @param threads at least 1; default 1
     * @return this builder
     */
    public Builder parallelism(int threads) {
      this.parallelism = threads;
      return this;
    }

    /**
     * Sets the measure of accuracy.
     *
     * @param utility the measure; by default, the one for the kind of labels
     * @return this builder
     */
    public Builder accuracy(Utility utility) {
      this.measure = utility;
      return this;
    }

    /**
     * Sets the smallest acceptable accuracy.
     *
     * @param limit in [0, 1]; default none
     * @return this builder
     * @throws IllegalArgumentException if {@code limit} is out of range
     */
    public Builder minAccuracy(double limit) {
      this.minAccuracy = checked("minAccuracy", limit);
      return this;
    }

    /**
     * Sets the largest acceptable leakage: the upper end of the recall of the strongest attack.
     *
     * @param limit in [0, 1]; default none
     * @return this builder
     * @throws IllegalArgumentException if {@code limit} is out of range
     */
    public Builder maxLeakage(double limit) {
      this.maxLeakage = checked("maxLeakage", limit);
      return this;
    }

    private static OptionalDouble checked(String name, double limit) {
      if (!(limit >= 0 && limit <= 1)) {
        throw new IllegalArgumentException(name + " = " + limit + " is outside [0, 1]");
      }
      return OptionalDouble.of(limit);
    }

    /** {@return the choice} */
    public ProtectionChoice build() {
      return new ProtectionChoice(this);
    }
  }
}
