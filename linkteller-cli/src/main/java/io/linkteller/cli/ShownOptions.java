package io.linkteller.cli;

import io.linkteller.attack.AttackTrait;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.LogRatios;
import io.linkteller.inference.output.OutputReading;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.models.train.Labels;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that define which form of its logits the served model shows. */
final class ShownOptions {

  /** The kinds of answers of a black box. */
  enum Outputs {
    LOGITS,
    PROBABILITIES,
    LABELS
  }

  @Option(
      names = "--outputs",
      defaultValue = "logits",
      description =
          "What the model shows: logits, probabilities or labels. Our models are made to show it,"
              + " of others it is taken for granted (the command check tells). Default:"
              + " ${DEFAULT-VALUE}.")
  private Outputs outputs;

  @Option(
      names = "--decimals",
      paramLabel = "D",
      description =
          "Round probabilities to D decimals, 1 to 15, or logits to 0 to 15. Default: not at all.")
  private @Nullable Integer decimals;

  /** Rejects incompatible options. */
  void requireFitting(CommandSpec spec, LinkAttackProvider attack) {
    if (!attack.traits().contains(AttackTrait.ASKS)) {
      Arguments.requireNotGiven(
          spec,
          List.of("--outputs", "--decimals"),
          "has no effect on " + attack.name() + ", which does not ask the model");
    }
    OptionalInt digits = decimals();
    if (digits.isEmpty()) {
      return;
    }
    if (outputs == Outputs.LABELS) {
      throw new ParameterException(
          spec.commandLine(), "--decimals has no effect on labels, which are whole numbers");
    }
    int fewest = outputs == Outputs.PROBABILITIES ? 1 : 0;
    if (digits.getAsInt() < fewest || digits.getAsInt() > 15) {
      throw new ParameterException(
          spec.commandLine(),
          "--decimals is " + digits.getAsInt() + ", outside [" + fewest + ", 15]");
    }
  }

  private OptionalInt decimals() {
    Integer given = decimals;
    return given == null ? OptionalInt.empty() : OptionalInt.of(given);
  }

  static Posterior posterior(Labels labels) {
    return labels.isMultiLabel() ? Posterior.SIGMOID : Posterior.ofSingleLabel(labels.classCount());
  }

  boolean areLabels() {
    return outputs == Outputs.LABELS;
  }

  /** Returns whether logits are shown, rounded or not, which are unbounded. */
  boolean areLogits() {
    return outputs == Outputs.LOGITS;
  }

  boolean areRounded() {
    return decimals().isPresent();
  }

  /** Returns the kind of the shown numbers. */
  AnswerKind kind(Posterior posterior) {
    AnswerKind.Form form =
        switch (outputs) {
          case LOGITS -> AnswerKind.Form.LOGITS;
          case PROBABILITIES -> AnswerKind.Form.PROBABILITIES;
          case LABELS -> AnswerKind.Form.LABELS;
        };
    return new AnswerKind(form, posterior, decimals());
  }

  /** Returns the attacker's knowledge of the shown numbers. */
  OutputReading reading(Posterior posterior) {
    OutputReading exact =
        outputs == Outputs.PROBABILITIES
            ? OutputReading.ofProbabilities(posterior)
            : OutputReading.ofLogits();
    return decimals().isPresent() ? exact.rounded(decimals().getAsInt()) : exact;
  }

  /**
   * Returns the black box as the attacker sees it.
   *
   * @param logits the served model
   * @param posterior the function from logits to probabilities
   */
  InferenceApi shown(InferenceApi logits, Posterior posterior) {
    InferenceApi exact =
        switch (outputs) {
          case LOGITS -> logits;
          case PROBABILITIES -> ShownOutputs.probabilities(logits, posterior);
          case LABELS -> ShownOutputs.labels(logits, posterior);
        };
    return decimals().isPresent() ? ShownOutputs.rounded(exact, decimals().getAsInt()) : exact;
  }

  /** Returns a black box for an attack on logits, with probabilities converted back to logits. */
  InferenceApi asLogits(InferenceApi shown, Posterior posterior) {
    if (outputs != Outputs.PROBABILITIES) {
      return shown;
    }
    return decimals().isPresent()
        ? LogRatios.ofRounded(shown, posterior, decimals().getAsInt())
        : LogRatios.of(shown, posterior);
  }

  /** Returns a readable description. */
  @Override
  public String toString() {
    return outputs.name().toLowerCase(Locale.ROOT)
        + (decimals().isPresent() ? " with " + decimals().getAsInt() + " decimals" : "");
  }
}
