package io.linkteller.attack.choice;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackOption;
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
import java.util.function.IntToLongFunction;
import java.util.function.UnaryOperator;

/**
 * The attacks of this library, each a service that {@link LinkAttackProvider#all} and {@link
 * LinkAttackProvider#named} find.
 */
public final class StandardAttacks {

  /** The seed of made-up features. */
  static final long SEED = 42;

  /** Scaled features of the targets, and anything that is shown for the targets. */
  private static final Access SCALING =
      Access.needing()
          .features(Access.Features.SCALED)
          .featuresOf(Access.Part.TARGETS)
          .answersFor(Access.Part.TARGETS)
          .graphHoldsStill(true)
          .build();

  /** The same, shown for all nodes. */
  private static final Access SEEING_ALL = SCALING.toBuilder().answersFor(Access.Part.ALL).build();

  /** Logits for any features of all nodes. */
  private static final Access CHOOSING =
      SEEING_ALL.toBuilder()
          .features(Access.Features.ANY)
          .featuresOf(Access.Part.ALL)
          .form(AnswerKind.Form.LOGITS)
          .build();

  /** Probabilities of the targets for any features of all nodes. */
  static final Access EQUAL_FEATURES =
      CHOOSING.toBuilder()
          .form(AnswerKind.Form.PROBABILITIES)
          .answersFor(Access.Part.TARGETS)
          .build();

  /** Logits for any features of the targets, in queries about the targets alone. */
  static final Access CHOOSING_ALONE =
      CHOOSING.toBuilder().nodes(Access.Nodes.ANY_SUBSET).featuresOf(Access.Part.TARGETS).build();

  /** Answers about parts of the targets, with their features as they are. */
  private static final Access PARTS =
      Access.needing()
          .nodes(Access.Nodes.ANY_SUBSET)
          .form(AnswerKind.Form.PROBABILITIES)
          .answersFor(Access.Part.ALL)
          .graphHoldsStill(true)
          .build();

  /** The mean of both influences of a pair, which averages the chance of coarse answers. */
  static final PairScore MEAN =
      PairScore.pairwise(
          "mean",
          (laterOnEarlier, earlierOnLater, selves) -> (laterOnEarlier + earlierOnLater) / 2);

  private StandardAttacks() {}

  /** What an attack declares. */
  private abstract static class Declared implements LinkAttackProvider {

    private final String name;
    private final String description;
    private final Access needs;
    private final IntToLongFunction queries;
    private final List<AttackOption<?>> options;

    Declared(
        String name,
        String description,
        Access needs,
        IntToLongFunction queries,
        AttackOption<?>... options) {
      this.name = name;
      this.description = description;
      this.needs = needs;
      this.queries = queries;
      this.options = List.of(options);
    }

    @Override
    public final String name() {
      return name;
    }

    @Override
    public final String description() {
      return description;
    }

    @Override
    public final Access needs() {
      return needs;
    }

    @Override
    public final long expectedQueries(int targets) {
      return queries.applyAsLong(targets);
    }

    @Override
    public final List<AttackOption<?>> options() {
      return options;
    }

    @Override
    public boolean isTriedOn(AnswerKind answers, int targets) {
      return false;
    }

    /**
     * Checks the form of the answers, without which nothing can be read. All else is left to the
     * black box, which knows what it allows.
     */
    final AttackRequest readable(AttackRequest request) {
      Access shown = Access.seeing(request.answers());
      Access form = Access.needing().form(needs.form()).build();
      if (!shown.lacks(form).isEmpty()) {
        throw new IllegalArgumentException(name + " " + String.join("; ", shown.lacks(form)));
      }
      return request;
    }
  }

  /**
   * {@link InfluenceAttack}, with a larger step for rounded answers and labels, and on equal
   * features if that is all that choosing them allows: where parts of the nodes may be queried,
   * too, other attacks find more.
   */
  public static final class Reweighted extends Declared {

