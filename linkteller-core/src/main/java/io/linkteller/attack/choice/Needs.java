package io.linkteller.attack.choice;

import io.linkteller.attack.Access;
import io.linkteller.inference.output.AnswerKind;

/** The accesses that attacks of this library need. */
final class Needs {

  /** Scaled features of the targets, and any answers for the targets. */
  static final Access SCALING =
      Access.needing()
          .features(Access.Features.SCALED)
          .featuresOf(Access.Part.TARGETS)
          .answersFor(Access.Part.TARGETS)
          .staticGraph(true)
          .build();

  /** The same, with answers for all nodes. */
  static final Access SEEING_ALL = SCALING.toBuilder().answersFor(Access.Part.ALL).build();

  /** Logits for any features of all nodes. */
  static final Access CHOOSING =
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

  /** Logits for any features of the targets, in queries of the targets alone. */
  static final Access CHOOSING_ALONE =
      CHOOSING.toBuilder().nodes(Access.Nodes.ANY_SUBSET).featuresOf(Access.Part.TARGETS).build();

  /** Answers to queries of subsets of the targets, with unchanged features. */
  static final Access PARTS =
      Access.needing()
          .nodes(Access.Nodes.ANY_SUBSET)
          .form(AnswerKind.Form.PROBABILITIES)
          .answersFor(Access.Part.ALL)
          .staticGraph(true)
          .build();

  /** Any answers to queries of subsets of the targets, with unchanged features. */
  static final Access ALONE =
      PARTS.toBuilder()
          .form(AnswerKind.Form.LABELS)
          .precision(Access.Precision.NOISY)
          .answersFor(Access.Part.TARGETS)
          .build();

  /** The same, with features of the targets within the range of the data. */
  static final Access MOVED_ALONE = withinRange(ALONE);

  private Needs() {}

  /** Returns an access that also allows features of the targets within the range of the data. */
  static Access withinRange(Access access) {
    return access.toBuilder()
        .features(Access.Features.WITHIN_RANGE)
        .featuresOf(Access.Part.TARGETS)
        .build();
  }
}
