package io.linkteller.attack.choice;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.QuerySession;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.attack.compressed.CompressedProbing;
import io.linkteller.attack.direct.LabelAttack;
import io.linkteller.attack.direct.Lsa2Attack;
import io.linkteller.attack.direct.RandomAttack;
import io.linkteller.attack.direct.ShownPairsAttack;
import io.linkteller.attack.direct.SubsetAttack;
import io.linkteller.attack.influence.Measurement;
import io.linkteller.attack.influence.PairQueries;
import io.linkteller.attack.influence.RandomDesign;
import io.linkteller.attack.own.OwnNodesAttack;
import io.linkteller.attack.prior.DenoisingAttack;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.privacy.ResponseRates;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The attacks of this library. Each is a service that {@link LinkAttackProvider#all} and {@link
 * LinkAttackProvider#named} find.
 */
public final class StandardAttacks {

  /** The default seed of generated features and other random draws, an arbitrary number. */
  static final long SEED = 42;

  /** The mean of the two influences of a pair, which averages out the errors of coarse answers. */
  private static final PairScore MEAN =
      PairScore.pairwise(
          "mean",
          (laterOnEarlier, earlierOnLater, selves) -> (laterOnEarlier + earlierOnLater) / 2);

  private StandardAttacks() {}

  /** Returns the seed of the random draws of an attack, which tests vary. */
  private static long seed(AttackRequest request) {
    return request.option(RandomAttack.SEED).orElse(SEED);
  }

  /**
   * {@link InfluenceAttack}, with a larger step for rounded answers and labels. It uses equal
   * features if features may be chosen but subsets of the nodes may not be queried; if subsets may
   * be queried, other attacks find more.
   */
  public static final class Reweighted extends DeclaredAttack {

    /** Called by the service loader. */
    public Reweighted() {
      super(
          "linkteller",
          "scales the features of one target in each query",
          n -> n + 1L,
          request -> Reweighting.of(request, isOnEqualFeatures(request.access())),
          List.of(Needs.EQUAL_FEATURES, Needs.SCALING),
          Set.of(Trait.OF_PAPER, Trait.TELLS_DIRECTIONS),
          InfluenceAttack.SCORE,
          InfluenceAttack.DELTA);
    }

    private static boolean isOnEqualFeatures(Access allowed) {
      return allowed.nodes() == Access.Nodes.WHOLE_GRAPH
          && allowed.lacks(Needs.EQUAL_FEATURES).isEmpty();
    }

    @Override
    public Access needs(Access allowed) {
      return isOnEqualFeatures(allowed) ? Needs.EQUAL_FEATURES : Needs.SCALING;
    }
  }

  /** {@link ChosenFeatureAttack}. */
  public static final class Kinks extends DeclaredAttack {

    /** Called by the service loader. */
    public Kinks() {
      super(
          "kinks",
          "finds the features at which relu units switch on or off",
          n -> 3L * n + 80,
          request -> session -> ChosenFeatureAttack.find(session, seed(request)),
          List.of(Needs.CHOOSING),
          Set.of());
    }

    @Override
    public boolean isTriedOn(AnswerKind answers, int targets) {
      return answers.form() == AnswerKind.Form.LOGITS;
    }
  }

  /** {@link CompressedProbing}. */
  public static final class Compressed extends DeclaredAttack {

    /** Called by the service loader. */
    public Compressed() {
      super(
          "compressed",
          "changes the features of all targets in every query",
          n -> Math.min(n + 1L, 24 + n / 5),
          request -> session -> CompressedProbing.find(session, most(request), seed(request)),
          List.of(Needs.CHOOSING_ALONE),
          Set.of());
    }

    private static OptionalInt most(AttackRequest request) {
      OptionalLong limit = request.access().queryLimit();
      return limit.isEmpty()
          ? OptionalInt.empty()
          : OptionalInt.of((int) Math.max(1, Math.min(limit.getAsLong(), Integer.MAX_VALUE)));
    }

    @Override
    public boolean isTriedOn(AnswerKind answers, int targets) {
      return targets <= CompressedProbing.PRACTICAL_TARGETS
          && answers.form() == AnswerKind.Form.LOGITS;
    }
  }

  /** {@link SubsetAttack}, on logits and probabilities. */
  public static final class Subsets extends DeclaredAttack {

    /** The number of targets beyond which the undecided pairs take too much memory and time. */
    private static final int PRACTICAL_TARGETS = 1500;

    /** Called by the service loader. */
    public Subsets() {
      super(
          "subsets",
          "queries subsets of the targets with unchanged features",
          n -> n,
          request ->
              session ->
                  SubsetAttack.find(session.through(request.answers()::asLogits), seed(request)),
          List.of(Needs.PARTS),
          Set.of(Trait.TELLS_DIRECTIONS));
    }

    @Override
    public boolean isTriedOn(AnswerKind answers, int targets) {
      return targets <= PRACTICAL_TARGETS
          && (answers.isUnrounded() || answers.form() == AnswerKind.Form.LOGITS);
    }
  }

  /** {@link PairQueries}, also with equal features if the access allows them. */
  public static final class Pairs extends DeclaredAttack {

    /** Called by the service loader. */
    public Pairs() {
      super(
          "pairs",
          "queries each target alone and each pair of targets",
          PairQueries::queryCount,
          request ->
              reading(
                  PairQueries.of(request.access().lacks(Needs.MOVED_ALONE).isEmpty()),
                  InferenceNodes::alone,
                  request),
          List.of(Needs.MOVED_ALONE, Needs.ALONE),
          Set.of(Trait.TELLS_DIRECTIONS));
    }
  }

  /** {@link RandomDesign}, with the designs that the access allows. */
  public static final class Design extends DeclaredAttack {

    /** Called by the service loader. */
    public Design() {
      super(
          "random-design",
          "randomly leaves targets out or changes their features",
          RandomDesign::queryCount,
          request ->
              reading(
                  RandomDesign.of(request.access(), seed(request)),
                  request.access().nodes() == Access.Nodes.ANY_SUBSET
                      ? InferenceNodes::alone
                      : UnaryOperator.identity(),
                  request),
          List.of(
              Needs.MOVED_ALONE,
              Needs.ALONE,
              Needs.withinRange(Needs.SCALING).toBuilder().features(Access.Features.ANY).build(),
              Needs.withinRange(Needs.SCALING),
              Needs.SCALING),
          Set.of(Trait.TELLS_DIRECTIONS));
    }
  }

  /**
   * Returns an attack that uses a measurement.
   *
   * @param queried returns the nodes to query, for example the targets alone
   */
  private static LinkAttack reading(
      Measurement measurement, UnaryOperator<InferenceNodes> queried, AttackRequest request) {
    LinkAttack attack = InfluenceAttack.builder().measuring(measurement).score(MEAN).build();
    return session ->
        attack.find(
            session.about(queried.apply(session.nodes())).through(request.answers()::asLogits));
  }

  /** {@link LabelAttack}, on any answers from which labels can be computed. */
  public static final class FromLabels extends DeclaredAttack {

    /** Called by the service loader. */
    public FromLabels() {
      super(
          "labels",
          "queries subsets of the targets with features near a decision boundary",
          n -> 100 + 5L * n,
          request ->
              session -> LabelAttack.find(ofLabels(session, request.answers()), seed(request)),
          List.of(
              Needs.CHOOSING_ALONE.toBuilder()
                  .form(AnswerKind.Form.LABELS)
                  .precision(Access.Precision.rounded(0))
                  .build()),
          Set.of());
    }

    private static QuerySession ofLabels(QuerySession session, AnswerKind answers) {
      return answers.form() == AnswerKind.Form.LABELS
          ? session
          : session.through(api -> ShownOutputs.labels(answers.asLogits(api), answers.posterior()));
    }

    @Override
    public boolean isTriedOn(AnswerKind answers, int targets) {
      return answers.form() != AnswerKind.Form.LOGITS;
    }
  }

  /** {@link OwnNodesAttack}, on a service that nodes can join. */
  public static final class OwnNodes extends DeclaredAttack {

    /** Called by the service loader. */
    public OwnNodes() {
      super(
          "own-nodes",
          "links its own nodes to the targets; needs answers only for its own nodes",
          n -> 12,
          OwnNodes::attack,
          List.of(OwnNodesAttack.NEEDS),
          Set.of());
    }

    private static LinkAttack attack(AttackRequest request) {
      OwnNodesAttack.Builder attack = OwnNodesAttack.builder().settings(request.settings());
      request
          .access()
          .queryLimit()
          .ifPresent(limit -> attack.queryLimit((int) Math.min(limit, 600)));
      return attack.build();
    }
  }

  /** {@link AutoAttack}. */
  public static final class Auto extends DeclaredAttack {

    /** Called by the service loader. */
    public Auto() {
      super(
          "auto",
          "tries suitable attacks until one decides every pair",
          n -> n + 3L,
          AutoAttack::of,
          List.of(Needs.SEEING_ALL),
          Set.of(Trait.TELLS_DIRECTIONS),
          InfluenceAttack.SCORE,
          InfluenceAttack.DELTA);
    }
  }

  /** {@link ShownPairsAttack}. */
  public static final class Shown extends DeclaredAttack {

    /** Called by the service loader. */
    public Shown() {
      super(
          "shown-pairs",
          "reads pair scores or node numbers directly from the answer",
          n -> 1,
          request -> ShownPairsAttack::find,
          List.of(Access.needing().answersFor(Access.Part.ALL).build()),
          Set.of(Trait.TELLS_DIRECTIONS));
    }
  }

  /** {@link DenoisingAttack}. */
  public static final class Denoising extends DeclaredAttack {

    /** Called by the service loader. */
    public Denoising() {
      super(
          "denoising",
          "estimates the true graph from a perturbed one",
          n -> n + 3L,
          Denoising::attack,
          List.of(Needs.SEEING_ALL.toBuilder().knowing(Access.Knowledge.MECHANISM).build()),
          Set.of(),
          DenoisingAttack.RATES,
          DenoisingAttack.READER,
          InfluenceAttack.SCORE,
          InfluenceAttack.DELTA);
    }

    private static LinkAttack attack(AttackRequest request) {
      ResponseRates rates =
          request
              .option(DenoisingAttack.RATES)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "denoising needs the rates of the mechanism that perturbed the graph"));
      LinkAttack reader =
          request.option(DenoisingAttack.READER).orElseGet(Auto::new).create(request);
      return session -> DenoisingAttack.find(session, rates, reader, seed(request));
    }
  }

  /** {@link Lsa2Attack} on posteriors. */
  public static final class PosteriorLikeness extends DeclaredAttack {

    /** Called by the service loader. */
    public PosteriorLikeness() {
      super(
          "lsa2-post",
          "compares the posteriors of targets",
          n -> 1,
          request ->
              session ->
                  Lsa2Attack.onPosteriors(request.answers().posterior())
                      .find(session.through(request.answers()::asLogits)),
          List.of(Access.needing().answersFor(Access.Part.TARGETS).build()),
          Set.of(Trait.OF_PAPER));
    }
  }

  /** {@link Lsa2Attack} on features. */
  public static final class FeatureLikeness extends DeclaredAttack {

    /** Called by the service loader. */
    public FeatureLikeness() {
      super(
          "lsa2-attr",
          "compares the features of targets, without queries",
          n -> 0,
          request -> Lsa2Attack.onFeatures(),
          List.of(Access.NONE),
          Set.of(Trait.OF_PAPER));
    }
  }

  /** {@link RandomAttack}. */
  public static final class Guesses extends DeclaredAttack {

    /** Called by the service loader. */
    public Guesses() {
      super(
          "random",
          "ranks pairs at random, without queries",
          n -> 0,
          request -> RandomAttack.of(seed(request)),
          List.of(Access.NONE),
          Set.of(Trait.OF_PAPER),
          RandomAttack.SEED);
    }
  }
}
