package io.linkteller.eval.audit;

import io.linkteller.attack.Access;
import io.linkteller.attack.AccessBuilder;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.NodeOrder;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.QuerySession;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.direct.Lsa2Attack;
import io.linkteller.defense.QueryRefusedException;
import io.linkteller.eval.metric.TailRisk;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.FeatureRange;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.AnswerWidthException;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.NonFiniteAnswerException;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.inference.journal.ForeignJournalException;
import io.linkteller.inference.journal.QueryJournal;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.models.audit.LeakageReport;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongLinkedOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.MatrixFeatures_DDRM;

/** One run of a {@link LeakageAudit}. Each attack has its own limit and count of queries. */
final class AuditRun {

  /** A range check accepts numbers up to a tenth of the range beyond its ends. */
  private static final double RANGE_MARGIN = 0.1;

  /**
   * The seed of all random choices, such as the targets that are left out if the limit on queries
   * does not suffice.
   */
  private static final long SEED = 42;

  /** The name of the baseline, which is not an attack. */
  private static final String PREDICTOR = "link predictor on features";

  private static final String ALREADY_DECIDED = "an earlier attack exceeds the limit";

  private static final String RANKS_EDGES_LAST = "ranks edges last, so its ranking is reversed";

  private static final String BOTH_WAYS =
      "shows which nodes are connected, but not in which direction: each pair counts as the true"
          + " arc";

  private final LeakageAudit audit;
  private final AttackRequest request;
  private final InferenceApi api;

  /** Sends the queries that the audit itself needs. */
  private final QuerySession verifying;

  private final Graph truth;
  private final Graph among;
  private final InferenceNodes nodes;
  private final AuditProgress progress;
  private final long start = System.nanoTime();
  private final FeatureRange range;
  private final TargetSampling sampling;

  /** The true density: the belief at which as many pairs are predicted as there are edges. */
  private final double kHat;

  private final Set<Double> beliefs = new LinkedHashSet<>();
  private final List<AttackOutcome> outcomes = new ArrayList<>();
  private final Map<AttackOutcome, Exposure> exposures = new HashMap<>();
  private Optional<FeatureLinkPredictor.Predicted> predicted = Optional.empty();
  private Optional<RuntimeException> failure = Optional.empty();
  private boolean answered;

  /** Allowed attacks that failed, with the reasons; their findings are unknown. */
  private final List<String> failed = new ArrayList<>();

  /**
   * The similarity of features, which attackers know without a query; computed when first needed.
   */
  private Optional<PairScores> likeness = Optional.empty();

  /** Whether the audit has tested if huge features make answers for other nodes non-finite. */
  private boolean readsOverflow;

  /** The answer to the base query, if the black box always gives the same answer. */
  private Optional<DMatrixRMaj> base = Optional.empty();

  private String baseDigest = "none";
  private boolean isRandom;

  /** The queries of each attempt to run an attack. */
  private final List<LimitedApi.Calls> calls = new ArrayList<>();

  /**
   * The ranks that an attack gives to the edges, the number of pairs for which it has evidence,
   * whether it predicts arcs both ways, as many of its predictions as there are edges, and the
   * edges of which it is sure.
   */
  private record Exposure(
      LeakageReport ranks, long evident, boolean bothWays, LongList predicted, TailRisk tail) {}

  AuditRun(LeakageAudit audit, InferenceApi api, Graph truth, QuerySession session) {
    this.audit = audit;
    this.request = audit.request;
    this.api = api;
    this.truth = truth;
    InferenceNodes nodes = session.nodes();
    // Attacks on a directed graph predict arcs, and these are counted.
    this.nodes = truth.isDirected() ? nodes.directed() : nodes;
    this.verifying = session.about(this.nodes);
    this.progress = new AuditProgress(audit.listener);
    this.among = truth.inducedSubgraph(nodes.targets());
    int n = among.nodeCount();
    long pairs = n < 2 ? 0 : this.nodes.pairCount();
    if (among.edgeCount() == 0 || among.edgeCount() == pairs) {
      throw new TooFewEdgesException(among, pairs);
    }
    this.range = FeatureRange.of(nodes.features()).widened(RANGE_MARGIN);
    this.sampling = new TargetSampling(truth, nodes.targets());
    this.kHat = LinkPrediction.beliefOf(among.edgeCount(), pairs);
    for (BeliefFactor factor : BeliefFactor.values()) {
      beliefs.add(RoundedDensity.of(among).kHat(factor));
    }
  }

