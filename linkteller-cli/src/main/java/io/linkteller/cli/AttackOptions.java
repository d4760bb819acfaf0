package io.linkteller.cli;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackTrait;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.score.PairScore;
import io.linkteller.file.AtomicFile;
import io.linkteller.inference.output.Posterior;
import io.linkteller.privacy.ResponseRates;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that select the attack and configure its probes. */
final class AttackOptions {

  /** Options that have no effect on an attack that measures no influences. */
  private static final List<String> OF_INFLUENCES = List.of("--score", "--delta");

  @Option(
      names = "--attack",
      defaultValue = "linkteller",
      completionCandidates = AttackNames.class,
      description =
          "Which attack: ${COMPLETION-CANDIDATES}. linkteller scales one node's features;"
              + " chosen-features does so with made-up features, equal for every node; kinks sends"
              + " features at which relu changes sign, which show edges exactly; group-testing"
              + " raises many targets in one query; spectral-root takes the root of the propagation"
              + " matrix, for attention and augmented normalization; subsets leaves some of the"
              + " targets out of a query and changes no feature; labels needs no more than labels,"
              + " of parts of the targets; node-injection connects a node of its own to each"
              + " target, in our models; own-features is linkteller with a step and a score that"
              + " suit the answers; auto takes spectral-root where it explains the answers, else"
              + " subsets, kinks or own-features, and labels where outputs are labels; denoising"
              + " looks for the true graph behind one that --protect perturbed; lsa2-post (likeness"
              + " of posteriors), lsa2-attr (likeness of features) and random are baselines."
              + " Made-up features are easily seen. Default: ${DEFAULT-VALUE}.")
  private LinkAttackProvider kind;

  @Option(
      names = "--denoise-from",
      defaultValue = "auto",
      paramLabel = "NAME",
      description =
          "The attack that reads the perturbed graph for denoising. Default: ${DEFAULT-VALUE}.")
  private LinkAttackProvider reader;

  @Option(
      names = "--score",
      completionCandidates = ScoreNames.class,
      description =
          "How a pair is scored from influences: ${COMPLETION-CANDIDATES}. All but deconvolved ask"
              + " one query a target. Default: paper; adaptive where --attack auto scales"
              + " features.")
  private Optional<PairScore> score = Optional.empty();

  @Option(
      names = "--delta",
      description =
          "Linkteller scales features by 1 + delta. Default: 1e-4 for doubles, 0.01 for single"
              + " precision; where outputs are rounded, the attack measures how coarse they are"
              + " and chooses its probe. With --attack"
              + " auto, where it falls back.")
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

  LinkAttackProvider kind() {
    return kind;
  }

  /** Returns the selected attack on the model. */
  LinkAttackProvider asking() {
    return kind.traits().contains(AttackTrait.READS_THROUGH_ANOTHER) ? reader : kind;
  }

  Optional<Path> journal() {
    return journal;
  }

  /** Returns the settings besides the nodes that identify the attack in its journal. */
  String settings(ShownOptions shown) {
    return "attack = "
        + kind.name()
        + (kind.traits().contains(AttackTrait.READS_THROUGH_ANOTHER)
            ? " from " + reader.name()
            : "")
        + (delta.isPresent() ? ", delta = " + delta.get() : "")
        + ", outputs = "
        + shown;
  }

  /** Rejects incompatible options and values out of range before any work is done. */
  void requireFitting(CommandSpec spec, ShownOptions shown, int threads, boolean isProtected) {
    if (!asking().traits().contains(AttackTrait.MEASURES)) {
      Arguments.requireNotGiven(
          spec,
          OF_INFLUENCES,
          "has no effect on --attack " + asking().name() + ", which measures no influence");
    }
    if (!kind.traits().contains(AttackTrait.GUESSES)) {
      Arguments.requireNotGiven(
          spec,
          List.of("--attack-seed"),
          "has no effect on " + kind.name() + ", which is not random");
    }
    if (asking().traits().contains(AttackTrait.NEEDS_LOGITS) && !shown.areLogits()) {
      throw new ParameterException(
          spec.commandLine(), "--attack " + asking().name() + " needs logits, which are not shown");
    }
    requireReader(spec, isProtected);
    if (delta.isPresent() && shown.areLabels()) {
      throw new ParameterException(
          spec.commandLine(), "--delta has no effect on labels: all sizes are tried");
    }
    if (journal.isPresent()) {
      requireJournal(spec, journal.get());
    }
    asking().create(request(threads, AttackListener.SILENT, shown, Posterior.SOFTMAX).build());
  }

  private void requireReader(CommandSpec spec, boolean isProtected) {
    if (!kind.traits().contains(AttackTrait.READS_THROUGH_ANOTHER)) {
      Arguments.requireNotGiven(
          spec, List.of("--denoise-from"), "needs --attack denoising, whose reader it names");
      return;
    }
    if (!isProtected) {
      throw new ParameterException(
          spec.commandLine(), "--attack " + kind.name() + " needs --protect and --epsilon");
    }
    if (!reader.traits().contains(AttackTrait.ASKS)
        || reader.traits().contains(AttackTrait.READS_THROUGH_ANOTHER)) {
      throw new ParameterException(
          spec.commandLine(), "--denoise-from " + reader.name() + " reads no graph from a model");
    }
  }

  private void requireJournal(CommandSpec spec, Path file) {
    if (!kind.traits().contains(AttackTrait.ASKS)) {
      throw new ParameterException(
          spec.commandLine(),
          "--journal has no effect on " + kind.name() + ", which does not ask the model");
    }
    Arguments.requireNotGiven(
        spec,
        List.of("--repeat", "--probe"),
        "compares times, which answers from a --journal do not take");
    AtomicFile.require(file);
  }

  /** Returns the attack on the shown answers, given the public knowledge of a perturbation. */
  LinkAttack attack(
      int threads,
      AttackListener listener,
      ShownOptions shown,
      Posterior posterior,
      Optional<ResponseRates> rates) {
    AttackRequest.Builder request = request(threads, listener, shown, posterior).reader(reader);
    rates.ifPresent(request::rates);
    return kind.create(request.build());
  }

  private AttackRequest.Builder request(
      int threads, AttackListener listener, ShownOptions shown, Posterior posterior) {
    AttackRequest.Builder request =
        AttackRequest.builder()
            .answers(shown.kind(posterior))
            .seed(attackSeed)
            .parallelism(threads)
            .onProgress(listener);
    score.ifPresent(request::score);
    delta.ifPresent(request::delta);
    return request;
  }
}
