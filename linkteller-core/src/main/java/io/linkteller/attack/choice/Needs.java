package io.linkteller.attack.choice;

import io.linkteller.attack.Access;
import io.linkteller.inference.output.AnswerKind;

/** The accesses that the attacks of this library need. */
final class Needs {

  /** Scales the features of the targets; reads any form of answers for the targets. */
  static final Access SCALING =
      Access.needing()
          .features(Access.Features.SCALED)
          .featuresOf(Access.Part.TARGETS)
          .answersFor(Access.Part.TARGETS)
          .staticGraph(true)
          .build();

  /** Like {@link #SCALING}, but reads answers for all nodes. */
  static final Access SEEING_ALL = SCALING.toBuilder().answersFor(Access.Part.ALL).build();

  /** Chooses the features of all nodes; reads logits for all nodes. */
  static final Access CHOOSING =
      SEEING_ALL.toBuilder()
          .features(Access.Features.ANY)
          .featuresOf(Access.Part.ALL)
          .form(AnswerKind.Form.LOGITS)
          .build();

  /** Chooses the features of all nodes; reads probabilities for the targets. */
  static final Access EQUAL_FEATURES =
      CHOOSING.toBuilder()
          .form(AnswerKind.Form.PROBABILITIES)
          .answersFor(Access.Part.TARGETS)
          .build();

  /** Chooses the features of the targets in queries of the targets alone; reads logits. */
  static final Access CHOOSING_ALONE =
      CHOOSING.toBuilder().nodes(Access.Nodes.ANY_SUBSET).featuresOf(Access.Part.TARGETS).build();

  /** Queries subsets of the targets with unchanged features; reads probabilities. */
  static final Access PARTS =
      Access.needing()
          .nodes(Access.Nodes.ANY_SUBSET)
          .form(AnswerKind.Form.PROBABILITIES)
          .answersFor(Access.Part.ALL)
          .staticGraph(true)
          .build();

  /** Queries subsets of the targets with unchanged features; reads any form of answers. */
  static final Access ALONE =
      PARTS.toBuilder()
          .form(AnswerKind.Form.LABELS)
          .precision(Access.Precision.NOISY)
          .answersFor(Access.Part.TARGETS)
          .build();

  /** Like {@link #ALONE}, but chooses the features of the targets within the range of the data. */
  static final Access MOVED_ALONE = withinRange(ALONE);

  private Needs() {}

  /**
   * Returns an access that also allows choosing the features of the targets within the range of the
   * data.
   */
  static Access withinRange(Access access) {
    return access.toBuilder()
        .features(Access.Features.WITHIN_RANGE)
        .featuresOf(Access.Part.TARGETS)
        .build();
  }
}
