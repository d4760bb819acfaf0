package io.linkteller.attack.coarse;

import java.util.Locale;

/**
 * How a {@link CoarseAttack} probes.
 *
 * @param silent whether all other nodes' features are zero, instead of their own
 * @param change what of its own features is added to the probed node's: Δ if others keep theirs,
 *     and what they are multiplied by if others are silent
 * @param repeats how often each probe is asked, its answers averaged
 * @param baselines how often the query that nothing is changed in is asked, its answers averaged
 * @param visible how many of the inference nodes a probe moves beyond rounding and noise, on
 *     average
 * @param queries how many queries it took to choose this
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
