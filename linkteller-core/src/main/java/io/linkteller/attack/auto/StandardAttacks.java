package io.linkteller.attack.auto;

import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.AttackTrait;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkTeller;
import io.linkteller.attack.baseline.Lsa2Attack;
import io.linkteller.attack.baseline.RandomAttack;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.attack.chosen.GroupTestingAttack;
import io.linkteller.attack.chosen.UniformFeatures;
import io.linkteller.attack.denoise.DenoisingAttack;
import io.linkteller.attack.injection.NodeInjectionAttack;
import io.linkteller.attack.label.LabelAttack;
import io.linkteller.attack.spectral.SpectralRoot;
import io.linkteller.attack.subset.SubsetAttack;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.privacy.ResponseRates;
import java.util.Set;

/**
 * The attacks of this library, each a service that {@link LinkAttackProvider#all} and {@link
 * LinkAttackProvider#named} find.
 */
public final class StandardAttacks {

  /** The seed of made-up features. */
  private static final long SEED = 42;

  private StandardAttacks() {}

  /** An attack with a name, a description and traits. */
  private abstract static class Described implements LinkAttackProvider {

    private final String name;
    private final String description;
    private final Set<AttackTrait> traits;

    Described(String name, String description, AttackTrait... traits) {
      this.name = name;
      this.description = description;
      this.traits = Set.of(traits);
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
    public final Set<AttackTrait> traits() {
      return traits;
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      return create(AttackRequest.builder().settings(settings).build());
    }

    @Override
    public abstract LinkAttack create(AttackRequest request);

    final void requireLogits(AttackRequest request) {
      if (request.answers().form() != AnswerKind.Form.LOGITS) {
        throw new IllegalArgumentException(
            name + " needs logits, but answers are " + request.answers());
      }
    }
  }

  /** An attack on logits that needs no settings but those that all attacks share. */
  private abstract static class OnLogits extends Described {

    OnLogits(String name, String description) {
      super(
          name, description, AttackTrait.ASKS, AttackTrait.NEEDS_LOGITS, AttackTrait.LEAVES_PAIRS);
    }

    @Override
    public final LinkAttack create(AttackRequest request) {
      requireLogits(request);
      return create(request.settings());
    }

    @Override
    public abstract LinkAttack create(AttackSettings settings);
  }

  /** {@link LinkTeller}, or what replaces it for rounded answers and labels. */
  public static final class Reweighted extends Described {

    /** Called by the service loader. */
    public Reweighted() {
      super(
          "linkteller",
          "scales one node's features",
          AttackTrait.ASKS,
          AttackTrait.MEASURES,
          AttackTrait.LEAVES_PAIRS);
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return Reweighting.of(request);
    }
  }

  /** {@link LinkTeller} with the same made-up features for every node. */
  public static final class ChosenFeatures extends Described {

    /** Called by the service loader. */
    public ChosenFeatures() {
      super(
          "chosen-features",
          "scales one node's features, which are made up and equal for every node",
          AttackTrait.ASKS,
          AttackTrait.MEASURES,
          AttackTrait.NEEDS_LOGITS,
          AttackTrait.LEAVES_PAIRS);
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      requireLogits(request);
      LinkAttack attack = Reweighting.of(request);
      return (api, nodes, kHat) -> attack.run(api, UniformFeatures.of(nodes, SEED), kHat);
    }
  }

  /** {@link ChosenFeatureAttack}. */
  public static final class Kinks extends OnLogits {

    /** Called by the service loader. */
    public Kinks() {
      super("kinks", "sends features at which relu changes sign");
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      return ChosenFeatureAttack.builder().settings(settings).build();
    }
  }

  /** {@link GroupTestingAttack}. */
  public static final class GroupTesting extends OnLogits {

    /** Called by the service loader. */
    public GroupTesting() {
      super("group-testing", "raises many targets in one query");
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      return GroupTestingAttack.builder().settings(settings).build();
    }
  }

  /** {@link SpectralRoot}. */
  public static final class SpectralRoots extends OnLogits {

    /** Called by the service loader. */
    public SpectralRoots() {
      super("spectral-root", "takes the root of the propagation matrix");
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      return SpectralRoot.builder().settings(settings).build();
    }
  }

