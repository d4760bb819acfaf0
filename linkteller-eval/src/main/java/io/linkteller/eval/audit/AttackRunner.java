package io.linkteller.eval.audit;

import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.LinkTeller;
import io.linkteller.attack.UnfinishedAttackException;
import io.linkteller.attack.baseline.Lsa2Attack;
import io.linkteller.attack.belief.DensityBelief;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.attack.chosen.GroupTestingAttack;
import io.linkteller.attack.chosen.UniformFeatures;
import io.linkteller.attack.chosen.UnsuitableModelException;
import io.linkteller.attack.coarse.CoarseAttack;
import io.linkteller.attack.coarse.LabelStepAttack;
import io.linkteller.attack.score.InfluenceExtent;
import io.linkteller.attack.score.InfluenceMatrix;
import io.linkteller.attack.score.PairScore;
import io.linkteller.attack.score.PairScores;
import io.linkteller.attack.spectral.SpectralRoot;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.graph.Graph;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.models.audit.InfluenceAudit;
import io.linkteller.models.audit.LeakageReport;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.ejml.data.DMatrixRMaj;

/** Runs the attacks of one audit, each on a black box with separate limits and query count. */
final class AttackRunner {

  /** The seed of the random features. */
  private static final long SEED = 42;

  /** The shares of the targets that runs under query limits probe. */
  private static final double[] PROBED = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5};

  /** The shares of the targets that the spectral root is run on, besides all. */
  private static final double[] RECOVERED = {0.7, 0.9};

  /** An attack that exceeds the limit on queries is tried on parts of the targets, down to this. */
  private static final int MOST_QUERIES_PER_TARGET = 3;

  /** The name of the paper's probes with the features as they are; a step may follow it. */
  private static final String LINKTELLER = "LinkTeller";

  private static final String SPECTRAL_ROOT = "spectral root";

  private static final String PREDICTOR = "link predictor on features";

  /** The steps of the paper's probe: the paper's, and one whose effect survives rounding. */
  private static final double[] STEPS = {1e-4, 1};

  /** Registered attacks that the audit runs with special settings, or that would add nothing. */
  private static final Set<String> OWN =
      Set.of(
          "auto",
          "chosen-features",
          "denoising",
          "group-testing",
          "kinks",
          "linkteller",
          "lsa2-attr",
          "lsa2-post",
          "own-features",
          // Needs a graph to which nodes can be added, which Attacker does not model.
          "node-injection",
          "random",
          "spectral-root");

  /** A ranking of pairs available to an attacker. */
  record Ranked(String attack, long queries, LeakageReport exposure) {}

  private final InferenceApi shown;
  private final Graph truth;
  private final InferenceNodes nodes;
  private final Attacker attacker;
  private final List<PairScore> scores;
  private final AttackSettings settings;
  private final double kHat;
  private final Consumer<String> onAttack;
  private final FeatureRange range;

  private final List<AttackOutcome> outcomes = new ArrayList<>();
  private final List<Ranked> ranked = new ArrayList<>();
  private Optional<LeakageReport> featuresAlone = Optional.empty();
  private Optional<LeakageReport> predicted = Optional.empty();
  private double[] priors = {};
  private Optional<RuntimeException> failure = Optional.empty();
  private boolean answered;

  AttackRunner(
      InferenceApi shown,
      Graph truth,
      InferenceNodes nodes,
      Attacker attacker,
      List<PairScore> scores,
      AttackSettings settings,
      double kHat,
      Consumer<String> onAttack) {
    this.shown = shown;
    this.truth = truth;
    this.nodes = nodes;
    this.attacker = attacker;
    this.scores = scores;
    this.settings = settings;
    this.kHat = kHat;
    this.onAttack = onAttack;
    this.range = FeatureRange.of(nodes.features());
  }

  /** Returns the outcomes, the attack that found most first. */
  List<AttackOutcome> outcomes() {
    List<AttackOutcome> sorted = new ArrayList<>(outcomes);
    sorted.sort(
        Comparator.comparingLong(
                (AttackOutcome outcome) ->
                    outcome.found().map(EdgeMetrics::truePositives).orElse(-1L))
            .reversed()
            .thenComparing(AttackOutcome::queries));
    return List.copyOf(sorted);
  }

  List<Ranked> ranked() {
    return List.copyOf(ranked);
  }

  LeakageReport featuresAlone() {
    return featuresAlone.orElseThrow();
  }

  LeakageReport predicted() {
    return predicted.orElseThrow();
  }

  /** Returns the probability of each pair under the link predictor on features. */
  double[] priors() {
    return priors;
  }

  /**
   * Runs LinkTeller under query limits below the number of a full run, and the spectral root on
   * parts of the targets if it is applicable to all of them. A run that finds more than all attacks
   * before is one of the ranked attacks from then on.
   *
   * @return the recall of each run
   */
  List<LeakageAuditReport.RecallAtQueries> runLimited() {
    List<LeakageAuditReport.RecallAtQueries> found = new ArrayList<>();
    if (attacker.answers().form() == AnswerKind.Form.LABELS) {
      return found;
    }
    double step = attacker.answers().isUnrounded() && !isSinglePrecision() ? STEPS[0] : STEPS[1];
    int targets = nodes.targets().size();
    long before = 1;
    for (double share : PROBED) {
      long limit = 1 + Math.round(share * targets);
      if (limit > before && attacker.mayAsk(limit)) {
        before = limit;
        AttackRunner limited =
            new AttackRunner(
                shown,
                truth,
                nodes,
                attacker.withQueryLimit(limit),
                scores.stream()
                    .filter(score -> score.extent() != InfluenceExtent.OF_ALL_NODES)
                    .toList(),
                settings,
                kHat,
                name -> onAttack.accept(name + ", " + limit + " queries"));
        limited.linkTeller(LINKTELLER + named(step), nodes, step);
        limited.linkTeller(
            LINKTELLER + ", equal features" + named(step), UniformFeatures.of(nodes, SEED), step);
        for (Ranked each : limited.ranked) {
          found.add(point(each));
          rankIfStrongest(
              new Ranked(
                  each.attack() + ", " + limit + " queries", each.queries(), each.exposure()));
        }
      }
    }
    if (ranked.stream().anyMatch(each -> each.attack().equals(SPECTRAL_ROOT))) {
      for (double share : RECOVERED) {
        ofPart((int) Math.round(share * targets)).ifPresent(found::add);
      }
    }
    return found;
  }

  private LeakageAuditReport.RecallAtQueries point(Ranked run) {
    return new LeakageAuditReport.RecallAtQueries(
        run.queries(), run.exposure().recall(kHat), run.attack());
  }

  private void rankIfStrongest(Ranked run) {
    int named = run.exposure().named(kHat);
    if (ranked.stream().allMatch(each -> each.exposure().named(kHat) < named)) {
      record(run.attack(), false, true, run.queries(), run.exposure(), Optional.empty());
    }
  }

  /** Runs the spectral root on some of the targets. */
  private Optional<LeakageAuditReport.RecallAtQueries> ofPart(int count) {
    if (count < 2) {
      return Optional.empty();
    }
    IntArrayList part = part(count);
    onAttack.accept(SPECTRAL_ROOT + ofTheTargets(count));
    LimitedApi api = limited();
    try {
      LinkPrediction found =
          SpectralRoot.builder()
              .settings(settings)
              .build()
              .run(attacker.answers().asLogits(api), nodes.targeting(part), kHat);
      LeakageReport exposure = exposure(amongAll(part, found.scores()));
      rankIfStrongest(new Ranked(SPECTRAL_ROOT + ofTheTargets(count), api.asked(), exposure));
      return Optional.of(point(new Ranked(SPECTRAL_ROOT, api.asked(), exposure)));
    } catch (UnsuitableModelException e) {
      // Part of the targets may be too few to recognize the model by.
      return Optional.empty();
    } catch (RuntimeException e) {
      doesNotFit(SPECTRAL_ROOT + ofTheTargets(count), api.asked(), e);
      return Optional.empty();
    }
  }

  private static String ofTheTargets(int count) {
    return ", " + count + " of the targets";
  }

  /** Draws some of the targets, with a fixed seed. */
  private IntArrayList part(int count) {
    IntArrayList part = new IntArrayList(nodes.targets());
    Collections.shuffle(part, new Random(SEED));
    part.size(count);
    return part;
  }

  /** Returns scores of the pairs of all targets: those of a part, and all others below them. */
  private PairScores amongAll(IntArrayList part, PairScores ofPart) {
    int[] positions = nodes.targets().intStream().map(part::indexOf).toArray();
    double least = Arrays.stream(ofPart.storedScores()).min().orElse(0);
    double below = Math.min(0, least) - 1;
    return PairScores.ofAll(
        positions.length,
        (i, j) ->
            positions[i] < 0 || positions[j] < 0
                ? below
                : ofPart.score(positions[i], positions[j]));
  }

  private LeakageReport exposure(PairScores scores) {
    return LeakageReport.of(scores, nodes.targets(), truth);
  }

  void runAll(Optional<LeakageAudit.WhiteBox> whiteBox) {
    LinkPrediction alike = Lsa2Attack.onFeatures().run(query -> new DMatrixRMaj(0, 0), nodes, kHat);
    featuresAlone = Optional.of(exposure(alike.scores()));
    record("LSA2-attr", false, true, 0, featuresAlone(), Optional.empty());
    onAttack.accept(PREDICTOR);
    FeatureLinkPredictor.Predicted learned =
        FeatureLinkPredictor.predict(nodes.features(), nodes.nodes(), nodes.targets(), truth);
    priors = learned.priors();
    predicted = Optional.of(exposure(learned.scores()));
    record(
        PREDICTOR,
        false,
        false,
        0,
        predicted(),
        Optional.of("trained on the true graph by cross-validation; not counted as an attack"));
    ask("LSA2-post", (api, asked) -> lsa2().run(api, asked, kHat));
    if (attacker.answers().form() == AnswerKind.Form.LABELS) {
      askForLabels();
    } else {
      askForNumbers();
    }
    AttackRequest request =
        AttackRequest.builder().answers(attacker.answers()).settings(settings).build();
    for (LinkAttackProvider provider : LinkAttackProvider.all()) {
      if (!OWN.contains(provider.name())) {
        ask(provider.name(), (api, asked) -> provider.create(request).run(api, asked, kHat));
      }
    }
    whiteBox.ifPresent(this::differentiate);
    if (!answered && failure.isPresent()) {
      throw failure.get();
    }
  }

  private Lsa2Attack lsa2() {
    return Lsa2Attack.onPosteriors(attacker.answers().posterior());
  }

  private void askForLabels() {
    for (PairScore score : scores) {
      if (score.extent() == InfluenceExtent.AMONG_TARGETS) {
        ask(
            "label steps, " + score.name(),
            (api, asked) ->
                LabelStepAttack.builder()
                    .score(score)
                    .settings(settings)
                    .build()
                    .run(api, asked, kHat));
      }
    }
  }

  private void askForNumbers() {
    boolean single = attacker.answers().isUnrounded() && isSinglePrecision();
    boolean coarse = single || !attacker.answers().isUnrounded();
    for (double step : STEPS) {
      if (step == STEPS[0] || coarse) {
        linkTeller(LINKTELLER + named(step), nodes, step);
      }
    }
    if (coarse) {
      coarse(single);
      askWithOwnSteps();
    }
    linkTeller(LINKTELLER + ", equal features", UniformFeatures.of(nodes, SEED), STEPS[0]);
    if (coarse) {
      linkTeller(
          LINKTELLER + ", equal features" + named(STEPS[1]),
          UniformFeatures.of(nodes, SEED),
          STEPS[1]);
    }
    askForLogits("chosen features", ChosenFeatureAttack.builder().settings(settings).build());
    askForLogits(
        "group testing", GroupTestingAttack.builder().onProgress(settings.listener()).build());
    SpectralRoot.Builder root = SpectralRoot.builder().settings(settings);
    askForLogits(SPECTRAL_ROOT, root.build());
    askForLogits("spectral root, scale 2", root.scale(2).build());
  }

  /**
   * Runs the registered re-weighting attacks, which choose the step by the precision of the
   * answers.
   */
  private void askWithOwnSteps() {
    for (String name : List.of("linkteller", "chosen-features")) {
      for (PairScore score : List.of(PairScore.PAPER, PairScore.REACH_WEIGHTED)) {
        if (scores.contains(score)) {
          AttackRequest request =
              AttackRequest.builder()
                  .answers(attacker.answers())
                  .score(score)
                  .settings(settings)
                  .build();
          ask(
              name + ", its own step, " + score.name(),
              (api, asked) -> LinkAttackProvider.named(name).create(request).run(api, asked, kHat));
        }
      }
    }
  }

  private static String named(double step) {
    return step == STEPS[0] ? "" : ", delta = " + step;
  }

  /**
   * Returns the names of LinkTeller with the features as they are, for each step. Runs under query
   * limits have the last of the steps that were tried on all targets.
   */
  static List<String> linkTellerNames() {
    return Arrays.stream(STEPS).mapToObj(step -> LINKTELLER + named(step)).toList();
  }

  /** Returns whether all numbers of an answer are representable in single precision. */
  private boolean isSinglePrecision() {
    DMatrixRMaj answer;
    try {
      answer = Answers.ask(shown, nodes.query(), "the audit's baseline query");
    } catch (InferenceException e) {
      // The following attacks fail as well, and one of them reports it.
      return false;
    }
    for (int i = 0; i < answer.getNumElements(); i++) {
      if ((float) answer.data[i] != answer.data[i]) {
        return false;
      }
    }
    return true;
  }

  private void askForLogits(String name, LinkAttack attack) {
    ask(name, (api, asked) -> attack.run(attacker.answers().asLogits(api), asked, kHat));
  }

  private void ask(String name, LinkAttackRun run) {
    onAttack.accept(name);
    LimitedApi api = limited();
    try {
      LinkPrediction found = run.on(api, nodes);
      record(name, false, true, api.asked(), exposure(found.scores()), Optional.empty());
      answered |= api.asked() > 0;
    } catch (RuntimeException e) {
      // The failure of one attack, whatever the reason, must not prevent the others.
      doesNotFit(name, api.asked(), e);
      if (refusal(e).map(RefusedByAuditException::exceedsLimit).orElse(false)) {
        askOfPart(name, run);
      }
    }
  }

  /** Runs an attack on as many targets as the limit on queries suffices for. */
  private void askOfPart(String name, LinkAttackRun run) {
    long limit = attacker.queryLimit().orElseThrow();
    for (int perTarget = 1; perTarget <= MOST_QUERIES_PER_TARGET; perTarget++) {
      int count = (int) Math.min(nodes.targets().size() - 1, (limit - 1) / perTarget);
      if (count < 2) {
        return;
      }
      IntArrayList part = part(count);
      onAttack.accept(name + ofTheTargets(count));
      LimitedApi api = limited();
      try {
        PairScores found = run.on(api, nodes.targeting(part)).scores();
        record(
            name + ofTheTargets(count),
            false,
            true,
            api.asked(),
            exposure(amongAll(part, found)),
            Optional.of("the limit on queries does not suffice for all targets"));
        answered = true;
        return;
      } catch (RuntimeException e) {
        if (!refusal(e).map(RefusedByAuditException::exceedsLimit).orElse(false)) {
          // It does not fit a part either; the reason why it does not fit all is on record.
          return;
        }
      }
    }
  }

  /** An attack on a given black box. */
  @FunctionalInterface
  private interface LinkAttackRun {
    LinkPrediction on(InferenceApi api, InferenceNodes asked);
  }

  private LimitedApi limited() {
    return new LimitedApi(shown, attacker, nodes, range);
  }

  /** Runs LinkTeller with one measurement for all scores of the same extent. */
  private void linkTeller(String name, InferenceNodes asked, double step) {
    List<PairScore> ofTargets =
        scores.stream().filter(score -> score.extent() != InfluenceExtent.OF_ALL_NODES).toList();
    List<PairScore> ofAll =
        scores.stream().filter(score -> score.extent() == InfluenceExtent.OF_ALL_NODES).toList();
    measure(name, asked, step, ofTargets);
    measure(name, asked, step, ofAll);
  }

  private void measure(String name, InferenceNodes asked, double step, List<PairScore> group) {
    Optional<PairScore> widest = group.stream().max(Comparator.comparing(PairScore::extent));
    if (widest.isEmpty()) {
      return;
    }
    onAttack.accept(name);
    LimitedApi api = limited();
    boolean cut = !attacker.mayAsk(widest.get().queryCount(asked));
    LinkTeller attack =
        LinkTeller.builder()
            .delta(step)
            .score(widest.get())
            // Single-threaded: the targets measured before the limit must not depend on scheduling.
            .parallelism(cut ? 1 : settings.parallelism())
            .onProgress(settings.listener())
            .build();
    try {
      InfluenceMatrix influences;
      Optional<String> remark = Optional.empty();
      try {
        influences = attack.influences(attacker.answers().asLogits(api), asked);
      } catch (UnfinishedAttackException e) {
        if (!isRefusal(e) || e.influences().measuredCount() == 0) {
          throw e;
        }
        influences = e.influences().zeroWhereUnmeasured();
        remark =
            Optional.of(
                "cut off by the limit: "
                    + e.influences().measuredCount()
                    + " of "
                    + e.influences().probedCount()
                    + " nodes measured");
      }
      answered = true;
      for (PairScore score : group) {
        record(
            name + ", " + score.name(),
            false,
            true,
            api.asked(),
            exposure(score.of(influences, settings.parallelism())),
            remark);
      }
    } catch (RuntimeException e) {
      for (PairScore score : group) {
        doesNotFit(name + ", " + score.name(), api.asked(), e);
      }
    }
  }

  private void coarse(boolean single) {
    List<PairScore> among =
        scores.stream().filter(score -> score.extent() == InfluenceExtent.AMONG_TARGETS).toList();
    if (among.isEmpty()) {
      return;
    }
    onAttack.accept("measured step");
    LimitedApi api = limited();
    try {
      InfluenceMatrix influences =
          CoarseAttack.builder()
              .reading(attacker.answers().reading(single))
              .settings(settings)
              .build()
              .measure(api, nodes, kHat)
              .influences();
      answered = true;
      for (PairScore score : among) {
        record(
            "measured step, " + score.name(),
            false,
            true,
            api.asked(),
            exposure(score.of(influences, settings.parallelism())),
            Optional.empty());
      }
    } catch (RuntimeException e) {
      for (PairScore score : among) {
        doesNotFit("measured step, " + score.name(), api.asked(), e);
      }
    }
  }

  private void differentiate(LeakageAudit.WhiteBox whiteBox) {
    boolean reachable = attacker.answers().isUnrounded();
    InfluenceAudit audit =
        InfluenceAudit.exact(whiteBox.model(), whiteBox.served(), nodes.features())
            .parallelism(settings.parallelism());
    List<PairScore> ofTargets =
        scores.stream().filter(score -> score.extent() != InfluenceExtent.OF_ALL_NODES).toList();
    if (ofTargets.isEmpty()) {
      return;
    }
    onAttack.accept("exact influences");
    InfluenceMatrix influences =
        audit.influences(
            ofTargets.stream().map(PairScore::extent).max(Comparator.naturalOrder()).orElseThrow(),
            nodes.targets());
    for (PairScore score : ofTargets) {
      long queries = score.queryCount(nodes);
      boolean counts = reachable && attacker.mayAsk(queries);
      record(
          "exact influences, " + score.name(),
          true,
          counts,
          queries,
          exposure(score.of(influences, settings.parallelism())),
          counts
              ? Optional.empty()
              : Optional.of("not held against this attacker, whose answers do not give it"));
    }
  }

  private void record(
      String name,
      boolean whiteBox,
      boolean counts,
      long queries,
      LeakageReport exposure,
      Optional<String> remark) {
    if (counts) {
      ranked.add(new Ranked(name, queries, exposure));
    }
    outcomes.add(
        new AttackOutcome(
            name,
            whiteBox,
            counts,
            queries,
            Optional.of(
                new EdgeMetrics(
                    exposure.named(kHat),
                    DensityBelief.edgeCount(kHat, nodes.targets().size()),
                    exposure.edgeCount())),
            OptionalDouble.of(exposure.auc()),
            remark));
  }

  private void doesNotFit(String name, long queries, RuntimeException e) {
    if (!isRefusal(e) && failure.isEmpty()) {
      failure = Optional.of(e);
    }
    outcomes.add(
        new AttackOutcome(
            name,
            false,
            false,
            queries,
            Optional.empty(),
            OptionalDouble.empty(),
            Optional.of(reason(e))));
  }

  private static boolean isRefusal(Throwable e) {
    return refusal(e).isPresent();
  }

  private static Optional<RefusedByAuditException> refusal(Throwable e) {
    for (Optional<Throwable> at = Optional.of(e);
        at.isPresent();
        at = Optional.ofNullable(at.get().getCause())) {
      if (at.get() instanceof RefusedByAuditException refused) {
        return Optional.of(refused);
      }
    }
    return Optional.empty();
  }

  private static String reason(RuntimeException e) {
    return refusal(e)
        .map(refused -> "not allowed: " + refused.getMessage())
        .orElseGet(() -> e.getMessage() == null ? e.toString() : e.getMessage());
  }
}
