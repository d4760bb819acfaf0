package io.linkteller.attack.choice;

import io.linkteller.attack.LinkAttack;
import java.time.Duration;

/**
 * The attack that is recommended for a black box.
 *
 * @param name the name of the attack: {@code auto}, which chooses among other attacks
 * @param delta Δ for attacks that scale the nodes' own features: the smallest Δ at which a probe
 *     moves nearly the maximum number of nodes, or 0 if no node moved
 * @param queries the expected number of queries of the first attack that {@code auto} tries or, if
 *     it tries none, of scaling features; doubled if answers vary. {@code reason} lists the
 *     undoubled numbers for all attacks that {@code auto} may try
 * @param duration the estimated duration of these queries, sent one at a time
 * @param reason the reason, as a sentence
 * @param attack the attack, which sends one query at a time
 */
public record Recommendation(
    String name, double delta, int queries, Duration duration, String reason, LinkAttack attack) {}
