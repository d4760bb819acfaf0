package io.linkteller.attack.choice;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
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
import java.util.function.UnaryOperator;

/**
 * The attacks of this library, each a service that {@link LinkAttackProvider#all} and {@link
 * LinkAttackProvider#named} find.
 */
public final class StandardAttacks {

  /** The seed of made-up features. */
  static final long SEED = 42;

  /** The mean of both influences of a pair, which averages the chance of coarse answers. */
  private static final PairScore MEAN =
      PairScore.pairwise(
          "mean",
          (laterOnEarlier, earlierOnLater, selves) -> (laterOnEarlier + earlierOnLater) / 2);

  private StandardAttacks() {}

  /**
   * {@link InfluenceAttack}, with a larger step for rounded answers and labels, and on equal
   * features if that is all that choosing them allows: where parts of the nodes may be queried,
   * too, other attacks find more.
   */
  public static final class Reweighted extends DeclaredAttack {

    /** Called by the service loader. */
    public Reweighted() {
      super(
          "linkteller",
          "scales one node's features",
          Needs.SCALING,
          n -> n + 1L,
          InfluenceAttack.SCORE,
          InfluenceAttack.DELTA);
    }

    @Override
    public boolean tellsDirections() {
      return true;
    }

    @Override
    public boolean isOfPaper() {
      return true;
    }

    @Override
    public List<Access> alternatives() {
      return List.of(Needs.EQUAL_FEATURES, Needs.SCALING);
    }

    @Override
    public Access needs(Access allowed) {
      return allowed.nodes() == Access.Nodes.ANY_SUBSET ? Needs.SCALING : super.needs(allowed);
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return Reweighting.of(request, needs(request.access()).equals(Needs.EQUAL_FEATURES));
    }
  }

  /** {@link ChosenFeatureAttack}. */
  public static final class Kinks extends DeclaredAttack {

    /** Called by the service loader. */
    public Kinks() {
      super("kinks", "sends features at which relu changes sign", Needs.CHOOSING, n -> 3L * n + 80);
    }

    @Override
    public boolean isTriedOn(AnswerKind answers, int targets) {
      return answers.form() == AnswerKind.Form.LOGITS;
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return ChosenFeatureAttack.builder().settings(readable(request).settings()).build();
    }
  }

  /** {@link CompressedProbing}. */
  public static final class Compressed extends DeclaredAttack {

    /** Called by the service loader. */
    public Compressed() {
      super(
          "compressed",
          "moves the features of all targets in every query",
          Needs.CHOOSING_ALONE,
          n -> Math.min(n + 1L, 24 + n / 5));
    }

    @Override
    public boolean isTriedOn(AnswerKind answers, int targets) {
      return targets <= CompressedProbing.PRACTICAL_TARGETS
          && answers.form() == AnswerKind.Form.LOGITS;
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      CompressedProbing.Builder attack =
          CompressedProbing.builder().settings(readable(request).settings());
      request
          .access()
          .queryLimit()
          .ifPresent(
              limit -> attack.queries((int) Math.max(1, Math.min(limit, Integer.MAX_VALUE))));
      return attack.build();
    }
  }

  /** {@link SubsetAttack}, on logits and probabilities. */
  public static final class Subsets extends DeclaredAttack {

    /** The number of targets beyond which the undecided pairs take too much memory and time. */
    private static final int PRACTICAL_TARGETS = 1500;

    /** Called by the service loader. */
    public Subsets() {
      super("subsets", "leaves some of the targets out of a query", Needs.PARTS, n -> n);
    }

    @Override
    public boolean tellsDirections() {
      return true;
    }

    @Override
    public boolean isTriedOn(AnswerKind answers, int targets) {
      return targets <= PRACTICAL_TARGETS
          && (answers.isUnrounded() || answers.form() == AnswerKind.Form.LOGITS);
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      LinkAttack attack = SubsetAttack.builder().settings(readable(request).settings()).build();
      return (api, nodes, kHat) -> attack.run(request.answers().asLogits(api), nodes, kHat);
    }
  }

  /** {@link PairQueries}, with equal features too if the access allows these. */
  public static final class Pairs extends DeclaredAttack {

    /** Called by the service loader. */
    public Pairs() {
      super("pairs", "queries two targets at a time", Needs.ALONE, PairQueries::queryCount);
    }

    @Override
    public List<Access> alternatives() {
      return List.of(Needs.MOVED_ALONE, Needs.ALONE);
    }

    @Override
    public boolean tellsDirections() {
      return true;
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return reading(
          PairQueries.of(request.access().lacks(Needs.MOVED_ALONE).isEmpty()),
          InferenceNodes::alone,
          request);
    }
  }

  /** {@link RandomDesign}, of what the access allows. */
  public static final class Design extends DeclaredAttack {

    /** Called by the service loader. */
    public Design() {
      super(
          "random-design",
          "leaves targets out or changes their features at random",
          Needs.SCALING,
          RandomDesign::queryCount);
    }

    @Override
    public List<Access> alternatives() {
      Access withinRange = Needs.withinRange(Needs.SCALING);
      Access any = withinRange.toBuilder().features(Access.Features.ANY).build();
      return List.of(Needs.MOVED_ALONE, Needs.ALONE, any, withinRange, Needs.SCALING);
    }

    @Override
    public boolean tellsDirections() {
      return true;
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      boolean isAlone = request.access().nodes() == Access.Nodes.ANY_SUBSET;
      return reading(
          RandomDesign.of(request.access(), SEED),
          isAlone ? InferenceNodes::alone : UnaryOperator.identity(),
          request);
    }
  }

