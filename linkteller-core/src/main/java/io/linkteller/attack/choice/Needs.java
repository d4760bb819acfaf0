package io.linkteller.attack.choice;

import io.linkteller.attack.Access;
import io.linkteller.inference.output.AnswerKind;

/** The accesses that the attacks of this library need. */
final class Needs {

  /** Scaled features of the targets, and any form of answers for the targets. */
  static final Access SCALING =
      Access.needing()
          .features(Access.Features.SCALED)
          .featuresOf(Access.Part.TARGETS)
          .answersFor(Access.Part.TARGETS)
          .staticGraph(true)
          .build();

  /** {@link #SCALING}, with answers for all nodes. */
  static final Access SEEING_ALL = SCALING.toBuilder().answersFor(Access.Part.ALL).build();

  /** Any features of all nodes, and logits for all nodes. */
  static final Access CHOOSING =
      SEEING_ALL.toBuilder()
          .features(Access.Features.ANY)
          .featuresOf(Access.Part.ALL)
          .form(AnswerKind.Form.LOGITS)
          .build();

  /** Any features of all nodes, and probabilities for the targets. */
  static final Access EQUAL_FEATURES =
      CHOOSING.toBuilder()
          .form(AnswerKind.Form.PROBABILITIES)
          .answersFor(Access.Part.TARGETS)
          .build();

  /** Any features of the targets in queries of the targets alone, and logits. */
  static final Access CHOOSING_ALONE =
      CHOOSING.toBuilder().nodes(Access.Nodes.ANY_SUBSET).featuresOf(Access.Part.TARGETS).build();

  /** Queries of subsets of the targets with unchanged features, and probabilities. */
  static final Access PARTS =
      Access.needing()
          .nodes(Access.Nodes.ANY_SUBSET)
          .form(AnswerKind.Form.PROBABILITIES)
          .answersFor(Access.Part.ALL)
          .staticGraph(true)
          .build();

  /** Queries of subsets of the targets with unchanged features, and any form of answers. */
  static final Access ALONE =
      PARTS.toBuilder()
          .form(AnswerKind.Form.LABELS)
          .precision(Access.Precision.NOISY)
          .answersFor(Access.Part.TARGETS)
          .build();

  /** {@link #ALONE}, with any features of the targets within the range of the data. */
  static final Access MOVED_ALONE = withinRange(ALONE);

  private Needs() {}

  /**
   * Returns an access that also allows any features of the targets within the range of the data.
   */
  static Access withinRange(Access access) {
    return access.toBuilder()
        .features(Access.Features.WITHIN_RANGE)
        .featuresOf(Access.Part.TARGETS)
        .build();
  }
}
