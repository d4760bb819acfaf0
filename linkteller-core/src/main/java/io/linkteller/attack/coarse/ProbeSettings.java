package io.linkteller.attack.coarse;

import java.util.Locale;

/**
 * How a {@link CoarseAttack} probes.
 *
 * @param silent whether all other nodes have zero features instead of their own
 * @param change the multiple of its own features that is added to the probed node's row of the
 *     background: Δ if the others keep their features, the factor of the features if the others are
 *     silent
 * @param repeats how often each probe is repeated; answers are averaged
 * @param baselines how often the baseline query is repeated; answers are averaged
 * @param visible the number of inference nodes that a probe moves beyond rounding and noise, on
 *     average
 * @param queries the number of queries it took to choose these settings
 */
public record ProbeSettings(
    boolean silent, double change, int repeats, int baselines, double visible, int queries) {

  /** For people. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s background, change %.3g, %d queries a probe",
        silent ? "silent" : "own",
        change,
        repeats);
  }
}
