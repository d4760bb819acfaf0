package io.linkteller.attack.choice;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.AttackWarning;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.LinkPrediction.Finding;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.compressed.CompressedProbing;
import io.linkteller.attack.compressed.CompressedRecovery;
import io.linkteller.attack.influence.EqualFeatures;
import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.EitherSense;
import io.linkteller.attack.reading.GraphLoss;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.inference.output.AnswerKind;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * An attack that chooses what is asked and how a graph is read from the answers. Of all readings it
 * keeps the one whose graph best explains a few probes that were held back ({@link GraphLoss}).
 *
 * <pre>{@code
 * LinkPrediction found = AutoAttack.builder().parallelism(2).build().run(api, nodes, kHat);
 * }</pre>
 *
 * <ol>
 *   <li>Unless the kind of answers is given, it takes them for logits, probabilities or labels by
 *       their numbers, which costs one query.
 *   <li>{@link CompressedProbing}, for logits. If the graph that it names predicts answers that
 *       were held back, that is the result, with a tenth to a third of a query for each target. A
 *       graph that is not certified is one of those that the probes below judge.
 *   <li>Otherwise it scales the features as they are one node at a time, as LinkTeller does, with Δ
 *       chosen by the precision and the noise of the answers, and holds back probes of {@value
 *       #HELD_BACK} targets with -Δ, those on whose pairs the scores disagree most, about the
 *       targets alone where parts of the nodes may be asked about. For rounded probabilities Δ is
 *       1. The score with the least loss is taken, or the fused ranks of three if that loss is
 *       hardly less; {@link PairScore#ADAPTIVE}, for rounded probabilities the mean of both
 *       influences, where the probes pass through nodes most of which are no targets. Where most
 *       nodes move each other, the same answers are also read {@linkplain
 *       InfluenceMatrix#beyondCommon beyond what a probe does to most nodes}, which is taken if it
 *       leaves less than half as much of its probes unexplained.
 *   <li>It tries the other attacks of the catalogue that are {@linkplain
 *       LinkAttackProvider#isTriedOn suitable} and for which the access suffices, those that ask
 *       less first, until one decides each pair and its graph explains the held-back probes no
 *       worse than any other.
 *   <li>Where most nodes move each other and none of these decides, as where all nodes attend to
 *       each other, it does step 3 once more with features that are equal for all nodes ({@link
 *       EqualFeatures}), if it may choose them, and takes their graph if it leaves less than half
 *       as much of its probes unexplained as the graph before leaves of its own.
 *   <li>The graph with the least loss is the result; one that decides each pair without k̂ is left
 *       only for one that explains significantly more, and not at all if its own loss is 0.
 *   <li>On {@linkplain InferenceNodes#directed directed} nodes, step 2 is left out, since it takes
 *       the influences for those of an undirected graph, and of the catalogue only what {@linkplain
 *       LinkAttackProvider#tellsDirections tells directions} is tried.
 *   <li>For labels, of which nothing can be held back, it takes the first attack of the catalogue
 *       that decides each pair without k̂, else one that leaves out random parts of the targets,
 *       or, where parts may not be asked about, scales features at random.
 * </ol>
 *
 * <p>The queries of all attacks that were tried count: a tenth to a third of |V^(C)| where
 * compressed probing suffices, at most some fifteen times |V^(C)| otherwise. The listener receives
 * each choice with its reason ({@link AttackListener#onChoice}). Immutable.
 */
public final class AutoAttack implements LinkAttack {

  /** The queries of compressed probing for each target, and beside them, before it is given up. */
  private static final double COMPRESSED_SHARE = 0.45;

  private static final int COMPRESSED_LEAST = 20;

  /** The number of probes that are held back. */
  static final int HELD_BACK = 32;

  /** The coefficients that {@link GraphLoss} chooses for a graph, of each of its matrices. */
  private static final double FITTED = 12;

  /** The registered attack that scales features as they are. */
  private static final String PAPER = "linkteller";

  /** The registered attack that ranks pairs by labels, and needs no more than scaled features. */
  private static final String FACTORS = "random-factors";

  /** The registered attacks that rank pairs by labels, those that find more first. */
  private static final List<String> LABEL_READERS = List.of("random-subsets", FACTORS);

  /** The registered attack that scales features which are equal for all nodes. */
  private static final String EQUAL = "chosen-features";

  /** The display name of {@link CompressedProbing}. */
  private static final String COMPRESSED = "compressed probing";

  /** The readings of influences. The first is taken where no probe can decide among them. */
  private static final List<PairScore> SCORES =
      List.of(
          PairScore.ADAPTIVE,
          PairScore.SELF_NORMALIZED,
          PairScore.REACH_WEIGHTED,
          PairScore.MAX,
          PairScore.PAPER);

  /** The same for rounded answers: an influence that is rounded to 0 says nothing of the other. */
  private static final List<PairScore> OF_ROUNDED =
      List.of(StandardAttacks.MEAN, PairScore.SELF_NORMALIZED, PairScore.PAPER);

  /** The readings that are defined for ordered pairs and differ there. */
  private static final List<PairScore> OF_ARCS =
      List.of(PairScore.PAPER, PairScore.SELF_NORMALIZED);

  /** The readings whose ranks are fused into one more: each errs on other pairs. */
  private static final List<PairScore> FUSED =
      List.of(PairScore.ADAPTIVE, PairScore.SELF_NORMALIZED, PairScore.MAX);

  /** By which share a single score must leave less than the fused one to be taken instead. */
  private static final double CLEARLY = 0.05;

  /** The advantage over naming nothing that chance yields in one of twenty comparisons. */
  private static final double EXPLAINING = 1.645;

  /** The advantage in standard errors that chance yields in one of a hundred comparisons. */
  private static final double SIGNIFICANT = 2.326;

  private final Optional<AnswerKind> answers;
  private final Optional<PairScore> score;
  private final Optional<Double> delta;
  private final Access access;
  private final AttackSettings settings;

  private AutoAttack(
      Optional<AnswerKind> answers,
      Optional<PairScore> score,
      Optional<Double> delta,
      Access access,
      AttackSettings settings) {
    this.answers = answers;
    this.score = score;
    this.delta = delta;
    this.access = access;
    this.settings = settings;
    // Reject a Δ out of range now, not after the last query of another attack.
    delta.ifPresent(FeatureReweighting::of);
  }

  /** {@return a builder for answers of any kind and one query at a time} */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the attack for a request. */
  static AutoAttack of(AttackRequest request) {
    return new AutoAttack(
        Optional.of(request.answers()),
        request.option(InfluenceAttack.SCORE),
        request.option(InfluenceAttack.DELTA),
        request.access(),
        request.settings());
  }

  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    return settings.run(
        "auto",
        toString(),
        api,
        nodes,
        kHat,
        (asked, inner) -> {
          LinkPrediction found = chosen(asked, nodes, kHat, inner);
          return found.finding().foundBy(found.attack());
        });
  }

  private LinkPrediction chosen(
      InferenceApi api, InferenceNodes nodes, double kHat, AttackSettings inner) {
    AnswerKind kind =
        answers.orElseGet(
            () -> InferenceCheck.kindOf(Answers.ask(api, nodes.query(), "the baseline query")));
    Choice choice = new Choice(api, nodes, kHat, kind, inner);
    LinkPrediction found =
        kind.form() == AnswerKind.Form.LABELS ? choice.ofLabels() : choice.ofNumbers();
    found.warnings().forEach(inner.listener()::onWarning);
    return found;
  }

  /**
   * A graph that was read, the registered attack that reads it, what it did, in words, whether it
   * decides each pair without k̂, and of which pairs it warns.
   */
  private record Reading(
      String attack,
      LinkPrediction found,
      String described,
      boolean decides,
      List<AttackWarning> warnings) {

    /** Returns this reading of influences, or its reverse if probes speak for it. */
    Reading inEitherSense(GraphLoss judge, InfluenceMatrix influences) {
      LinkPrediction sensed = EitherSense.of(judge, influences, found);
      return sensed == found
          ? this
          : new Reading(attack, sensed, described + ", the least first", decides, warnings);
    }
  }

  /** The losses on probes that were held back, and on what they do beyond the common move. */
  private record HeldBack(GraphLoss ofAll, Optional<GraphLoss> beyondCommon) {}

  /** The readings of one run. */
  private final class Choice {

    private final InferenceApi api;
    private final InferenceApi logits;
    private final InferenceNodes nodes;
    private final double kHat;
    private final AnswerKind kind;
    private final Access allowed;
    private final AttackListener listener;

    /** Passes on answers only: a warning matters if its reading is taken. */
    private final AttackSettings trying;

    private final int[] everyTarget;

    /** The best reading so far. */
    private Optional<Reading> best = Optional.empty();

    /** What compressed probing read, if its own answers do not certify it. */
    private Optional<Reading> uncertified = Optional.empty();

    /** Whether the probes that judge readings reach targets through nodes that are no targets. */
    private boolean isThroughOthers;

    /** Whether most targets move each other, so that what features do may hide what edges do. */
    private boolean isCoupled;

    /** The registered attacks whose queries were asked. */
    private final Set<String> asked = new HashSet<>();

    Choice(
        InferenceApi api,
        InferenceNodes nodes,
        double kHat,
        AnswerKind kind,
        AttackSettings inner) {
      this.api = api;
      this.logits = kind.asLogits(api);
      this.nodes = nodes;
      this.kHat = kHat;
      this.kind = kind;
      Access.Builder shown = access.toBuilder().answers(kind);
      // Numbers that are not rounded may still be single or noisy.
      if (kind.isUnrounded() && access.answers().isUnrounded()) {
        shown.precision(access.precision());
      }
      this.allowed = shown.build();
      this.listener = inner.listener();
      this.trying =
          new AttackSettings(
              inner.parallelism(),
              (answered, total) -> listener.onAnswer(answered, total),
              Optional.empty(),
              AttackSettings.Verification.NEVER);
      this.everyTarget = IntStream.range(0, nodes.targets().size()).toArray();
      this.isThroughOthers = nodes.nodes().size() > nodes.targets().size();
    }

    LinkPrediction ofLabels() {
      for (LinkAttackProvider each : candidates()) {
        Optional<LinkPrediction> found = tried(each);
        if (found.isPresent() && found.get().finding().density().isPresent()) {
          listener.onChoice(each.name(), true, "it decides each pair; answers are " + kind);
          return found.get();
        }
      }
      LinkAttackProvider undeciding =
          LABEL_READERS.stream()
              .map(LinkAttackProvider::named)
              .filter(each -> each.lacking(allowed, everyTarget.length).isEmpty())
              .findFirst()
              .orElseGet(() -> LinkAttackProvider.named(FACTORS));
      listener.onChoice(undeciding.name(), true, "answers are " + kind);
      AttackRequest.Builder request = AttackRequest.builder().access(allowed).settings(trying);
      score.ifPresent(value -> request.with(InfluenceAttack.SCORE, value));
      return undeciding.create(request.build()).run(api, nodes, kHat);
    }

    LinkPrediction ofNumbers() {
      if (!nodes.isDirected() && kind.form() == AnswerKind.Form.LOGITS) {
        Optional<LinkPrediction> certified = compressed();
        if (certified.isPresent()) {
          return certified.get();
        }
      }
      GraphLoss judge = readOwnFeatures();
      uncertified.ifPresent(reading -> keep(judge, reading));
      readCatalogue(judge);
      GraphLoss deciding = isCoupled && mayChooseAll() ? readEqualFeatures(judge) : judge;
      Reading chosen = best.orElseThrow();
      double loss = deciding.of(chosen.found());
      chosen.warnings().forEach(listener::onWarning);
      listener.onChoice(
          chosen.attack(),
          true,
          String.format(Locale.ROOT, "%s, loss %.2g", chosen.described(), loss));
      return LinkPrediction.of(
          chosen.found().attack(),
          nodes,
          kHat,
          chosen.found().finding().withLoss(loss),
          0,
          Duration.ZERO);
    }

    /** Step 2: returns what compressed probing finds if its own answers certify it. */
    private Optional<LinkPrediction> compressed() {
      int targets = nodes.targets().size();
      if (targets > CompressedProbing.PRACTICAL_TARGETS || !mayChooseFeatures()) {
        return Optional.empty();
      }
      boolean isWithinRange = allowed.features() == Access.Features.WITHIN_RANGE;
      String name = isWithinRange ? "rays" : "compressed";
      Optional<CompressedRecovery> recovered =
          tried(
              name,
              () -> {
                CompressedProbing.Builder attack =
                    CompressedProbing.builder()
                        .queries((int) Math.ceil(COMPRESSED_SHARE * targets) + COMPRESSED_LEAST)
                        // Where they do not suit, they cost as many queries as there are targets.
                        .oddParts(false)
                        .settings(trying);
                if (isWithinRange) {
                  attack.movingWithinRange();
                }
                return attack.build().recover(logits, nodes);
              });
      if (recovered.isEmpty()) {
        return Optional.empty();
      }
      CompressedRecovery found = recovered.get();
      String described =
          String.format(
              Locale.ROOT,
              "%s propagation, %d layers, misfit %.2g where errors explain %.2g, density %.2g",
              found.propagation(),
              found.depth(),
              found.misfit(),
              found.floor(),
              found.kHat());
      listener.onChoice(name, found.certified(), described);
      if (found.certified()) {
        return Optional.of(
            LinkPrediction.of(
                COMPRESSED, nodes, kHat, found.finding(), found.queries(), Duration.ZERO));
      }
      uncertified =
          Optional.of(
              new Reading(
                  name,
                  predicted(COMPRESSED, found.finding()),
                  described,
                  false,
                  List.of(found.warning())));
      return Optional.empty();
    }

    /** Returns whether queries may have any features of the targets alone. */
    private boolean mayChooseFeatures() {
      return Access.builder()
          .nodes(allowed.nodes())
          .features(allowed.features())
          .featuresOf(allowed.featuresOf())
          .build()
          .lacks(StandardAttacks.MOVING_ALONE)
          .isEmpty();
    }

    /** Step 4: tries the catalogue until one of its readings decides each pair and is the best. */
    private void readCatalogue(GraphLoss judge) {
      for (LinkAttackProvider each : candidates()) {
        Optional<LinkPrediction> found = tried(each);
        if (found.isPresent()) {
          List<AttackWarning> undecided =
              found.get().warnings().stream()
                  .filter(warning -> warning.kind() == AttackWarning.Kind.PAIRS_UNDECIDED)
                  .toList();
          Finding finding = found.get().finding();
          boolean decides =
              finding.density().isPresent()
                  || (undecided.isEmpty() && isThroughOthers && found.get().queries() > 0);
          LinkPrediction named = predicted(found.get().attack(), finding);
          Reading reading = new Reading(each.name(), named, each.description(), decides, undecided);
          boolean isBest = keep(judge, reading);
          if (isBest && decides) {
            return;
          }
          if (!isBest && undecided.isEmpty()) {
            listener.onChoice(each.name(), false, "its graph explains less of held-back probes");
          }
          if (!isBest) {
            undecided.forEach(warning -> listener.onChoice(each.name(), false, warning.message()));
          }
        }
      }
    }

    /**
     * Returns the attacks of the catalogue that may be tried and were not, those that ask less
     * first.
     */
    private List<LinkAttackProvider> candidates() {
      return LinkAttackProvider.triedWith(allowed, nodes.targets().size()).stream()
          .filter(attack -> !asked.contains(attack.name()))
          .filter(attack -> !nodes.isDirected() || attack.tellsDirections())
          .toList();
    }

    private Optional<LinkPrediction> tried(LinkAttackProvider attack) {
      AttackRequest request = AttackRequest.builder().access(allowed).settings(trying).build();
      try {
        return tried(attack.name(), () -> attack.create(request).run(api, nodes, kHat));
      } catch (IllegalArgumentException e) {
        // An attack from outside that does not suit its declaration must not end the others.
        listener.onChoice(attack.name(), false, String.valueOf(e.getMessage()));
        return Optional.empty();
      }
    }

    /** Step 3: scales the features as they are, and returns what was held back. */
    private GraphLoss readOwnFeatures() {
      FeatureReweighting measurement =
          delta
              .map(FeatureReweighting::of)
              .orElseGet(() -> Reweighting.measured(kind))
              .alsoBeyondCommon();
      InfluenceMatrix.Extent extent =
          score.map(PairScore::extent).orElse(InfluenceMatrix.Extent.OF_TARGETS);
      InfluenceMatrix influences = measurement.measure(logits, nodes, extent, trying);
      Function<InferenceNodes, InfluenceMatrix> reweighting = withOppositeDelta(influences);
      isCoupled = influences.isCoupled();
      boolean isRounded = Reweighting.isCoarse(kind);
      List<PairScore> scores = isRounded ? OF_ROUNDED : SCORES;
      List<Reading> scored = scored(PAPER, "own features", influences, scores);
      int[] probed = mostDisputed(scored);
      HeldBack heldBack =
          heldBackAlone(probed, reweighting).orElseGet(() -> heldBack(nodes, probed, reweighting));
      GraphLoss judge = heldBack.ofAll();
      keepBest(judge, influences, scored);
      boolean isReversed = best.orElseThrow().found().finding().evidenceAbove() < 0;
      if (score.isEmpty() && !isRounded && !nodes.isDirected() && !misleads() && !isReversed) {
        keepFused(judge, scored);
      }
      return readBeyondCommon(PAPER, "own features", influences, heldBack);
    }

    /** Returns the measurement of what is held back beside influences. */
    private Function<InferenceNodes, InfluenceMatrix> withOppositeDelta(
        InfluenceMatrix influences) {
      return few ->
          FeatureReweighting.of(-influences.delta())
              .alsoBeyondCommon()
              .measure(logits, few, InfluenceMatrix.Extent.OF_TARGETS, trying);
    }

    /**
     * Reads influences beyond the common move, too, where most nodes move each other.
     *
     * @return the loss that judges the best reading
     */
    private GraphLoss readBeyondCommon(
        String registered, String measured, InfluenceMatrix influences, HeldBack heldBack) {
      if (influences.beyondCommon().isEmpty() || heldBack.beyondCommon().isEmpty()) {
        return heldBack.ofAll();
      }
      Reading before = best.orElseThrow();
      InfluenceMatrix beyond = influences.beyondCommon().get();
      GraphLoss judge = heldBack.beyondCommon().get();
      String described = measured + " beyond the common move";
      keepBest(judge, scored(registered, described, beyond, SCORES));
      return judge.prefers(best.orElseThrow().found(), before.found(), heldBack.ofAll())
          ? judge
          : backTo(before, heldBack.ofAll());
    }

    private GraphLoss backTo(Reading before, GraphLoss judge) {
      best = Optional.of(before);
      return judge;
    }

    /**
     * Step 5: where most nodes move each other, equal features of all nodes leave only the graph to
     * decide how far. Their graph must explain probes with equal features significantly better than
     * the graph before, and far better than that graph explains its own probes.
     *
     * @return the loss that judges the best reading
     */
    private GraphLoss readEqualFeatures(GraphLoss judge) {
      Reading before = best.orElseThrow();
      if (before.decides()) {
        return judge;
      }
      Optional<GraphLoss> judgeOfEqual =
          tried(
              EQUAL,
              () -> {
                FeatureReweighting scaling = FeatureReweighting.measuringDelta().alsoBeyondCommon();
                EqualFeatures.Measured equal =
                    EqualFeatures.of(scaling, StandardAttacks.SEED)
                        .measured(logits, nodes, InfluenceMatrix.Extent.OF_TARGETS, trying);
                InfluenceMatrix influences = equal.influences();
                List<Reading> scored = scored(EQUAL, "equal features", influences, SCORES);
                HeldBack heldBack =
                    heldBack(equal.nodes(), mostDisputed(scored), withOppositeDelta(influences));
                keepBest(heldBack.ofAll(), influences, scored);
                return readBeyondCommon(EQUAL, "equal features", influences, heldBack);
              });
      LinkPrediction found = best.orElseThrow().found();
      if (judgeOfEqual.filter(equal -> equal.prefers(found, before.found(), judge)).isPresent()) {
        return judgeOfEqual.get();
      }
      if (judgeOfEqual.isPresent()) {
        listener.onChoice(
            EQUAL, false, "its graph does not explain its probes far better than others do theirs");
      }
      return backTo(before, judge);
    }

    /** Returns whether queries may have any features of all nodes. */
    private boolean mayChooseAll() {
      return kind.form() == AnswerKind.Form.LOGITS
          && delta.isEmpty()
          && access.features() == Access.Features.ANY
          && access.featuresOf() == Access.Part.ALL;
    }

    /** Prefers the fused score to one that explains hardly more. */
    private void keepFused(GraphLoss judge, List<Reading> scored) {
      PairScores fused =
          FusedRanks.of(
              FUSED.stream()
                  .map(each -> scored.get(SCORES.indexOf(each)).found().scores())
                  .toList());
      LinkPrediction named = predicted("LinkTeller", Finding.of(fused));
      if (judge.of(best.orElseThrow().found()) >= (1 - CLEARLY) * judge.of(named)) {
        best =
            Optional.of(new Reading(PAPER, named, "fused ranks of own features", false, List.of()));
      }
    }

    /**
     * Returns whether probes pass through nodes most of which are no targets. A score that takes
     * the ends of such paths for edges explains more there than one that does not.
     */
    private boolean misleads() {
      return isThroughOthers && 2 * everyTarget.length < nodes.nodes().size();
    }

    /**
     * Holds back probes about the targets alone, where parts may be asked about: what passes
     * through other nodes says nothing about pairs of targets.
     */
    private Optional<HeldBack> heldBackAlone(
        int[] probed, Function<InferenceNodes, InfluenceMatrix> measurement) {
      if (allowed.nodes() != Access.Nodes.ANY_SUBSET) {
        return Optional.empty();
      }
      InferenceNodes alone = nodes.alone();
      try {
        if (isAnsweredFromMore(alone)) {
          isThroughOthers = true;
          return Optional.empty();
        }
        HeldBack heldBack = heldBack(alone, probed, measurement);
        isThroughOthers = false;
        return Optional.of(heldBack);
      } catch (InferenceException e) {
        // After the last query that was allowed, there are no other probes either.
        if (QueryBudgetException.isCauseOf(e)) {
          throw e;
        }
        return Optional.empty();
      }
    }

    /**
     * Returns whether answers about every other node are those about all: then the black box
     * answers from its whole graph, whatever it is asked about, or no edge leads from one half to
     * the other.
     */
    private boolean isAnsweredFromMore(InferenceNodes all) {
      int[] half = IntStream.iterate(0, row -> row < all.nodes().size(), row -> row + 2).toArray();
      DMatrixRMaj of = Answers.ask(api, all.query(), "the query about the targets alone");
      DMatrixRMaj ofHalf =
          Answers.ask(
              api,
              InferenceQuery.of(
                  IntList.of(IntStream.of(half).map(all.nodes()::getInt).toArray()),
                  all.features().selectRows(IntList.of(half))),
              "the query about half of the targets",
              of.numCols);
      int c = of.numCols;
      for (int i = 0; i < half.length; i++) {
        int from = half[i] * c;
        if (!Arrays.equals(of.data, from, from + c, ofHalf.data, i * c, (i + 1) * c)) {
          return false;
        }
      }
      return true;
    }

    private HeldBack heldBack(
        InferenceNodes within,
        int[] probed,
        Function<InferenceNodes, InfluenceMatrix> measurement) {
      InferenceNodes few =
          within.targeting(IntStream.of(probed).map(nodes.targets()::getInt).toArray());
      InfluenceMatrix probes = measurement.apply(few);
      int[] positionOfRow = new int[within.nodes().size()];
      int[] rows = InfluenceMatrix.Extent.OF_TARGETS.rows(few);
      for (int position = 0; position < rows.length; position++) {
        positionOfRow[rows[position]] = position;
      }
      // In the order of the targets, which need not be ascending.
      int[] observed =
          IntStream.of(everyTarget).map(v -> positionOfRow[within.rowOfTarget(v)]).toArray();
      Function<InfluenceMatrix, GraphLoss> loss =
          moved ->
              GraphLoss.of(moved, IntStream.range(0, probed.length).toArray(), probed, observed);
      return new HeldBack(loss.apply(probes), probes.beyondCommon().map(loss));
    }

    /** Returns what each score that fits names. */
    private List<Reading> scored(
        String registered, String measured, InfluenceMatrix influences, List<PairScore> scores) {
      return score.map(List::of).orElse(nodes.isDirected() ? OF_ARCS : scores).stream()
          .filter(each -> influences.covers(each.extent()))
          .map(
              each ->
                  new Reading(
                      registered,
                      predicted(
                          "LinkTeller", Finding.of(each.of(influences, trying.parallelism()))),
                      each + " of " + measured,
                      false,
                      List.of()))
          .toList();
    }

    /**
     * Returns the targets to be probed: those at most pairs that some readings name and others do
     * not, since the others hardly tell the readings apart.
     */
    private int[] mostDisputed(List<Reading> readings) {
      Long2IntOpenHashMap namedBy = new Long2IntOpenHashMap();
      for (Reading reading : readings) {
        for (int rank = 0; rank < reading.found().evidenceCount(); rank++) {
          namedBy.addTo(reading.found().positionsAt(rank), 1);
        }
      }
      int[] disputes = new int[everyTarget.length];
      namedBy.forEach(
          (pair, times) -> {
            if (times < readings.size()) {
              disputes[NodePairs.first(pair)]++;
              disputes[NodePairs.second(pair)]++;
            }
          });
      return IntStream.of(everyTarget)
          .boxed()
          .sorted(Comparator.comparingInt((Integer v) -> disputes[v]).reversed())
          .limit(HELD_BACK)
          .mapToInt(Integer::intValue)
          .toArray();
    }

    /** Keeps the reading with the least loss, the first where the probes mislead. */
    private void keepBest(GraphLoss judge, InfluenceMatrix influences, List<Reading> inOneSense) {
      keepBest(
          judge,
          inOneSense.stream().map(reading -> reading.inEitherSense(judge, influences)).toList());
    }

    private void keepBest(GraphLoss judge, List<Reading> readings) {
      best = readings.stream().findFirst();
      for (Reading reading : misleads() ? List.<Reading>of() : readings) {
        if (judge.advantage(best.orElseThrow().found(), reading.found()) > 0) {
          best = Optional.of(reading);
        }
      }
    }

    /** A reading with a density of its own is judged by its own graph, whatever k̂ is. */
    private LinkPrediction predicted(String attack, Finding finding) {
      double belief =
          finding.density().isPresent()
              ? Math.max(finding.density().getAsDouble(), Double.MIN_NORMAL)
              : kHat;
      return LinkPrediction.of(attack, nodes, belief, finding, 0, Duration.ZERO);
    }

    /**
     * Keeps a reading if it is the first, explains significantly more than the best so far, or
     * decides each pair without k̂ where the few probes do not decide between the two. Where probes
     * pass through other nodes than targets, they cannot speak against an attack that suits the
     * model, unless its graph explains nothing of them.
     *
     * @return whether the reading is the best now
     */
    private boolean keep(GraphLoss judge, Reading reading) {
      boolean isBest = best.isEmpty() || isBetter(judge, best.get(), reading);
      if (isBest) {
        best = Optional.of(reading);
      }
      return isBest;
    }

    /** What names no pair. */
    private LinkPrediction nothing() {
      PairScores none = PairScores.builder(everyTarget.length, nodes.isDirected()).build();
      return LinkPrediction.of("nothing", nodes, kHat, none, 0, Duration.ZERO);
    }

    private boolean isBetter(GraphLoss judge, Reading than, Reading reading) {
      // What the coefficients of a graph without any relation to the probes explain of them.
      double chance = FITTED / HELD_BACK / everyTarget.length;
      if (isThroughOthers && reading.decides() != than.decides()) {
        LinkPrediction decided = (reading.decides() ? reading : than).found();
        if (judge.of(decided) < 1 - chance && judge.advantage(nothing(), decided) > EXPLAINING) {
          return reading.decides();
        }
      }
      if (!isThroughOthers && isProven(reading)) {
        return true;
      }
      double advantage = judge.advantage(than.found(), reading.found());
      if (!isThroughOthers && reading.decides() && !than.decides()) {
        return advantage > -SIGNIFICANT;
      }
      return advantage > SIGNIFICANT && judge.of(reading.found()) < judge.of(than.found()) - chance;
    }

    /**
     * Returns whether a graph decides each pair and none of the answers contradicts it. Probes
     * cannot speak against it: their loss weighs neighbors by degrees, which attention and weights
     * of edges do not.
     */
    private static boolean isProven(Reading reading) {
      OptionalDouble own = reading.found().finding().loss();
      return reading.decides() && own.isPresent() && own.getAsDouble() == 0;
    }

    private <T> Optional<T> tried(String name, Supplier<T> attack) {
      asked.add(name);
      try {
        return Optional.of(attack.get());
      } catch (InferenceException e) {
        // After the last query that was allowed, no other attack has any.
        if (QueryBudgetException.isCauseOf(e)) {
          throw e;
        }
        // Huge features overflow in some models, which then answer NaN.
        listener.onChoice(name, false, String.valueOf(e.getMessage()));
        return Optional.empty();
      }
    }
  }

  @Override
  public String toString() {
    return "AutoAttack[answers = " + answers.map(AnswerKind::toString).orElse("as found") + "]";
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private Optional<AnswerKind> answers = Optional.empty();
    private Optional<PairScore> score = Optional.empty();

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
     * Builds the attack.
     *
     * @return an immutable attack that may be run many times
     * @throws IllegalArgumentException if the score does not fit the answers
     */
    public AutoAttack build() {
      return new AutoAttack(answers, score, Optional.empty(), Access.UNRESTRICTED, settings());
    }
  }
}
