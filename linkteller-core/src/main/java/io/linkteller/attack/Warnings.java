package io.linkteller.attack;

import io.linkteller.attack.AttackWarning.Kind;
import io.linkteller.attack.score.InfluenceMatrix;
import io.linkteller.inference.InferenceNodes;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/** Creates the warnings of an attack that scales features. */
final class Warnings {

  /** The number of probes below which all targets may well be within reach of each other. */
  private static final int MANY = 10;

  private Warnings() {}

  static List<AttackWarning> ofFeatures(InferenceNodes nodes) {
    IntList without = nodes.targetsWithoutFeatures();
    return without.isEmpty()
        ? List.of()
        : List.of(
            new AttackWarning(
                Kind.NO_FEATURES_TO_SCALE,
                "the influence of targets without features to scale comes out as zero: "
                    + without.size()
                    + " of "
                    + nodes.targets().size(),
                without));
  }

  static List<AttackWarning> ofBaseline(DMatrixRMaj answer) {
    List<AttackWarning> warnings = new ArrayList<>();
    if (answer.numRows > 1 && allRowsEqual(answer)) {
      warnings.add(
          ofAll(
              Kind.ANSWERS_EQUAL,
              "the answers for all "
                  + answer.numRows
                  + " nodes are equal: the model does not tell"
                  + " them apart"));
    }
    if (isWithinUnitInterval(answer)) {
      warnings.add(
          ofAll(
              Kind.ANSWERS_LOOK_LIKE_PROBABILITIES,
              "all numbers of the answer lie in [0, 1], as probabilities do: an attack on logits"
                  + " finds more"));
    }
    return warnings;
  }

  static List<AttackWarning> ofRanking(InfluenceMatrix influences, LinkPrediction found) {
    if (influences.storedCount() == 0) {
      return List.of(
          ofAll(
              Kind.NOTHING_MOVED,
              "none of "
                  + influences.probedCount()
                  + " probes moved any answer, so all pairs score 0"));
    }
    long all = (long) influences.probedCount() * influences.observedCount();
    if (influences.probedCount() >= MANY && influences.storedCount() == all) {
      return List.of(
          ofAll(
              Kind.EVERYTHING_MOVED,
              "each of "
                  + influences.probedCount()
                  + " probes moved the answers for all "
                  + influences.observedCount()
                  + " nodes: answers to equal queries may differ, or depend on every row of a"
                  + " query; an attack that measures noise, such as own-features or auto, may find"
                  + " more"));
    }
    int zeros = found.m() - found.positiveCount();
    if (zeros > found.m() / 2) {
      return List.of(
          ofAll(
              Kind.MOST_SCORES_ZERO,
              zeros
                  + " of the "
                  + found.m()
                  + " pairs named have a score of 0, so nothing speaks for them"));
    }
    return List.of();
  }

  private static AttackWarning ofAll(Kind kind, String message) {
    return new AttackWarning(kind, message, IntList.of());
  }

  private static boolean allRowsEqual(DMatrixRMaj answer) {
    int width = answer.numCols;
    for (int row = 1; row < answer.numRows; row++) {
      int from = row * width;
      if (!Arrays.equals(answer.data, 0, width, answer.data, from, from + width)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isWithinUnitInterval(DMatrixRMaj answer) {
    for (int i = 0; i < answer.getNumElements(); i++) {
      if (!(answer.data[i] >= 0 && answer.data[i] <= 1)) {
        return false;
      }
    }
    return true;
  }
}
