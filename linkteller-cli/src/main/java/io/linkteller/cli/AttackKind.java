package io.linkteller.cli;

import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.baseline.Lsa2Attack;
import io.linkteller.attack.baseline.RandomAttack;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.attack.chosen.GroupTestingAttack;
import io.linkteller.attack.chosen.UniformFeatures;
import io.linkteller.attack.spectral.SpectralRoot;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * An attack that {@code --attack} names: one entry of the catalogue. Those of the library come
 * first, then those that a {@link LinkAttackProvider} on the class path adds.
 *
 * @param name the name, in kebab case
 * @param traits what options have to know of it
 * @param factory makes it
 */
record AttackKind(String name, Set<Trait> traits, Function<AttackSetup, LinkAttack> factory) {

  /** What options have to know of an attack. */
  enum Trait {
    /** It asks the model. */
    ASKS,
    /** It measures influences, of which a score is made. */
    MEASURES,
    /** It reads logits and nothing else. */
    NEEDS_LOGITS,
    /** It may leave pairs without a score. */
    LEAVES_PAIRS,
    /** It draws random guesses. */
    GUESSES,
    /** It reads a perturbed graph through another attack. */
    READS_THROUGH_ANOTHER
  }

  private static final long CHOSEN_SEED = 42;

  private static final List<AttackKind> BUILT_IN =
      List.of(
          of(
              "linkteller",
              AttackSetup::reweighting,
              Trait.ASKS,
              Trait.MEASURES,
              Trait.LEAVES_PAIRS),
          of(
              "chosen-features",
              AttackKind::onChosenFeatures,
              Trait.ASKS,
              Trait.MEASURES,
              Trait.NEEDS_LOGITS,
              Trait.LEAVES_PAIRS),
          of("kinks", AttackKind::kinks, Trait.ASKS, Trait.NEEDS_LOGITS, Trait.LEAVES_PAIRS),
          of(
              "group-testing",
              AttackKind::groupTesting,
              Trait.ASKS,
              Trait.NEEDS_LOGITS,
              Trait.LEAVES_PAIRS),
          of(
              "spectral-root",
              AttackKind::spectralRoot,
              Trait.ASKS,
              Trait.NEEDS_LOGITS,
              Trait.LEAVES_PAIRS),
          of("auto", AutoAttack::of, Trait.ASKS, Trait.MEASURES, Trait.LEAVES_PAIRS),
          of("denoising", AttackSetup::denoising, Trait.ASKS, Trait.READS_THROUGH_ANOTHER),
          of("lsa2-post", setup -> Lsa2Attack.onPosteriors(setup.posterior()), Trait.ASKS),
          of("lsa2-attr", setup -> Lsa2Attack.onFeatures()),
          of("random", setup -> RandomAttack.builder().seed(setup.seed()).build(), Trait.GUESSES));

  private static AttackKind of(
      String name, Function<AttackSetup, LinkAttack> factory, Trait... traits) {
    Set<Trait> all = EnumSet.noneOf(Trait.class);
    all.addAll(List.of(traits));
    return new AttackKind(name, Set.copyOf(all), factory);
  }

  private static AttackKind of(LinkAttackProvider added) {
    return of(
        added.name(),
        setup ->
            added.create(new AttackSettings(setup.threads(), setup.listener(), Optional.empty())),
        Trait.ASKS);
  }

  /** Returns the catalogue. */
  static List<AttackKind> all() {
    List<AttackKind> all = new ArrayList<>(BUILT_IN);
    LinkAttackProvider.all().forEach(added -> all.add(of(added)));
    return all;
  }

  private static LinkAttack onChosenFeatures(AttackSetup setup) {
    LinkAttack attack = setup.reweighting();
    return (api, nodes, kHat) -> attack.run(api, UniformFeatures.of(nodes, CHOSEN_SEED), kHat);
  }

  static LinkAttack kinks(AttackSetup setup) {
    return ChosenFeatureAttack.builder()
        .parallelism(setup.threads())
        .onProgress(setup.listener())
        .build();
  }

  private static LinkAttack groupTesting(AttackSetup setup) {
    return GroupTestingAttack.builder()
        .parallelism(setup.threads())
        .onProgress(setup.listener())
        .build();
  }

  static SpectralRoot spectralRoot(AttackSetup setup) {
    return SpectralRoot.builder().parallelism(setup.threads()).onProgress(setup.listener()).build();
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** Makes the attack. */
  LinkAttack create(AttackSetup setup) {
    return factory.apply(setup);
  }

  /** As it is written on the command line. */
  @Override
  public String toString() {
    return name;
  }

  /** The names on the command line. */
  static final class Names implements ITypeConverter<AttackKind>, Iterable<String> {

    @Override
    public AttackKind convert(String text) {
      String wanted = EnumNames.kebabCase(text.strip());
      List<AttackKind> all = all();
      return all.stream()
          .filter(kind -> EnumNames.kebabCase(kind.name()).equals(wanted))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "expected one of "
                          + all.stream().map(AttackKind::name).collect(Collectors.joining(", "))
                          + ", but was '"
                          + text
                          + "'"));
    }

    @Override
    public Iterator<String> iterator() {
      return all().stream().map(AttackKind::name).iterator();
    }
  }
}
