package io.linkteller.attack.check;

import io.linkteller.attack.LinkAttack;
import java.time.Duration;

/**
 * Which attack suits a black box.
 *
 * @param name what the attack is called: {@code linkteller}, {@code coarse} or {@code labels}
 * @param delta Δ, the relative change of a probed row; for {@code coarse} and {@code labels}, which
 *     choose it themselves, the smallest at which something moved, or 0 if nothing did
 * @param queries how many queries the attack will ask at most
 * @param duration how long that takes one query after the other
 * @param reason why, in a sentence
 * @param attack the attack, one query at a time
 */
public record Recommendation(
    String name, double delta, int queries, Duration duration, String reason, LinkAttack attack) {}
