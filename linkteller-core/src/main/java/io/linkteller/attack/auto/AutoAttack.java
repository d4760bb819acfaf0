package io.linkteller.attack.auto;

import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.belief.DensityBelief;
import io.linkteller.attack.check.InferenceCheck;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.attack.label.LabelAttack;
import io.linkteller.attack.score.PairScore;
import io.linkteller.attack.spectral.SpectralDiagnosis;
import io.linkteller.attack.spectral.SpectralRecovery;
import io.linkteller.attack.spectral.SpectralRoot;
import io.linkteller.attack.subset.SubsetAttack;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.AnswerPrecision;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ejml.data.DMatrixRMaj;

/**
 * An attack that chooses what is asked and how pairs are scored by what the answers show. It is
 * meant never to find less than LinkTeller with {@link PairScore#PAPER} or {@link
 * PairScore#SELF_NORMALIZED}; {@code docs/scores.md} has the measurements.
 *
 * <pre>{@code
 * LinkPrediction found = AutoAttack.builder().parallelism(2).build().run(api, nodes, kHat);
 * }</pre>
 *
 * <ol>
 *   <li>Unless it is told, it takes the answers for logits, probabilities or labels by their
 *       numbers, which costs one query.
 *   <li>{@link SpectralRoot}, for logits and unrounded probabilities and up to {@value
 *       SpectralRoot#PRACTICAL_TARGETS} targets, with |V^(C)| + 1 queries. If its features are
 *       refused as too large, it is tried with features within ±2. If it finds one graph that
 *       explains the answers, and explains them much better than any other ({@link
 *       SpectralDiagnosis#isClear}), that is the result.
 *   <li>Otherwise {@link SubsetAttack}, if it decides every pair: it reads sparse graphs whatever
 *       the layers compute.
 *   <li>Otherwise {@link ChosenFeatureAttack}, for logits, and {@link LabelAttack}, for labels.
 *   <li>If that rejects the model too, the spectral root's graph if it explains most of the
 *       answers, and its influences of equal features if answers are noisy: they are larger than
 *       those of the own features, and noise is the same.
 *   <li>Else it scales the features of one node at a time, as LinkTeller does, with Δ chosen by the
 *       precision and the noise of the answers and {@link PairScore#ADAPTIVE}, or, for labels and
 *       rounded probabilities, as the attacks of {@link io.linkteller.attack.coarse} do.
 * </ol>
 *
 * <p>The queries of all attacks that were tried count: about |V^(C)| on the models that the
 * spectral root reads, at most some fifteen times as many. With {@link Builder#ownFeatures} only
 * the last step is taken, with |V^(C)| + 3 queries, none of which looks unlike the paper's. The
 * listener receives each choice with its reason ({@link
 * io.linkteller.attack.AttackListener#onChoice}). Immutable.
 */
public final class AutoAttack implements LinkAttack {

  /** A scale whose features pass as ordinary ones and do not saturate probabilities. */
  private static final double SMALL_SCALE = 2;

  /** The misfit from which a clear graph may still be wrong in single edges. */
  private static final double WELL_EXPLAINED = 0.1;

  private final Optional<AnswerKind> answers;
  private final Optional<PairScore> score;
  private final OptionalDouble delta;
  private final boolean ownFeatures;
  private final AttackSettings settings;

  private AutoAttack(
      Optional<AnswerKind> answers,
      Optional<PairScore> score,
      OptionalDouble delta,
      boolean ownFeatures,
      AttackSettings settings) {
    this.answers = answers;
    this.score = score;
    this.delta = delta;
    this.ownFeatures = ownFeatures;
    this.settings = settings;
    // Reject settings out of range now, not after the last query of another attack.
    answers.ifPresent(this::reweighting);
  }

  /** {@return a builder for answers of any kind and one query at a time} */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the attack for a request. */
  static AutoAttack of(AttackRequest request) {
    return of(request, false);
  }

  /** Returns the attack for a request that scales the features of one node at a time. */
  static AutoAttack ofOwnFeatures(AttackRequest request) {
    return of(request, true);
  }