    /** Called by the service loader. */
    public Reweighted() {
      super(
          "linkteller",
          "scales one node's features",
          SCALING,
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
      return List.of(EQUAL_FEATURES, SCALING);
    }

    @Override
    public Access needs(Access allowed) {
      return allowed.nodes() == Access.Nodes.ANY_SUBSET ? SCALING : super.needs(allowed);
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return Reweighting.of(request, needs(request.access()).equals(EQUAL_FEATURES));
    }
  }

  /** {@link ChosenFeatureAttack}. */
  public static final class Kinks extends Declared {

    /** Called by the service loader. */
    public Kinks() {
      super("kinks", "sends features at which relu changes sign", CHOOSING, n -> 3L * n + 80);
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
  public static final class Compressed extends Declared {

    /** Called by the service loader. */
    public Compressed() {
      super(
          "compressed",
          "moves the features of all targets in every query",
          CHOOSING_ALONE,
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
  public static final class Subsets extends Declared {

    /** The number of targets beyond which the undecided pairs take too much memory and time. */
    private static final int PRACTICAL_TARGETS = 1500;

    /** Called by the service loader. */
    public Subsets() {
      super("subsets", "leaves some of the targets out of a query", PARTS, n -> n);
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

  /** Any answers about parts of the targets, with features as they are. */
  private static final Access ALONE =
      PARTS.toBuilder()
          .form(AnswerKind.Form.LABELS)
          .precision(Access.Precision.NOISY)
          .answersFor(Access.Part.TARGETS)
          .build();

  /** The same with features of the targets within the range of the data. */
  private static final Access MOVED_ALONE = withinRange(ALONE);

  private static Access withinRange(Access access) {
    return access.toBuilder()
        .features(Access.Features.WITHIN_RANGE)
        .featuresOf(Access.Part.TARGETS)
        .build();
  }

  /** {@link PairQueries}, with equal features too if the access allows these. */
  public static final class Pairs extends Declared {

    /** Called by the service loader. */
    public Pairs() {
      super("pairs", "queries two targets at a time", ALONE, PairQueries::queryCount);
    }

    @Override
    public List<Access> alternatives() {
      return List.of(MOVED_ALONE, ALONE);
    }

    @Override
    public boolean tellsDirections() {
      return true;
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return reading(
          PairQueries.of(request.access().lacks(MOVED_ALONE).isEmpty()),
          InferenceNodes::alone,
          request);
    }
  }

  /** {@link RandomDesign}, of what the access allows. */
  public static final class Design extends Declared {

    /** Called by the service loader. */
    public Design() {
      super(
          "random-design",
          "leaves targets out or changes their features at random",
          SCALING,
          RandomDesign::queryCount);
    }

    @Override
    public List<Access> alternatives() {
      Access withinRange = withinRange(SCALING);
      Access any = withinRange.toBuilder().features(Access.Features.ANY).build();
      return List.of(MOVED_ALONE, ALONE, any, withinRange, SCALING);
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
  public static final class FromLabels extends Declared {

    /** Called by the service loader. */
    public FromLabels() {
      super(
          "labels",
          "reads labels alone, of parts of the targets on a decision boundary",
          CHOOSING_ALONE.toBuilder()
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
  public static final class OwnNodes extends Declared {

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
  public static final class Auto extends Declared {

    /** Called by the service loader. */
    public Auto() {
      super(
          "auto",
          "chooses an attack by what the answers show",
          SEEING_ALL,
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
  public static final class Shown extends Declared {

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
  public static final class Denoising extends Declared {

    /** Called by the service loader. */
    public Denoising() {
      super(
          "denoising",
          "looks for the true graph behind a perturbed one",
          SEEING_ALL.toBuilder().knowing(Access.Knowledge.MECHANISM).build(),
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
  public static final class PosteriorLikeness extends Declared {

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
  public static final class FeatureLikeness extends Declared {

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
  public static final class Guesses extends Declared {

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