  /** Runs attacks, those with the fewest queries first, until the verdict is decided. */
  LeakageAuditReport run() {
    request.settings().journal().ifPresent(AtomicFile::createDirectories);
    int n = among.nodeCount();
    List<LinkAttackProvider> ordered = new ArrayList<>(audit.attacks);
    compareBaseAnswers();
    readingOverflow().ifPresent(ordered::add);
    ordered.sort(Comparator.comparingLong(attack -> attack.expectedQueries(n)));
    Map<LinkAttackProvider, Long> planned = new LinkedHashMap<>();
    for (LinkAttackProvider attack : ordered) {
      List<String> lacking = allowedTo(attack).lacks(needed(attack));
      if (lacking.isEmpty()) {
        planned.put(attack, attack.expectedQueries(n));
      } else {
        outcomes.add(notRun(attack, AttackOutcome.Status.NOT_ALLOWED, String.join("; ", lacking)));
      }
    }
    progress.plan(planned.values());
    progress.start(PREDICTOR, 0);
    predicted = Optional.of(FeatureLinkPredictor.predict(nodes, truth));
    progress.finish();
    for (Map.Entry<LinkAttackProvider, Long> each : planned.entrySet()) {
      LinkAttackProvider attack = each.getKey();
      progress.start(attack.name(), each.getValue());
      Optional<AttackOutcome> skipped = skipped(attack);
      AttackOutcome outcome = skipped.orElseGet(() -> run(attack));
      outcomes.add(outcome);
      progress.finish();
      if (skipped.isEmpty()) {
        audit.listener.onAttack(outcome);
      }
    }
    if (!answered && failure.isPresent()) {
      throw failure.get();
    }
    outcomes.sort(
        Comparator.comparingLong(AttackOutcome::foundAtTrueCount)
            .reversed()
            .thenComparingLong(AttackOutcome::queries));
    return report();
  }

  /**
   * Sends the base query twice, to find out whether the black box is random and whether the
   * journals belong to it.
   */
  private void compareBaseAnswers() {
    try {
      InferenceQuery query = nodes.query();
      DMatrixRMaj before = verifying.ask(query, "the base query");
      if (request.access().nodes() == Access.Nodes.ANY_SUBSET) {
        // If answers ignore the ids, a query for some of the nodes is answered for others.
        NodeOrder.verify(verifying, query, Optional.of(before))
            .ifPresent(warning -> failed.add(warning.message()));
      }
      DMatrixRMaj again = verifying.ask(query, "the base query, asked again");
      isRandom = !MatrixFeatures_DDRM.isEquals(before, again);
      base = Optional.of(before).filter(same -> !isRandom);
      baseDigest = QueryJournal.digest(before);
    } catch (RuntimeException e) {
      // The attacks will encounter the same failure.
    }
  }

  /**
   * Returns the attack that reads which answers are finite, if features may be chosen and huge ones
   * make answers for other nodes non-finite.
   */
  private Optional<LinkAttackProvider> readingOverflow() {
    LinkAttackProvider reading = new FiniteOrNot(1);
    if (audit.attacks.stream().noneMatch(one -> needed(one).features() == Access.Features.ANY)
        || !reading.lacking(request.access(), among.nodeCount()).isEmpty()) {
      return Optional.empty();
    }
    try {
      Optional<LinkAttackProvider> suiting = FiniteOrNot.suiting(verifying.about(nodes), SEED);
      readsOverflow = true;
      return suiting;
    } catch (RuntimeException e) {
      // Attacks that send such features will encounter the same failure.
      return Optional.empty();
    }
  }

  /** Returns whether the measured recall of an attack is above the limit and not excused. */
  private boolean exceeds(AttackOutcome outcome) {
    return needsTheOwner(outcome)
        && audit.failAbove.isPresent()
        && !told(outcome).isWithinAsMeasured(audit.failAbove.getAsDouble());
  }

