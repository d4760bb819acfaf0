package io.linkteller.cli;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * An attack that is run one or more times.
 *
 * @param attacks creates the attack, given a listener
 * @param nodes the nodes, their features, and the targets
 * @param kHat the density belief k̂
 * @param repeat the number of runs, at least 1
 */
record TimedAttack(
    Function<AttackListener, LinkAttack> attacks,
    InferenceNodes nodes,
    double kHat,
    int repeat,
    Remarks remarks) {

  /**
   * The result of the runs.
   *
   * @param found the result of the first run
   * @param seconds the time of the first run, including warm-up
   * @param warmSeconds the median time of the other runs, empty if there were none
   */
  record Result(LinkPrediction found, double seconds, OptionalDouble warmSeconds) {

    String time() {
      return Output.seconds(seconds)
          + (warmSeconds.isPresent()
              ? " (" + Output.seconds(warmSeconds.getAsDouble()) + " when repeated)"
              : "");
    }
  }

  Result on(InferenceApi api) {
    LinkPrediction found;
    try (Progress progress = remarks.progress("querying", nodes.targets().size() + 1)) {
      found = attacks.apply(progress.queries()).run(api, nodes, kHat);
    }
    double[] again = new double[repeat - 1];
    for (int i = 0; i < again.length; i++) {
      again[i] = seconds(attacks.apply(AttackSettings.SILENT).run(api, nodes, kHat));
    }
    return new Result(found, seconds(found), median(again));
  }

  private static double seconds(LinkPrediction found) {
    return found.elapsed().toNanos() / 1e9;
  }

  private static OptionalDouble median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(sorted[sorted.length / 2]);
  }
}
