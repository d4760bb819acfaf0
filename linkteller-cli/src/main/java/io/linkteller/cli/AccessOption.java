package io.linkteller.cli;

import io.linkteller.attack.Access;
import io.linkteller.attack.AccessBuilder;
import io.linkteller.attack.choice.InferenceCheck;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.JoiningLimits;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.models.serve.ServedModel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option {@code --access}: what an attacker may do and what the model shows. */
final class AccessOption {

  @Option(
      names = "--access",
      paramLabel = "NAME=VALUE",
      split = ",",
      description =
          "What an attacker may do and what the model shows, as comma-separated pairs:"
              + " answers=logits|probabilities|labels; decimals=D, to which answers are rounded;"
              + " precision=exact|single|noisy; answers-for=all|targets;"
              + " features=any|within-range|scaled|as-they-are; features-of=all|targets;"
              + " nodes=any-subset|whole-graph; join=N, the number of nodes that may join for each"
              + " target; graph=still|changes; queries=N, the maximum for each attack;"
              + " knows=mechanism. Models are made to show no more than this. The answer format of"
              + " an external model is detected; a model that shows less than declared is rejected."
              + " Default: exact logits (or the format of an external model), any features of any"
              + " subset, no query limit.")
  private List<String> given = List.of();

  /**
   * Checks the option before the labels of the data are known, and returns the access.
   *
   * @param isServedHere whether this library serves the model and therefore restricts its answers
   *     to this access
   */
  Access check(CommandSpec spec, boolean isServedHere) {
    try {
      Access access = access(Posterior.SOFTMAX);
      if (isServedHere && access.precision().equals(Access.Precision.NOISY)) {
        throw new IllegalArgumentException(
            "precision=noisy is only for external models, which add noise themselves");
      }
      return access;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--access: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the access.
   *
   * @param posterior the function from logits to probabilities
   */
  Access access(Posterior posterior) {
    Map<String, String> named = new HashMap<>();
    for (String each : given) {
      int at = each.indexOf('=');
      if (at < 0) {
        throw new IllegalArgumentException("'" + each + "' is not NAME=VALUE");
      }
      String name = each.substring(0, at);
      String value = each.substring(at + 1);
      if (named.containsKey(name) && !name.equals("knows")) {
        throw new IllegalArgumentException(
            name + " is given twice: " + named.get(name) + " and " + value);
      }
      named.put(name, value);
    }
    if (named.containsKey("decimals") && named.containsKey("precision")) {
      throw new IllegalArgumentException(
          "decimals already sets the precision; give only one of them");
    }
    // Sets whether answers are rounded; an explicit precision below overrides this.
    AccessBuilder access = Access.builder().answers(AccessText.kind(posterior, named));
    for (String each : given) {
      int at = each.indexOf('=');
      AccessText.set(access, each.substring(0, at), each.substring(at + 1));
    }
    return access.build();
  }

  /**
   * Returns the access to a model of this library, and the conversion of its answers to what
   * attackers see.
   */
  ShownModel ofOurs(Posterior posterior) {
    Access access = access(posterior);
    return new ShownModel(access, logits -> shown(logits, access));
  }

  /**
   * Returns the access to an external model, and the conversion of its answers to what attackers
   * see. The form of its answers is detected unless it is declared. If the model shows more than
   * the declared form, its answers are converted to that form; if it shows less, the option is
   * rejected.
   *
   * @param answer the model's answer for all nodes
   */
  ShownModel ofOthers(CommandSpec spec, DMatrixRMaj answer, ServedData data) {
    Posterior known = data.posterior(answer.numCols);
    Access declared = access(known);
    AnswerKind.Form form = declared.form();
    AnswerKind found = InferenceCheck.kindOf(answer);
    boolean isNoisy = declared.precision().equals(Access.Precision.NOISY);
    boolean mayBeNoise =
        isNoisy && form == AnswerKind.Form.PROBABILITIES && found.form() == AnswerKind.Form.LOGITS;
    if (CommonOps_DDRM.elementMaxAbs(answer) == 0 || mayBeNoise) {
      // Zeros can be of any form, and noise can turn probabilities into any numbers.
      return asDeclared(declared);
    }
    boolean mayBeLogits = mayBeLogits(found, answer.numCols);
    if (!isGiven("answers")) {
      return found(spec, found, mayBeLogits, known, declared);
    }
    if (form.compareTo(found.form()) < 0 && !(mayBeLogits && form == AnswerKind.Form.LOGITS)) {
      throw new ParameterException(
          spec.commandLine(),
          "--access: answers="
              + AccessText.word(form)
              + " is more than the model shows; it answers with "
              + described(found)
              + "; give answers="
              + AccessText.word(found.form())
              + ", or omit answers");
    }
    if (form == AnswerKind.Form.LOGITS) {
      if (mayBeLogits) {
        Remarks.of(spec)
            .print(
                (found.form() == AnswerKind.Form.LABELS
                        ? "All answers are whole numbers, like labels"
                        : "All answers are in [0, 1], like probabilities")
                    + "; they are treated as logits, as --access specifies.");
      }
      return asDeclared(declared);
    }
    if (form == found.form()) {
      boolean asLabeled = isNoisy || data.utility().isPresent();
      return asDeclared(
          reading(declared, form, mayBeLogits && asLabeled ? known : found.posterior()));
    }
    Remarks.of(spec)
        .print(
            "The model answers with "
                + described(found)
                + "; attackers see "
                + AccessText.word(form)
                + ", as --access specifies.");
    Access access =
        reading(declared, form, found.form() == AnswerKind.Form.LOGITS ? known : found.posterior());
    return new ShownModel(access, api -> shown(found.asLogits(api), access));
  }

  /** Returns the access to a model whose answer form is not declared. */
  private ShownModel found(
      CommandSpec spec, AnswerKind found, boolean mayBeLogits, Posterior known, Access declared) {
    if (found.form() == AnswerKind.Form.LOGITS) {
      return asDeclared(declared);
    }
    Remarks.of(spec)
        .print(
            "The model answers with "
                + described(found)
                + ", and attacks read them as such"
                + (mayBeLogits
                    ? "; they may be logits, and an audit also reads them as logits. Declare what"
                        + " they are with --access answers=..."
                    : "."));
    AnswerKind kind =
        found.form() == AnswerKind.Form.LABELS
            ? new AnswerKind(found.form(), known, OptionalInt.empty())
            : found;
    Access access =
        isGiven("decimals") || isGiven("precision")
            ? reading(declared, kind.form(), kind.posterior())
            : declared.toBuilder().answers(kind).build();
    return new ShownModel(access, api -> precise(api, access), mayBeLogits);
  }

  /**
   * Returns whether answers look like probabilities only because all are in [0, 1], or like labels
   * only because each node has a single whole number.
   */
  private static boolean mayBeLogits(AnswerKind found, int columns) {
    return found.form() == AnswerKind.Form.LABELS
        ? columns == 1
        : found.form() == AnswerKind.Form.PROBABILITIES && found.posterior() == Posterior.SIGMOID;
  }

  private boolean isGiven(String name) {
    return given.stream().anyMatch(each -> each.startsWith(name + "="));
  }

  /** Returns a model whose answers already have the declared form. */
  private static ShownModel asDeclared(Access access) {
    return new ShownModel(access, api -> precise(api, access));
  }

  /** Returns the access with another answer form and the same precision. */
  private static Access reading(Access declared, AnswerKind.Form form, Posterior posterior) {
    return declared.toBuilder()
        .answers(new AnswerKind(form, posterior, OptionalInt.empty()))
        .precision(declared.precision())
        .build();
  }

  private static String described(AnswerKind found) {
    return switch (found.form()) {
      case LOGITS -> "logits";
      case PROBABILITIES ->
          found
              + (found.posterior() == Posterior.SOFTMAX
                  ? " (all numbers are in [0, 1], and each node's sum to one)"
                  : " (all numbers are in [0, 1])");
      case LABELS -> "labels (all are whole numbers)";
    };
  }

  /**
   * Returns a black box as an attacker sees it. If the access allows joining, nodes can join the
   * graph of a model that is served here.
   *
   * @param nodes the nodes with their features, and the targets for which nodes may join
   * @param shown converts a black box to what attackers see
   */
  static InferenceApi seen(
      InferenceApi api, InferenceNodes nodes, Access access, UnaryOperator<InferenceApi> shown) {
    if (access.joining().isEmpty() || !(api instanceof ServedModel model)) {
      return shown.apply(api);
    }
    Access.Joining may = access.joining().get();
    long most = (long) may.perTarget() * nodes.targets().size();
    JoiningLimits limits =
        JoiningLimits.NONE
            .withNodes((int) Math.min(Integer.MAX_VALUE, most))
            .withLinksEach(may.linksEach());
    return model.joinable(nodes.features(), limits).answering(model, shown);
  }

  /** Returns a model of this library as an attacker with the given access sees it. */
  static InferenceApi shown(InferenceApi logits, Access access) {
    AnswerKind kind = access.answers();
    InferenceApi exact =
        switch (kind.form()) {
          case LOGITS -> logits;
          case PROBABILITIES -> ShownOutputs.probabilities(logits, kind.posterior());
          case LABELS -> ShownOutputs.labels(logits, kind.posterior());
        };
    return precise(exact, access);
  }

  /** Returns a model whose answers are no more precise than the access allows. */
  private static InferenceApi precise(InferenceApi exact, Access access) {
    if (access.precision().equals(Access.Precision.SINGLE)) {
      return ShownOutputs.singlePrecision(exact);
    }
    OptionalInt decimals = access.answers().decimals();
    return decimals.isPresent() ? ShownOutputs.rounded(exact, decimals.getAsInt()) : exact;
  }
}