  /** Compares the edges that an attack finds with those that features reveal. */
  private RevealedByFeatures told(AttackOutcome outcome) {
    Exposure exposure = exposure(outcome);
    int guesses = exposure.predicted().size();
    LongSet told =
        likeness()
            .map(
                scores ->
                    RevealedByFeatures.edgesRevealed(scores, among, guesses, exposure.bothWays()))
            .orElseGet(LongOpenHashSet::new);
    long[] beyond =
        exposure
            .predicted()
            .longStream()
            .filter(pair -> PredictedArcs.isEdge(among, pair) && !told.contains(pair))
            .toArray();
    MeasuredCut cut = outcome.atTrueCount().orElseThrow();
    return new RevealedByFeatures(
        outcome.attack(),
        cut.found(),
        cut.recall().interval(audit.confidence, 1),
        told.size(),
        beyond.length,
        sampling.recall(beyond, 0).interval(audit.confidence, 1));
  }

  /**
   * Returns the similarity of features; empty if there are too many pairs, in which case no attack
   * is excused.
   */
  private Optional<PairScores> likeness() {
    if (likeness.isEmpty()) {
      try {
        likeness = Optional.of(Lsa2Attack.onFeatures().run(api, nodes, kHat).scores());
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }
    return likeness;
  }

  private Exposure exposure(AttackOutcome outcome) {
    return Optional.ofNullable(exposures.get(outcome)).orElseThrow();
  }

  /**
   * Returns the outcome of an attack that is skipped because its findings would not change the
   * result; otherwise empty.
   */
  private Optional<AttackOutcome> skipped(LinkAttackProvider attack) {
    Access granted = granted(attack);
    if (!audit.runsAll && isAboveLimit()) {
      return Optional.of(notRun(attack, AttackOutcome.Status.DECIDED, ALREADY_DECIDED));
    }
    return outcomes.stream()
        .filter(
            outcome ->
                outcome.fits()
                    && outcome.foundAtTrueCount() == among.edgeCount()
                    && granted.covers(outcome.access()))
        .findFirst()
        .map(
            outcome ->
                notRun(
                    attack,
                    AttackOutcome.Status.DOMINATED,
                    String.format(
                        Locale.ROOT,
                        "%s, with no more access, finds all edges with %,d queries",
                        outcome.attack(),
                        outcome.queries())));
  }

  private boolean isAboveLimit() {
    return outcomes.stream().anyMatch(outcome -> outcome.fits() && exceeds(outcome));
  }

  /**
   * Returns whether an attack that reads answers for all nodes is run on the targets alone, because
   * answers are allowed only for these.
   */
  private boolean isAlone(LinkAttackProvider attack) {
    Access allowed = request.access();
    // Attacks measure the rounding of answers on all nodes.
    return (needed(attack).answersFor() == Access.Part.ALL || !allowed.answers().isUnrounded())
        && allowed.answersFor() == Access.Part.TARGETS
        && allowed.nodes() == Access.Nodes.ANY_SUBSET;
  }

  private Access allowedTo(LinkAttackProvider attack) {
    Access allowed = request.access();
    if (audit.mayBeLogits && needed(attack).form().compareTo(allowed.form()) < 0) {
      AnswerKind guessed = allowed.answers();
      allowed =
          allowed.toBuilder()
              .answers(
                  new AnswerKind(AnswerKind.Form.LOGITS, guessed.posterior(), guessed.decimals()))
              .precision(allowed.precision())
              .build();
    }
    return isAlone(attack) ? allowed.toBuilder().answersFor(Access.Part.ALL).build() : allowed;
  }

  /** Returns the part of the access that an attack declares. */
  private Access needed(LinkAttackProvider attack) {
    return attack.needs(request.access());
  }

  /** Returns the access that an attack declares, with the answers that the audit allows. */
  private Access granted(LinkAttackProvider attack) {
    Access allowed = allowedTo(attack);
    Access needed = needed(attack);
    AccessBuilder granted =
        needed.toBuilder()
            .answers(allowed.answers())
            .precision(allowed.precision())
            .answersFor(request.access().answersFor())
            .staticGraph(allowed.staticGraph());
    if (needed.mayAsk(1)) {
      allowed.queryLimit().ifPresent(granted::queryLimit);
    }
    // The number of nodes that an attack has to add depends on the model.
    needed.joining().flatMap(joined -> allowed.joining()).ifPresent(granted::joining);
    return granted.build();
  }

  /**
   * Runs an attack on all targets, or on as many as the limit on queries allows. An attack that
   * sends more queries than it declares is run again on fewer targets.
   */
  private AttackOutcome run(LinkAttackProvider attack) {
    int n = among.nodeCount();
    Access granted = granted(attack);
    LinkAttack created;
    try {
      created =
          attack.create(
              request.toBuilder()
                  .access(granted.toBuilder().answersFor(allowedTo(attack).answersFor()).build())
                  .settings(settings(Optional.empty()))
                  .build());
    } catch (IllegalArgumentException e) {
      // The attack does not suit the allowed access or knowledge, which does not depend on the
      // model.
      return notRun(attack, AttackOutcome.Status.NOT_ALLOWED, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      return failed(attack, granted, 0, e);
    }
    String remark = "the limit on queries does not suffice for all targets";
    int count = affordable(attack, n);
    long sent = 0;
    while (count >= 2) {
      LimitedApi.Calls asked = new LimitedApi.Calls();
      calls.add(asked);
      try {
        if (count == n) {
          LinkPrediction found = found(attack, created, granted, nodes, asked);
          return measured(attack.name(), granted, asked.asked().get(), found, Optional.empty());
        }
        IntArrayList part = new IntArrayList(nodes.targets());
        Collections.shuffle(part, new Random(SEED));
        part.size(count);
        LinkPrediction found = found(attack, created, granted, nodes.targeting(part), asked);
        Optional<String> onPart =
            Optional.of("on " + count + " targets: " + remark + attempts(sent));
        return measured(attack.name(), granted, asked.asked().get(), amongAll(part, found), onPart);
      } catch (ForeignJournalException e) {
        // Not a failure of the attack. A user who mixed up journals must be told before findings
        // are reported.
        throw e;
      } catch (RuntimeException e) {
        // The failure of one attack, for whatever reason, must not prevent the others from running.
        if (!granted.queryLimit().isPresent() || !QueryBudgetException.isCauseOf(e)) {
          return failed(attack, granted, asked.asked().get(), e);
        }
        sent += asked.asked().get();
        count = affordable(attack, count == n ? n - 1 : count / 2);
      }
    }
    return notRun(
        attack,
        AttackOutcome.Status.NOT_ALLOWED,
        "the limit on queries does not suffice for any two targets" + attempts(sent));
  }

  /** Describes the queries of attempts on too many targets, which only the total includes. */
  private static String attempts(long sent) {
    return sent == 0 ? "" : "; attempts on more targets sent " + sent + " queries";
  }

  private AttackOutcome notRun(
      LinkAttackProvider attack, AttackOutcome.Status status, String reason) {
    return AttackOutcome.notRun(attack.name(), status, granted(attack), 0, reason);
  }

  /** Returns the largest number of targets for which the limit on queries suffices. */
  private int affordable(LinkAttackProvider attack, int most) {
    int count = most;
    while (count > 1 && !request.access().mayAsk(attack.expectedQueries(count))) {
      count--;
    }
    return count;
  }

  /** Runs an attack within the limits, which also count queries answered from a journal. */
  private LinkPrediction found(
      LinkAttackProvider attack,
      LinkAttack created,
      Access granted,
      InferenceNodes among,
      LimitedApi.Calls count) {
    InferenceNodes asked = isAlone(attack) ? among.alone() : among;
    // A journal can record neither answers on graphs to which nodes were added nor answers that are
    // NaN.
    Optional<Path> journal =
        request
            .settings()
            .journal()
            .filter(directory -> granted.joining().isEmpty() && !(attack instanceof FiniteOrNot))
            .map(directory -> directory.resolve(journalOf(attack, among)));
    AttackSettings recorded = settings(journal);
    return recorded.recorded(
        api,
        asked,
        attack.name()
            + (audit.model.isEmpty() ? "" : ", " + audit.model)
            + ", answers to the base query = "
            + baseDigest,
        recorded.listener()::onWarning,
        box -> {
          // Attacks on the targets alone have a different base query.
          Optional<DMatrixRMaj> known = base.filter(same -> asked.nodes().equals(nodes.nodes()));
          LimitedApi limited = new LimitedApi(box, granted, asked, range, known, count);
          QuerySession again = verifying.about(asked).through(unrecorded -> box);
          try {
            LinkPrediction found = created.run(limited.forAttack(), asked, kHat);
            limited.requireSameModel(again);
            return found;
          } catch (UnsuitableModelException e) {
            // A model that was replaced during the attack may seem unsuitable for it.
            limited.requireSameModel(again);
            throw e;
          }
        });
  }

  /** Returns the name of a journal, which is different for an attack on fewer targets. */
  private String journalOf(LinkAttackProvider attack, InferenceNodes among) {
    int targets = among.targets().size();
    return attack.name() + (targets == nodes.targets().size() ? "" : "-" + targets) + ".journal";
  }

  private AttackSettings settings(Optional<Path> journal) {
    AttackSettings given = request.settings();
    return new AttackSettings(
        given.parallelism(),
        progress.passingOn(given.listener()),
        journal,
        AttackSettings.Verification.NEVER,
        OptionalLong.empty());
  }

  /**
   * Returns a result for all targets, in which pairs outside a subset rank below those within it.
   */
  private LinkPrediction amongAll(IntArrayList part, LinkPrediction found) {
    int[] positions = nodes.targets().intStream().map(part::indexOf).toArray();
    double least = Arrays.stream(found.scores().storedScores()).min().orElse(0);
    double below = Math.min(0, least) - 1;
    PairScores scores =
        PairScores.ofAll(
            positions.length,
            nodes.isDirected(),
            (i, j) ->
                positions[i] < 0 || positions[j] < 0
                    ? below
                    : found.scores().score(positions[i], positions[j]));
    Finding ofAll = Finding.of(scores).withEvidenceAbove(found.finding().evidenceAbove());
    return LinkPrediction.of(found.attack(), nodes, kHat, ofAll, found.queries(), found.elapsed());
  }

  /** Returns the first exception of a given type among a failure and its causes. */
  private static <T extends Throwable> Optional<T> cause(Throwable failure, Class<T> type) {
    return type.isInstance(failure)
        ? Optional.of(type.cast(failure))
        : Optional.ofNullable(failure.getCause()).flatMap(cause -> cause(cause, type));
  }

  private AttackOutcome failed(
      LinkAttackProvider attack, Access granted, long asked, RuntimeException e) {
    Optional<LimitedApi.RefusedException> refusal = cause(e, LimitedApi.RefusedException.class);
    if (refusal.isEmpty() && failure.isEmpty() && !(e instanceof UnsuitableModelException)) {
      failure = Optional.of(e);
    }
    String reason =
        refusal
            .map(refused -> "needs more than it declares: " + refused.getMessage())
            .orElseGet(() -> e.getMessage() == null ? e.toString() : e.getMessage());
    boolean isResult = isResult(granted, e);
    if (!isResult) {
      failed.add(attack.name() + " (" + reason + ")");
    }
    return AttackOutcome.notRun(
        attack.name(),
        isResult ? AttackOutcome.Status.UNSUITED : AttackOutcome.Status.FAILED,
        granted,
        asked,
        reason);
  }

  /**
   * Returns whether a failure means that the attack does not work here: it found the model
   * unsuitable, a guard refused it, its chosen features overflow in the model, which another attack
   * exploits, or answers for subsets have a different width from those for all nodes. After any
   * other failure, the findings of the attack are unknown.
   */
  private boolean isResult(Access granted, Throwable failure) {
    boolean ofParts = granted.nodes() == Access.Nodes.ANY_SUBSET;
    boolean madeUp = granted.features().compareTo(Access.Features.SCALED) > 0;
    return cause(failure, UnsuitableModelException.class).isPresent()
        || cause(failure, QueryRefusedException.class).isPresent()
        || (madeUp && readsOverflow && cause(failure, NonFiniteAnswerException.class).isPresent())
        || (ofParts && cause(failure, AnswerWidthException.class).isPresent());
  }

  /** The ranking of an attack, reversed if it ranks edges last. */
  private record Ranked(LinkPrediction found, Exposure exposure, boolean isReversed) {}

  private Ranked ranked(LinkPrediction asFound) {
    LinkPrediction found = asFound;
    LeakageReport ranks = LeakageReport.of(found.scores(), nodes.targets(), truth);
    long untold = ranks.pairCount() - found.finding().evidentCount();
    // A reversed ranking is just as informative, so it is flipped. If most pairs have no evidence,
    // they are ordered only by node number, and their order carries no information.
    if (ranks.auc() < 0.5 && untold <= 2L * among.edgeCount()) {
      LinkPrediction reversed = found.with(Finding.of(found.scores().negated()));
      LeakageReport reverse = LeakageReport.of(reversed.scores(), nodes.targets(), truth);
      if (reverse.edgesAmong(among.edgeCount()) > ranks.edgesAmong(among.edgeCount())) {
        found = reversed;
        ranks = reverse;
      }
    }
    long twice = Math.min(2L * among.edgeCount(), ranks.pairCount());
    // Undirected predictions are excluded first, since they need not be ranked again for this.
    boolean bothWays =
        found.isDirected()
            && found
                .withBelief(LinkPrediction.beliefOf(twice, ranks.pairCount()))
                .predictsBothWays();
    long m = LinkPrediction.predictedCount(kHat, ranks.pairCount());
    long[] predicted = filled(predicted(found.finding(), bothWays, m), m);
    return new Ranked(
        found,
        new Exposure(
            ranks,
            found.finding().evidentCount(),
            bothWays,
            LongList.of(predicted),
            tail(found.scores(), bothWays)),
        found != asFound);
  }

  /**
   * Measures the head of a ranking. If arcs are predicted both ways, each pair of arcs counts once.
   */
  private TailRisk tail(PairScores scores, boolean bothWays) {
    if (!bothWays) {
      return TailRisk.of(scores, among);
    }
    Graph.Builder either = Graph.builder(among.nodeCount()).directed().mergingDuplicates();
    among.forEachEdge((i, j) -> either.addEdge(i, j).addEdge(j, i));
    TailRisk ofArcs = TailRisk.of(scores, either.build());
    return new TailRisk(ofArcs.rates(), ofArcs.preciseEdges() / 2);
  }

  private AttackOutcome measured(
      String name, Access granted, long asked, LinkPrediction asFound, Optional<String> onPart) {
    answered |= asked > 0;
    Ranked ranked = ranked(asFound);
    Finding finding = ranked.found().finding();
    LeakageReport ranks = ranked.exposure().ranks();
    boolean bothWays = ranked.exposure().bothWays();
    MeasuredCut atTrueCount = cutAtTrueCount(ranked.exposure());
    MeasuredCut best = cut(finding, bothWays, ranks, kHat);
    Set<Double> believed = new LinkedHashSet<>(beliefs);
    finding.density().stream().filter(k -> k > 0).forEach(believed::add);
    for (double belief : believed) {
      MeasuredCut cut = cut(finding, bothWays, ranks, belief);
      best = cut.found().f1() > best.found().f1() ? cut : best;
    }
    Optional<String> remark =
        onPart.or(() -> Optional.of(RANKS_EDGES_LAST).filter(said -> ranked.isReversed()));
    AttackOutcome outcome =
        new AttackOutcome(
            name,
            AttackOutcome.Status.RAN,
            granted,
            asked,
            Optional.of(atTrueCount),
            Optional.of(best),
            OptionalDouble.of(ranks.auc()),
            remark.or(() -> Optional.of(BOTH_WAYS).filter(said -> bothWays)));
    exposures.put(outcome, ranked.exposure());
    return outcome;
  }

  /**
   * Returns the predicted pairs. Only pairs with evidence are predicted, because the others are
   * ordered only by node number.
   */
  private long[] predicted(Finding finding, boolean bothWays, long m) {
    if (bothWays) {
      long[] both = finding.scores().best(Math.min(2 * m, finding.evidentCount()));
      return PredictedArcs.directed(both, among, m);
    }
    return finding.scores().best(Math.min(m, finding.evidentCount()));
  }

  private MeasuredCut cut(Finding finding, boolean bothWays, LeakageReport ranks, double belief) {
    long m = LinkPrediction.predictedCount(belief, ranks.pairCount());
    long[] predicted = predicted(finding, bothWays, m);
    double margin = margin(ranks, m);
    return new MeasuredCut(
        belief,
        sampling.found(predicted),
        sampling.recall(predicted, margin),
        sampling.precision(predicted, margin));
  }

  /** Measures as many predictions as there are edges, filled up with random pairs. */
  private MeasuredCut cutAtTrueCount(Exposure exposure) {
    long[] predicted = exposure.predicted().toLongArray();
    SampledShare recall =
        sampling.recallAtTrueCount(predicted, margin(exposure.ranks(), predicted.length));
    return new MeasuredCut(kHat, sampling.found(predicted), recall, recall);
  }

  /**
   * Returns the share of edges around the last predicted rank, from half to 1.5 times that rank.
   */
  private static double margin(LeakageReport ranks, long m) {
    long from = m / 2;
    long to = Math.min(ranks.pairCount(), m + (m + 1) / 2);
    return (ranks.edgesAmong(to) - ranks.edgesAmong(from)) / (double) (to - from);
  }

  private static boolean needsTheOwner(AttackOutcome outcome) {
    return outcome.access().mayAsk(1) || !outcome.access().known().isEmpty();
  }

  private long[] filled(long[] predicted, long m) {
    LongLinkedOpenHashSet pairs = new LongLinkedOpenHashSet(predicted);
    Random random = new Random(SEED);
    int n = among.nodeCount();
    while (pairs.size() < m) {
      int i = random.nextInt(n);
      int j = random.nextInt(n);
      if (i != j) {
        pairs.add(i < j || nodes.isDirected() ? NodePairs.pack(i, j) : NodePairs.pack(j, i));
      }
    }
    return pairs.toLongArray();
  }

  private LeakageAuditReport report() {
    List<AttackOutcome> ran = outcomes.stream().filter(AttackOutcome::fits).toList();
    if (ran.isEmpty()) {
      throw failure.orElseGet(
          () ->
              new IllegalArgumentException(
                  "no attack fits: "
                      + outcomes.stream()
                          .map(outcome -> outcome.attack() + ": " + outcome.remark().orElse(""))
                          .collect(Collectors.joining("; "))));
    }
    // An attack that uses neither queries nor a release of the owner does not show a leak.
    List<AttackOutcome> asking = ran.stream().filter(AuditRun::needsTheOwner).toList();
    List<AttackOutcome> judged = asking.isEmpty() ? ran : asking;
    Exposure exposure = exposure(judged.get(0));
    StrongestAttack strongest = strongest(judged);
    List<AccessRow> rows = rows(ran);
    List<String> skipped = withStatus(AttackOutcome.Status.DECIDED);
    LeakageVerdict verdict =
        new LeakageVerdict(
            strongest,
            atBestBelief(judged),
            exposure.tail(),
            request.access(),
            truth.edgeKind(),
            truth.nodeCount(),
            among.nodeCount(),
            among.edgeCount(),
            judged.size(),
            failed.isEmpty() ? sampling.none().high((1 - audit.confidence) / 2) : 1,
            List.copyOf(failed),
            withStatus(AttackOutcome.Status.UNSUITED),
            revealedByFeatures(judged),
            leftOut(),
            skipped,
            skipped.isEmpty() ? withLess(rows, strongest) : Optional.empty(),
            isRandom,
            audit.failAbove);
    return new LeakageAuditReport(
        verdict,
        nodes.nodes().size(),
        new AuditQueries(
            calls.stream().mapToLong(each -> each.asked().get()).sum(),
            calls.stream().mapToLong(each -> each.shared().get()).sum(),
            verifying.queries()),
        Duration.ofNanos(System.nanoTime() - start),
        List.copyOf(outcomes),
        List.copyOf(rows),
        exposure.ranks(),
        exposure.evident(),
        LeakageReport.of(predicted.orElseThrow().scores(), nodes.targets(), truth),
        predicted.orElseThrow().priors(),
        RoundedDensity.of(among).value().doubleValue(),
        audit.names.orElseGet(() -> NodeNames.numbers(truth.nodeCount())));
  }

  private List<String> withStatus(AttackOutcome.Status status) {
    return outcomes.stream()
        .filter(outcome -> outcome.status() == status)
        .map(AttackOutcome::attack)
        .toList();
  }

  /**
   * Returns the strongest attack of the row with the highest recall below that of the overall
   * strongest attack.
   */
  private static Optional<StrongestAttack> withLess(
      List<AccessRow> rows, StrongestAttack strongest) {
    return rows.stream()
        .map(AccessRow::strongest)
        .filter(each -> each.found().recall() < strongest.found().recall())
        .max(Comparator.comparingDouble(each -> each.found().recall()));
  }

  /** Compares the strongest attack, and every other attack above the limit, with the features. */
  private List<RevealedByFeatures> revealedByFeatures(List<AttackOutcome> judged) {
    double tail = (1 - audit.confidence) / 2;
    return judged.stream()
        .filter(
            one ->
                one.equals(judged.get(0))
                    || one.atTrueCount().orElseThrow().recall().high(tail)
                        > audit.failAbove.orElse(1))
        .map(this::told)
        .toList();
  }

  /** Returns the registered attacks that the access allows and that were not selected. */
  private List<String> leftOut() {
    List<String> selected = audit.attacks.stream().map(LinkAttackProvider::name).toList();
    return LinkAttackProvider.all().stream()
        .filter(attack -> request.access().lacks(needed(attack)).isEmpty())
        .map(LinkAttackProvider::name)
        .filter(name -> !selected.contains(name))
        .toList();
  }

  /**
   * Returns the strongest attack for each access that an attack declares, the smallest access
   * first.
   */
  private List<AccessRow> rows(List<AttackOutcome> ran) {
    Map<Access, List<AttackOutcome>> allowed = new LinkedHashMap<>();
    for (AttackOutcome outcome : ran) {
      allowed.computeIfAbsent(
          outcome.access(),
          access -> ran.stream().filter(each -> access.covers(each.access())).toList());
    }
    return allowed.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> entry.getValue().size()))
        .map(entry -> new AccessRow(entry.getKey(), strongest(entry.getValue())))
        .toList();
  }