  private static AutoAttack of(AttackRequest request, boolean ownFeatures) {
    return new AutoAttack(
        Optional.of(request.answers()),
        request.score(),
        request.delta(),
        ownFeatures,
        request.settings());
  }

  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    // Fail before the first query rather than after the last.
    DensityBelief.edgeCount(kHat, nodes.targets().size());
    return settings.recorded(
        api, nodes, toString(), recorder -> chosen(new CountingApi(recorder), nodes, kHat));
  }

  private LinkPrediction chosen(CountingApi api, InferenceNodes nodes, double kHat) {
    long start = System.nanoTime();
    AnswerKind kind =
        answers.orElseGet(
            () -> InferenceCheck.kindOf(Answers.ask(api, nodes.query(), "the baseline query")));
    Optional<LinkPrediction> exact =
        ownFeatures ? Optional.empty() : new Choice(api, nodes, kHat, kind).exact();
    LinkPrediction found =
        exact.orElseGet(
            () -> {
              LinkAttack attack = reweighting(kind);
              settings.listener().onChoice("linkteller", true, "answers are " + kind);
              return attack.run(api, nodes, kHat);
            });
    return LinkPrediction.of(
        found.attack(),
        nodes,
        kHat,
        found.scores(),
        api.asked(),
        Duration.ofNanos(System.nanoTime() - start));
  }

  /** After the last query that was allowed, no other attack has any. */
  private static void rethrowIfOverBudget(InferenceException failure) {
    if (QueryBudgetException.isCauseOf(failure)) {
      throw failure;
    }
  }

  private LinkAttack reweighting(AnswerKind kind) {
    AttackRequest.Builder request =
        AttackRequest.builder().answers(kind).settings(settings.withoutJournal());
    score.ifPresent(request::score);
    delta.ifPresent(request::delta);
    return Reweighting.adaptive(request.build());
  }

  /** The attacks with chosen features, in order. */
  private final class Choice {

    private final InferenceApi api;
    private final InferenceNodes nodes;
    private final double kHat;
    private final AnswerKind kind;

    Choice(InferenceApi api, InferenceNodes nodes, double kHat, AnswerKind kind) {
      this.api = api;
      this.nodes = nodes;
      this.kHat = kHat;
      this.kind = kind;
    }

    /** Returns what an attack finds that explains the answers, empty if none does. */
    Optional<LinkPrediction> exact() {
      return switch (kind.form()) {
        case LOGITS -> onLogits();
        case PROBABILITIES -> kind.isUnrounded() ? onProbabilities() : Optional.empty();
        case LABELS -> fromLabels();
      };
    }

    private Optional<LinkPrediction> onLogits() {
      Optional<SpectralRecovery> root = spectral(SpectralRoot.builder());
      if (root.isEmpty()) {
        root = spectral(SpectralRoot.builder().scale(SMALL_SCALE));
      }
      Optional<LinkPrediction> decided = clearOrFromSubsets(root);
      if (decided.isPresent()) {
        return decided;
      }
      try {
        LinkPrediction kinks =
            ChosenFeatureAttack.builder()
                .settings(settings.withoutJournal())
                .build()
                .run(api, nodes, kHat);
        settings.listener().onChoice("kinks", true, "relu changes sign where kinks expect it");
        return Optional.of(kinks);
      } catch (InferenceException e) {
        rethrowIfOverBudget(e);
        // Huge features overflow in some models, which then answer NaN.
        settings.listener().onChoice("kinks", false, String.valueOf(e.getMessage()));
      }
      return root.filter(found -> isRead(found) || isNoisy()).map(this::taken);
    }

    private Optional<LinkPrediction> onProbabilities() {
      Optional<SpectralRecovery> root = spectral(SpectralRoot.builder().scale(SMALL_SCALE));
      return clearOrFromSubsets(root).or(() -> root.filter(Choice::isRead).map(this::taken));
    }

    private Optional<LinkPrediction> clearOrFromSubsets(Optional<SpectralRecovery> root) {
      Optional<SpectralRecovery> clear = root.filter(found -> found.diagnosis().isClear());
      if (clear.isPresent() && clear.get().diagnosis().misfit() < WELL_EXPLAINED) {
        return clear.map(this::taken);
      }
      if (nodes.targets().size() > SpectralRoot.PRACTICAL_TARGETS) {
        return clear.map(this::taken);
      }
      try {
        UndecidedPairs undecided = new UndecidedPairs(settings.listener());
        LinkPrediction found =
            SubsetAttack.builder()
                .settings(settings.withoutJournal())
                .onProgress(undecided)
                .build()
                .run(kind.asLogits(api), nodes, kHat);
        if (undecided.warning().isPresent()) {
          settings.listener().onChoice("subsets", false, undecided.warning().get().message());
          return clear.map(this::taken);
        }
        settings
            .listener()
            .onChoice("subsets", true, "answers tell whether a node has a neighbor in a query");
        return Optional.of(found);
      } catch (InferenceException e) {
        rethrowIfOverBudget(e);
        settings.listener().onChoice("subsets", false, String.valueOf(e.getMessage()));
        return clear.map(this::taken);
      }
    }

    private Optional<LinkPrediction> fromLabels() {
      try {
        LinkPrediction found =
            LabelAttack.builder().settings(settings.withoutJournal()).build().run(api, nodes, kHat);
        settings.listener().onChoice("labels", true, "there is a decision boundary to work on");
        return Optional.of(found);
      } catch (InferenceException e) {
        rethrowIfOverBudget(e);
        settings.listener().onChoice("labels", false, String.valueOf(e.getMessage()));
        return Optional.empty();
      }
    }

    /** Whether answers to the same query differ. */
    private boolean isNoisy() {
      return AnswerPrecision.noise(List.of(baseline(), baseline())) > 0;
    }

    private DMatrixRMaj baseline() {
      return Answers.ask(api, nodes.query(), "the baseline query").copy();
    }

    private static boolean isRead(SpectralRecovery found) {
      return found.diagnosis().isRead();
    }

    private Optional<SpectralRecovery> spectral(SpectralRoot.Builder attack) {
      if (nodes.targets().size() > SpectralRoot.PRACTICAL_TARGETS) {
        return Optional.empty();
      }
      try {
        SpectralRecovery found =
            attack.settings(settings.withoutJournal()).build().recover(kind.asLogits(api), nodes);
        if (!isRead(found)) {
          settings
              .listener()
              .onChoice(
                  "spectral-root", false, "no graph explains the answers: " + described(found));
        }
        return Optional.of(found);
      } catch (InferenceException e) {
        rethrowIfOverBudget(e);
        settings.listener().onChoice("spectral-root", false, String.valueOf(e.getMessage()));
        return Optional.empty();
      }
    }

    private LinkPrediction taken(SpectralRecovery found) {
      settings.listener().onChoice("spectral-root", true, described(found));
      return LinkPrediction.of(
          "spectral root", nodes, kHat, found.scores(), found.queries(), Duration.ZERO);
    }

    private static String described(SpectralRecovery found) {
      SpectralDiagnosis diagnosis = found.diagnosis();
      if (!isRead(found)) {
        return String.format(Locale.ROOT, "misfit %.2g", diagnosis.misfit());
      }
      return String.format(
          Locale.ROOT,
          "%s propagation, %d layers, misfit %.2g (next model %.2g), density %.2g",
          diagnosis.propagation(),
          diagnosis.depth(),
          diagnosis.misfit(),
          diagnosis.runnerUp(),
          diagnosis.kHat());
    }
  }

  @Override
  public String toString() {
    return "AutoAttack[answers = "
        + answers.map(AnswerKind::toString).orElse("as found")
        + (ownFeatures ? ", own features" : "")
        + "]";
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private Optional<AnswerKind> answers = Optional.empty();
    private Optional<PairScore> score = Optional.empty();
    private boolean ownFeatures;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets what the black box answers with.
     *
     * @param kind the kind of answers; by default their numbers decide
     * @return this builder
     */
    public Builder answers(AnswerKind kind) {
      this.answers = Optional.of(kind);
      return this;
    }

    /**
     * Sets the score if the attack scales features of one node at a time.
     *
     * @param combination the score; default {@link PairScore#ADAPTIVE}
     * @return this builder
     */
    public Builder score(PairScore combination) {
      this.score = Optional.of(combination);
      return this;
    }

    /**
     * Restricts the attack to queries that scale the features of one node at a time, as the paper's
     * do.
     *
     * @return this builder
     */
    public Builder ownFeatures() {
      this.ownFeatures = true;
      return this;
    }

    /**
     * Builds the attack.
     *
     * @return an immutable attack that may be run many times
     * @throws IllegalArgumentException if the score does not fit the answers
     */
    public AutoAttack build() {
      return new AutoAttack(answers, score, OptionalDouble.empty(), ownFeatures, settings());
    }
  }
}
