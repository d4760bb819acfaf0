package io.linkteller.attack.choice;

import io.linkteller.attack.LinkAttack;
import java.time.Duration;

/**
 * The attack that suits a black box.
 *
 * @param name the name of the attack: {@code auto}, which chooses among others by their findings
 * @param delta Δ for an attack that scales the nodes' own features: the smallest at which a probe
 *     moves nearly as many nodes as at any other, or 0 if none moved
 * @param queries the number of queries of the first attack that it tries; for labels, the largest
 *     number that was observed. The reason says how many more there may be
 * @param duration the estimated duration of these queries, one at a time
 * @param reason the reason, as a sentence
 * @param attack the attack, one query at a time
 */
public record Recommendation(
    String name, double delta, int queries, Duration duration, String reason, LinkAttack attack) {}
