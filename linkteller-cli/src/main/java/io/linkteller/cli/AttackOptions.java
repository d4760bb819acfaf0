package io.linkteller.cli;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.LinkTeller;
import io.linkteller.attack.baseline.Lsa2Attack;
import io.linkteller.attack.baseline.RandomAttack;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.attack.chosen.UniformFeatures;
import io.linkteller.attack.chosen.UnsuitableModelException;
import io.linkteller.attack.coarse.CoarseAttack;
import io.linkteller.attack.coarse.LabelAttack;
import io.linkteller.attack.score.PairScore;
import io.linkteller.file.AtomicFile;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.Posterior;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say which attack is run, and how it probes. */
final class AttackOptions {

  /** The attacks that can be chosen. */
  enum Kind {
    /** The paper's: one node's features scaled, the others as they are. */
    LINKTELLER,
    /** The same with made-up features, equal for every node. */
    CHOSEN_FEATURES,
    /** Features made up to find where relu changes sign. */
    KINKS,
    /** Kinks where the answers allow, else linkteller. */
    AUTO,
    LSA2_POST,
    LSA2_ATTR,
    RANDOM;

    boolean probes() {
      return compareTo(AUTO) <= 0;
    }

    boolean needsLogits() {
      return this == CHOSEN_FEATURES || this == KINKS;
    }

    boolean asksTheModel() {
      return probes() || this == LSA2_POST;
    }

    /** As it is written on the command line. */
    @Override
    public String toString() {
      return EnumNames.of(this);
    }
  }

  /** The names of attacks on the command line. */
  static final class KindNames extends EnumNames<Kind> {

    KindNames() {
      super(Kind.class);
    }
  }

  private static final long CHOSEN_SEED = 42;

