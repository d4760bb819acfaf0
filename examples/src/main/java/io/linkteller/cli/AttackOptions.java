package io.linkteller.cli;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkTeller;
import io.linkteller.attack.Lsa2Attack;
import io.linkteller.attack.PairScore;
import io.linkteller.attack.RandomAttack;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that say which attack is run, and how it probes. */
final class AttackOptions {

  /** The attacks that can be chosen. */
  enum Kind {
    LINKTELLER,
    LSA2_POST,
    LSA2_ATTR,
    RANDOM;

    boolean asksTheModel() {
      return this == LINKTELLER || this == LSA2_POST;
    }

    /** As it is written on the command line. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Options that mean nothing to an attack that does not probe. */
  private static final List<String> OF_PROBES = List.of("--score", "--delta");

  @Option(
      names = "--attack",
      defaultValue = "linkteller",
      description =
          "Which attack: linkteller, or the baselines lsa2-post (likeness of posteriors), lsa2-attr"
              + " (likeness of features) and random. Default: ${DEFAULT-VALUE}.")
  private Kind kind;

  @Option(
      names = "--score",
      defaultValue = "paper",
      description =
          "How linkteller scores a pair: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private PairScore score;

  @Option(
      names = "--delta",
      defaultValue = "1e-4",
      description = "Linkteller scales features by 1 + delta. Default: ${DEFAULT-VALUE}.")
  private double delta;

  @Option(
      names = "--attack-seed",
      defaultValue = "42",
      description = "Seed of the random attack. Default: ${DEFAULT-VALUE}.")
  private long attackSeed;

  // Other kinds of probes get their option here: an enum beside Kind, its name in OF_PROBES, and a
  // case in linkTeller.

  Kind kind() {
    return kind;
  }

  /** Refuses what does not go together, and what is out of range, before any work. */
  void requireFitting(CommandSpec spec) {
    if (kind != Kind.LINKTELLER) {
      for (String option : OF_PROBES) {
        if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
          throw new ParameterException(
              spec.commandLine(), option + " has no effect on " + kind + ", which does not probe");
        }
      }
    }
    if (kind != Kind.RANDOM
        && spec.commandLine().getParseResult().hasMatchedOption("--attack-seed")) {
      throw new ParameterException(
          spec.commandLine(), "--attack-seed has no effect on " + kind + ", which is not random");
    }
    attack(1, AttackListener.SILENT);
  }

  LinkAttack attack(int threads, AttackListener listener) {
    return switch (kind) {
      case LINKTELLER -> linkTeller(threads, listener);
      case LSA2_POST -> Lsa2Attack.onPosteriors();
      case LSA2_ATTR -> Lsa2Attack.onFeatures();
      case RANDOM -> RandomAttack.seeded(attackSeed);
    };
  }

  private LinkAttack linkTeller(int threads, AttackListener listener) {
    return LinkTeller.builder()
        .delta(delta)
        .score(score)
        .parallelism(threads)
        .onProgress(listener)
        .build();
  }
}