  /** {@link LabelAttack}, on any answers from which a label follows. */
  public static final class FromLabels extends DeclaredAttack {

    /** Called by the service loader. */
    public FromLabels() {
      super(
          "labels",
          "reads labels alone, of parts of the targets on a decision boundary",
          Needs.CHOOSING_ALONE.toBuilder()
              .form(AnswerKind.Form.LABELS)
              .precision(Access.Precision.rounded(0))
              .build(),
          n -> 100 + 5L * n);
    }

    @Override
    public boolean isTriedOn(AnswerKind answers, int targets) {
      return answers.form() != AnswerKind.Form.LOGITS;
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      LabelAttack attack = LabelAttack.builder().settings(request.settings()).build();
      AnswerKind answers = request.answers();
      return answers.form() == AnswerKind.Form.LABELS
          ? attack
          : (api, nodes, kHat) ->
              attack.run(
                  ShownOutputs.labels(answers.asLogits(api), answers.posterior()), nodes, kHat);
    }
  }

  /** {@link OwnNodesAttack}, on a service that nodes can join. */
  public static final class OwnNodes extends DeclaredAttack {

    /** Called by the service loader. */
    public OwnNodes() {
      super(
          "own-nodes",
          "joins nodes of its own beside the targets and reads their answers only",
          OwnNodesAttack.NEEDS,
          n -> 12);
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      OwnNodesAttack.Builder attack =
          OwnNodesAttack.builder().settings(readable(request).settings());
      request.access().queryLimit().ifPresent(limit -> attack.budget((int) Math.min(limit, 600)));
      if (request.access().features() == Access.Features.WITHIN_RANGE) {
        attack.movingWithinRange();
      }
      return attack.build();
    }
  }

  /** {@link AutoAttack}. */
  public static final class Auto extends DeclaredAttack {

    /** Called by the service loader. */
    public Auto() {
      super(
          "auto",
          "chooses an attack by what the answers show",
          Needs.SEEING_ALL,
          n -> n + 3L,
          InfluenceAttack.SCORE,
          InfluenceAttack.DELTA);
    }

    @Override
    public boolean tellsDirections() {
      return true;
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return AutoAttack.of(request);
    }
  }

  /** Returns an attack that reads what coarse answers show, maybe in one direction only. */
  private static LinkAttack reading(
      Measurement measurement, UnaryOperator<InferenceNodes> queried, AttackRequest request) {
    LinkAttack attack =
        InfluenceAttack.builder()
            .measuring(measurement)
            .score(MEAN)
            .settings(request.settings())
            .build();
    return (api, nodes, kHat) ->
        attack.run(request.answers().asLogits(api), queried.apply(nodes), kHat);
  }

  /** {@link ShownPairsAttack}. */
  public static final class Shown extends DeclaredAttack {

    /** Called by the service loader. */
    public Shown() {
      super(
          "shown-pairs",
          "reads scores of pairs, or numbers of nodes, in an answer",
          Access.needing().answersFor(Access.Part.ALL).build(),
          n -> 1);
    }

    @Override
    public boolean tellsDirections() {
      return true;
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return ShownPairsAttack.ATTACK;
    }
  }

  /** {@link DenoisingAttack}; its request needs {@link DenoisingAttack#RATES}. */
  public static final class Denoising extends DeclaredAttack {

    /** Called by the service loader. */
    public Denoising() {
      super(
          "denoising",
          "looks for the true graph behind a perturbed one",
          Needs.SEEING_ALL.toBuilder().knowing(Access.Knowledge.MECHANISM).build(),
          n -> n + 3L,
          DenoisingAttack.RATES,
          DenoisingAttack.READER,
          InfluenceAttack.SCORE,
          InfluenceAttack.DELTA);
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      ResponseRates rates =
          request
              .option(DenoisingAttack.RATES)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          name() + " needs the rates of the mechanism that perturbed the graph"));
      // The attack that reads the graph asks all queries, so it keeps the journal.
      LinkAttack reader =
          request.option(DenoisingAttack.READER).orElseGet(Auto::new).create(request);
      return DenoisingAttack.builder(rates, reader)
          .settings(request.settings().withoutJournal())
          .build();
    }
  }

  /** {@link Lsa2Attack#onPosteriors()}. */
  public static final class PosteriorLikeness extends DeclaredAttack {

    /** Called by the service loader. */
    public PosteriorLikeness() {
      super(
          "lsa2-post",
          "compares posteriors",
          Access.needing().answersFor(Access.Part.TARGETS).build(),
          n -> 1);
    }

    @Override
    public boolean isOfPaper() {
      return true;
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      LinkAttack attack = Lsa2Attack.onPosteriors(request.answers().posterior());
      return (api, nodes, kHat) -> attack.run(request.answers().asLogits(api), nodes, kHat);
    }
  }

  /** {@link Lsa2Attack#onFeatures()}. */
  public static final class FeatureLikeness extends DeclaredAttack {

    /** Called by the service loader. */
    public FeatureLikeness() {
      super("lsa2-attr", "compares features, without any query", Access.NONE, n -> 0);
    }

    @Override
    public boolean isOfPaper() {
      return true;
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return Lsa2Attack.onFeatures();
    }
  }

  /** {@link RandomAttack}. */
  public static final class Guesses extends DeclaredAttack {

    /** Called by the service loader. */
    public Guesses() {
      super(
          "random", "guesses at random, without any query", Access.NONE, n -> 0, RandomAttack.SEED);
    }

    @Override
    public boolean isOfPaper() {
      return true;
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return RandomAttack.builder().seed(request.option(RandomAttack.SEED).orElse(42L)).build();
    }
  }
}
