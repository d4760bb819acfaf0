package io.linkteller.defense;

/**
 * The counts of a {@link QueryGuard}.
 *
 * @param answered the number of queries passed on
 * @param refused the number of queries refused
 * @param probes the number of queries passed on that were probes, as defined by {@link QueryGuard}
 * @param probedNodes the number of nodes that these probes changed
 * @param aligned the number of queries passed on with aligned features
 */
public record QueryStatistics(
    long answered, long refused, long probes, long probedNodes, long aligned) {}
