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

  /** An attack on logits. */
  private abstract static class OnLogits implements LinkAttackProvider {

    @Override
    public Set<AttackTrait> traits() {
      return Set.of(AttackTrait.ASKS, AttackTrait.NEEDS_LOGITS, AttackTrait.LEAVES_PAIRS);
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      if (request.answers().form() != AnswerKind.Form.LOGITS) {
        throw new IllegalArgumentException(
            name() + " needs logits, but answers are " + request.answers());
      }
      return create(request.settings());
    }
  }

  private static AttackRequest.Builder requestWith(AttackSettings settings) {
    AttackRequest.Builder request =
        AttackRequest.builder().parallelism(settings.parallelism()).onProgress(settings.listener());
    settings.journal().ifPresent(request::journal);
    return request;
  }

  /** {@link LinkTeller}, or what replaces it for rounded answers and labels. */
  public static final class Reweighted implements LinkAttackProvider {

    /** Called by the service loader. */
    public Reweighted() {}

    @Override
    public String name() {
      return "linkteller";
    }

    @Override
    public String description() {
      return "scales one node's features";
    }

    @Override
    public Set<AttackTrait> traits() {
      return Set.of(AttackTrait.ASKS, AttackTrait.MEASURES, AttackTrait.LEAVES_PAIRS);
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      return create(requestWith(settings).build());
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return Reweighting.of(request);
    }
  }

  /** {@link LinkTeller} with the same made-up features for every node. */
  public static final class ChosenFeatures implements LinkAttackProvider {

    /** Called by the service loader. */
    public ChosenFeatures() {}

    @Override
    public String name() {
      return "chosen-features";
    }

    @Override
    public String description() {
      return "scales one node's features, which are made up and equal for every node";
    }

    @Override
    public Set<AttackTrait> traits() {
      return Set.of(
          AttackTrait.ASKS,
          AttackTrait.MEASURES,
          AttackTrait.NEEDS_LOGITS,
          AttackTrait.LEAVES_PAIRS);
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      return create(requestWith(settings).build());
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      if (request.answers().form() != AnswerKind.Form.LOGITS) {
        throw new IllegalArgumentException(
            name() + " needs logits, but answers are " + request.answers());
      }
      LinkAttack attack = Reweighting.of(request);
      return (api, nodes, kHat) -> attack.run(api, UniformFeatures.of(nodes, SEED), kHat);
    }
  }

  /** {@link ChosenFeatureAttack}. */
  public static final class Kinks extends OnLogits {

    /** Called by the service loader. */
    public Kinks() {}

    @Override
    public String name() {
      return "kinks";
    }

    @Override
    public String description() {
      return "sends features at which relu changes sign";
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      ChosenFeatureAttack.Builder attack =
          ChosenFeatureAttack.builder()
              .parallelism(settings.parallelism())
              .onProgress(settings.listener());
      settings.journal().ifPresent(attack::journal);
      return attack.build();
    }
  }

  /** {@link GroupTestingAttack}. */
  public static final class GroupTesting extends OnLogits {

    /** Called by the service loader. */
    public GroupTesting() {}

    @Override
    public String name() {
      return "group-testing";
    }

    @Override
    public String description() {
      return "raises many targets in one query";
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      GroupTestingAttack.Builder attack =
          GroupTestingAttack.builder()
              .parallelism(settings.parallelism())
              .onProgress(settings.listener());
      settings.journal().ifPresent(attack::journal);
      return attack.build();
    }
  }

  /** {@link SpectralRoot}. */
  public static final class SpectralRoots extends OnLogits {

    /** Called by the service loader. */
    public SpectralRoots() {}

    @Override
    public String name() {
      return "spectral-root";
    }

    @Override
    public String description() {
      return "takes the root of the propagation matrix";
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      SpectralRoot.Builder attack =
          SpectralRoot.builder()
              .parallelism(settings.parallelism())
              .onProgress(settings.listener());
      settings.journal().ifPresent(attack::journal);
      return attack.build();
    }
  }

  /** {@link LabelAttack}, on any answers from which a label follows. */
  public static final class FromLabels implements LinkAttackProvider {

    /** Called by the service loader. */
    public FromLabels() {}

    @Override
    public String name() {
      return "labels";
    }

    @Override
    public String description() {
      return "reads labels alone, of parts of the targets on a decision boundary";
    }

    @Override
    public Set<AttackTrait> traits() {
      return Set.of(AttackTrait.ASKS, AttackTrait.LEAVES_PAIRS);
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      return create(requestWith(settings).build());
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      AttackSettings settings = request.settings();
      LabelAttack.Builder builder =
          LabelAttack.builder().parallelism(settings.parallelism()).onProgress(settings.listener());
      settings.journal().ifPresent(builder::journal);
      LabelAttack attack = builder.build();
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
    public Injection() {}

    @Override
    public String name() {
      return "node-injection";
    }

    @Override
    public String description() {
      return "connects a node of its own to each target";
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      return NodeInjectionAttack.builder()
          .contrasting()
          .parallelism(settings.parallelism())
          .onProgress(settings.listener())
          .build();
    }
  }

  /** {@link AutoAttack}. */
  public static final class Auto implements LinkAttackProvider {

    /** Called by the service loader. */
    public Auto() {}

    @Override
    public String name() {
      return "auto";
    }

    @Override
    public String description() {
      return "chooses an attack by what the answers show";
    }

    @Override
    public Set<AttackTrait> traits() {
      return Set.of(AttackTrait.ASKS, AttackTrait.MEASURES, AttackTrait.LEAVES_PAIRS);
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      return create(requestWith(settings).build());
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return AutoAttack.of(request);
    }
  }

  /** {@link DenoisingAttack}; its request needs {@link AttackRequest#rates}. */
  public static final class Denoising implements LinkAttackProvider {

    /** Called by the service loader. */
    public Denoising() {}

    @Override
    public String name() {
      return "denoising";
    }

    @Override
    public String description() {
      return "looks for the true graph behind a perturbed one";
    }

    @Override
    public Set<AttackTrait> traits() {
      return Set.of(AttackTrait.ASKS, AttackTrait.READS_THROUGH_ANOTHER);
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      return create(requestWith(settings).build());
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
      LinkAttack reading = request.reader().orElseGet(Auto::new).create(request);
      return DenoisingAttack.builder(rates)
          .reading(reading)
          .parallelism(request.settings().parallelism())
          .build();
    }
  }

  /** {@link Lsa2Attack#onPosteriors()}. */
  public static final class PosteriorLikeness implements LinkAttackProvider {

    /** Called by the service loader. */
    public PosteriorLikeness() {}

    @Override
    public String name() {
      return "lsa2-post";
    }

    @Override
    public String description() {
      return "compares posteriors";
    }

    @Override
    public Set<AttackTrait> traits() {
      return Set.of(AttackTrait.ASKS);
    }

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
  public static final class FeatureLikeness implements LinkAttackProvider {

    /** Called by the service loader. */
    public FeatureLikeness() {}

    @Override
    public String name() {
      return "lsa2-attr";
    }

    @Override
    public String description() {
      return "compares features, without any query";
    }

    @Override
    public Set<AttackTrait> traits() {
      return Set.of();
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      return Lsa2Attack.onFeatures();
    }
  }

  /** {@link RandomAttack}. */
  public static final class Guesses implements LinkAttackProvider {

    /** Called by the service loader. */
    public Guesses() {}

    @Override
    public String name() {
      return "random";
    }

    @Override
    public String description() {
      return "guesses at random, without any query";
    }

    @Override
    public Set<AttackTrait> traits() {
      return Set.of(AttackTrait.GUESSES);
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      return create(requestWith(settings).build());
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return RandomAttack.builder().seed(request.seed()).build();
    }
  }

  /** {@link AutoAttack} with {@link AutoAttack.Builder#ownFeatures}. */
  public static final class OwnFeatures implements LinkAttackProvider {

    /** Called by the service loader. */
    public OwnFeatures() {}

    @Override
    public String name() {
      return "own-features";
    }

    @Override
    public String description() {
      return "scales one node's features, with a step and a score that suit the answers";
    }

    @Override
    public Set<AttackTrait> traits() {
      return Set.of(AttackTrait.ASKS, AttackTrait.MEASURES, AttackTrait.LEAVES_PAIRS);
    }

    @Override
    public LinkAttack create(AttackSettings settings) {
      return create(requestWith(settings).build());
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return AutoAttack.ofOwnFeatures(request);
    }
  }
}