  /** {@link SubsetAttack}, on logits and probabilities. */
  public static final class Subsets extends Described {

    /** Called by the service loader. */
    public Subsets() {
      super(
          "subsets",
          "leaves some of the targets out of a query",
          AttackTrait.ASKS,
          AttackTrait.LEAVES_PAIRS);
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      if (request.answers().form() == AnswerKind.Form.LABELS) {
        throw new IllegalArgumentException(name() + " needs logits or probabilities, not labels");
      }
      LinkAttack attack = SubsetAttack.builder().settings(request.settings()).build();
      return (api, nodes, kHat) -> attack.run(request.answers().asLogits(api), nodes, kHat);
    }
  }

  /** {@link LabelAttack}, on any answers from which a label follows. */
  public static final class FromLabels extends Described {

    /** Called by the service loader. */
    public FromLabels() {
      super(
          "labels",
          "reads labels alone, of parts of the targets on a decision boundary",
          AttackTrait.ASKS,
          AttackTrait.LEAVES_PAIRS);
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

  /** {@link NodeInjectionAttack}, contrasting, on a black box that nodes can join. */
  public static final class Injection extends OnLogits {

    /** Called by the service loader. */
    public Injection() {
      super("node-injection", "connects a node of its own to each target");
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      return NodeInjectionAttack.builder().contrasting().settings(settings).build();
    }
  }

  /** {@link AutoAttack}. */
  public static final class Auto extends Described {

    /** Called by the service loader. */
    public Auto() {
      super(
          "auto",
          "chooses an attack by what the answers show",
          AttackTrait.ASKS,
          AttackTrait.MEASURES,
          AttackTrait.LEAVES_PAIRS);
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return AutoAttack.of(request);
    }
  }

  /** {@link AutoAttack} with {@link AutoAttack.Builder#ownFeatures}. */
  public static final class OwnFeatures extends Described {

    /** Called by the service loader. */
    public OwnFeatures() {
      super(
          "own-features",
          "scales one node's features, with a step and a score that suit the answers",
          AttackTrait.ASKS,
          AttackTrait.MEASURES,
          AttackTrait.LEAVES_PAIRS);
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return AutoAttack.ofOwnFeatures(request);
    }
  }

  /** {@link DenoisingAttack}; its request needs {@link AttackRequest#rates}. */
  public static final class Denoising extends Described {

    /** Called by the service loader. */
    public Denoising() {
      super(
          "denoising",
          "looks for the true graph behind a perturbed one",
          AttackTrait.ASKS,
          AttackTrait.READS_THROUGH_ANOTHER);
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      ResponseRates rates =
          request
              .rates()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          name() + " needs the rates of the mechanism that perturbed the graph"));
      // The attack that reads the graph asks all queries, so it keeps the journal.
      return DenoisingAttack.builder(rates)
          .reading(request.reader().orElseGet(Auto::new).create(request))
          .settings(request.settings().withoutJournal())
          .build();
    }
  }

  /** {@link Lsa2Attack#onPosteriors()}. */
  public static final class PosteriorLikeness extends Described {

    /** Called by the service loader. */
    public PosteriorLikeness() {
      super("lsa2-post", "compares posteriors", AttackTrait.ASKS);
    }

    /** Takes one logit for a sigmoid and several for a softmax. */
    @Override
    public LinkAttack create(AttackSettings settings) {
      return Lsa2Attack.onPosteriors();
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      LinkAttack attack = Lsa2Attack.onPosteriors(request.answers().posterior());
      return (api, nodes, kHat) -> attack.run(request.answers().asLogits(api), nodes, kHat);
    }
  }

  /** {@link Lsa2Attack#onFeatures()}. */
  public static final class FeatureLikeness extends Described {

    /** Called by the service loader. */
    public FeatureLikeness() {
      super("lsa2-attr", "compares features, without any query");
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return Lsa2Attack.onFeatures();
    }
  }

  /** {@link RandomAttack}. */
  public static final class Guesses extends Described {

    /** Called by the service loader. */
    public Guesses() {
      super("random", "guesses at random, without any query", AttackTrait.GUESSES);
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return RandomAttack.builder().seed(request.seed()).build();
    }
  }
}
