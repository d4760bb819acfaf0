package io.linkteller.defense;

/**
 * What a {@link QueryGuard} has seen.
 *
 * @param answered how many queries it let through
 * @param refused how many it refused
 * @param probes how many of those let through looked like a probe: few nodes, one by default, had
 *     other features than they had, and another the same but for 1e-6 of their size
 * @param scalings how many of the probes multiplied the features of each such node by a factor
 * @param aligned how many of those let through had most features in one direction
 */
public record QueryStatistics(
    long answered, long refused, long probes, long scalings, long aligned) {}