  private StrongestAttack strongest(List<AttackOutcome> ran) {
    AttackOutcome best = ran.get(0);
    MeasuredCut cut = best.atTrueCount().orElseThrow();
    double tail = (1 - audit.confidence) / 2;
    // Each end must hold for the chosen attack. The largest upper end is at least that of the
    // attack with the largest true recall, so it needs no correction for the choice; the lower end
    // does, because the attack was chosen for its high recall.
    double high =
        failed.isEmpty()
            ? ran.stream()
                .mapToDouble(outcome -> outcome.atTrueCount().orElseThrow().recall().high(tail))
                .max()
                .orElseThrow()
            : 1;
    ConfidenceInterval interval =
        new ConfidenceInterval(cut.recall().low(tail / ran.size()), high, audit.confidence);
    return new StrongestAttack(
        best.attack(), best.access(), best.queries(), kHat, cut.found(), interval, interval);
  }

  private StrongestAttack atBestBelief(List<AttackOutcome> ran) {
    AttackOutcome best =
        Collections.max(
            ran,
            Comparator.comparingDouble(
                    (AttackOutcome outcome) -> outcome.atBestBelief().orElseThrow().found().f1())
                .thenComparing(AttackOutcome::queries, Comparator.reverseOrder()));
    MeasuredCut cut = best.atBestBelief().orElseThrow();
    // The choices are the beliefs of all attacks, the true count and each attack's own estimate.
    int choices = ran.size() * (beliefs.size() + 2);
    return new StrongestAttack(
        best.attack(),
        best.access(),
        best.queries(),
        cut.kHat(),
        cut.found(),
        cut.recall().interval(audit.confidence, choices),
        cut.precision().interval(audit.confidence, choices));
  }
}
