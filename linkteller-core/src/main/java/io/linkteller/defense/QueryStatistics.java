package io.linkteller.defense;

/**
 * The numbers of queries that a {@link QueryGuard} has counted.
 *
 * @param answered the number of queries passed on
 * @param refused the number of queries refused
 * @param probes the number of queries passed on that were probes as described at {@link QueryGuard}
 * @param probedNodes the number of nodes that these probes changed
 * @param aligned the number of queries passed on with aligned features
 */
public record QueryStatistics(
    long answered, long refused, long probes, long probedNodes, long aligned) {}