  /** Options that mean nothing to an attack that does not probe. */
  private static final List<String> OF_PROBES = List.of("--score", "--delta");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--attack",
      defaultValue = "linkteller",
      completionCandidates = KindNames.class,
      description =
          "Which attack: linkteller (one node's features scaled), chosen-features (the same with made-up"
              + " features, equal for every node), kinks (features at which relu changes sign, which"
              + " show edges exactly), auto (kinks where the model's answers allow, else linkteller),"
              + " or the baselines lsa2-post (likeness of posteriors), lsa2-attr (likeness of"
              + " features) and random. Made-up features are easily seen. Default: ${DEFAULT-VALUE}.")
  private Kind kind;

  @Option(
      names = "--score",
      defaultValue = "paper",
      completionCandidates = ScoreNames.class,
      description =
          "How linkteller scores a pair: ${COMPLETION-CANDIDATES}. All but deconvolved ask one query a"
              + " target. With --attack auto, where it falls back. Default: ${DEFAULT-VALUE}.")
  private PairScore score;

  @Option(
      names = "--delta",
      description =
          "Linkteller scales features by 1 + delta. Default: 1e-4, or, where outputs are rounded, the"
              + " attack measures how coarse they are and chooses its probe. With --attack auto,"
              + " where it falls back.")
  private Optional<Double> delta = Optional.empty();

  @Option(
      names = "--attack-seed",
      defaultValue = "42",
      description = "Seed of the random attack. Default: ${DEFAULT-VALUE}.")
  private long attackSeed;

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      description =
          "Keep every answer in a file, and go on from it if it is there: an interrupted attack run"
              + " again asks only what it had no answer to.")
  private Optional<Path> journal = Optional.empty();

  Kind kind() {
    return kind;
  }

  Optional<Path> journal() {
    return journal;
  }

  /** Whether the attack reads what is shown itself, instead of logits made from it. */
  boolean readsWhatIsShown(ShownOptions shown) {
    return kind.probes() && delta.isEmpty() && shown.areRounded();
  }

  /** What else than the nodes makes the attack what it is, for its journal. */
  String settings(ShownOptions shown) {
    return "attack = "
        + kind
        + (delta.isPresent() ? ", delta = " + delta.get() : "")
        + ", outputs = "
        + shown;
  }

  /** Refuses what does not go together, and what is out of range, before any work. */
  void requireFitting(CommandSpec spec, ShownOptions shown, int threads) {
    if (!kind.probes()) {
      Arguments.requireNotGiven(
          spec, OF_PROBES, "has no effect on " + kind + ", which does not probe");
    }
    if (kind != Kind.RANDOM) {
      Arguments.requireNotGiven(
          spec, List.of("--attack-seed"), "has no effect on " + kind + ", which is not random");
    }
    if (kind.needsLogits() && !shown.areLogits()) {
      throw new ParameterException(
          spec.commandLine(), "--attack " + kind + " needs logits, which are not shown");
    }
    if (kind == Kind.KINKS) {
      Arguments.requireNotGiven(
          spec,
          List.of("--score", "--delta"),
          "has no effect on --attack kinks, which measures no influence");
    }
    if (delta.isPresent() && shown.areLabels()) {
      throw new ParameterException(
          spec.commandLine(), "--delta has no effect on labels: all sizes are tried");
    }
    if (journal.isPresent()) {
      requireJournal(spec, journal.get());
    }
    attack(threads, AttackListener.SILENT, shown, Posterior.SOFTMAX);
  }

  private void requireJournal(CommandSpec spec, Path file) {
    if (!kind.asksTheModel()) {
      throw new ParameterException(
          spec.commandLine(),
          "--journal has no effect on " + kind + ", which does not ask the model");
    }
    Arguments.requireNotGiven(
        spec,
        List.of("--repeat", "--probe"),
        "compares times, which answers from a --journal do not take");
    AtomicFile.require(file);
  }

  LinkAttack attack(int threads, AttackListener listener, ShownOptions shown, Posterior posterior) {
    return switch (kind) {
      case LINKTELLER -> reweighting(threads, listener, shown, posterior);
      case CHOSEN_FEATURES -> {
        LinkAttack onChosen = reweighting(threads, listener, shown, posterior);
        yield (api, nodes, kHat) -> onChosen.run(api, UniformFeatures.of(nodes, CHOSEN_SEED), kHat);
      }
      case KINKS -> kinks(threads, listener);
      case AUTO -> kinksOrReweighting(threads, listener, shown, posterior);
      case LSA2_POST -> Lsa2Attack.onPosteriors(posterior);
      case LSA2_ATTR -> Lsa2Attack.onFeatures();
      case RANDOM -> RandomAttack.builder().seed(attackSeed).build();
    };
  }

  private static LinkAttack kinks(int threads, AttackListener listener) {
    return ChosenFeatureAttack.builder().parallelism(threads).onProgress(listener).build();
  }

  private LinkAttack kinksOrReweighting(
      int threads, AttackListener listener, ShownOptions shown, Posterior posterior) {
    LinkAttack kinks = kinks(threads, listener);
    LinkAttack fallback = reweighting(threads, listener, shown, posterior);
    return (api, nodes, kHat) -> {
      if (!shown.areLogits()) {
        return fallback(kHat, api, nodes, fallback, "outputs are not logits");
      }
      long start = System.nanoTime();
      AtomicInteger asked = new AtomicInteger();
      InferenceApi counted =
          query -> {
            asked.incrementAndGet();
            return api.predict(query);
          };
      try {
        return kinks.run(counted, nodes, kHat);
      } catch (UnsuitableModelException e) {
        LinkPrediction found = fallback(kHat, api, nodes, fallback, String.valueOf(e.getMessage()));
        return LinkPrediction.of(
            found.attack(),
            nodes,
            kHat,
            found.scores(),
            asked.get() + found.queries(),
            Duration.ofNanos(System.nanoTime() - start));
      }
    };
  }

  private LinkPrediction fallback(
      double kHat, InferenceApi api, InferenceNodes nodes, LinkAttack attack, String reason) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("falls back to --attack linkteller: " + reason);
    err.flush();
    return attack.run(api, nodes, kHat);
  }

  private LinkAttack reweighting(
      int threads, AttackListener listener, ShownOptions shown, Posterior posterior) {
    if (shown.areLabels()) {
      return LabelAttack.builder().score(score).parallelism(threads).onProgress(listener).build();
    }
    if (readsWhatIsShown(shown)) {
      return CoarseAttack.builder()
          .reading(shown.reading(posterior))
          .score(score)
          .parallelism(threads)
          .onProgress(listener)
          .build();
    }
    LinkTeller.Builder attack =
        LinkTeller.builder().score(score).parallelism(threads).onProgress(listener);
    return delta.map(attack::delta).orElse(attack).build();
  }
}
