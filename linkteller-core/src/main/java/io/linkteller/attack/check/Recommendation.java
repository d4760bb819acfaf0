package io.linkteller.attack.check;

import io.linkteller.attack.LinkAttack;
import java.time.Duration;

/**
 * The attack that suits a black box.
 *
 * @param name the name of the attack: {@code linkteller}, {@code coarse} or {@code labels}
 * @param delta Δ, the relative change of a probed row; for {@code coarse} and {@code labels}, which
 *     choose it themselves, the smallest at which a node moved, or 0 if none did
 * @param queries the largest number of queries that the attack will ask
 * @param duration the estimated duration of these queries, one at a time
 * @param reason the reason, as a sentence
 * @param attack the attack, one query at a time
 */
public record Recommendation(
    String name, double delta, int queries, Duration duration, String reason, LinkAttack attack) {}
