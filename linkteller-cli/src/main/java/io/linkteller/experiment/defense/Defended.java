package io.linkteller.experiment.defense;

import io.linkteller.attack.Access;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.PairScores;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A defended model and its attackers.
 *
 * @param api the black box as its users see it
 * @param access what attackers may do
 * @param attacks attacks designed for this defense, by name
 * @param readings scores of attackers with knowledge beyond the answers, such as a release, by name
 */
record Defended(
    InferenceApi api,
    Access access,
    Map<String, LinkAttack> attacks,
    Map<String, Function<InferenceNodes, PairScores>> readings) {

  static Defended of(InferenceApi api) {
    return seen(api, Access.UNRESTRICTED);
  }

  static Defended seen(InferenceApi api, Access access) {
    return new Defended(api, access, Map.of(), Map.of());
  }

  Defended attackedBy(String name, LinkAttack attack) {
    Map<String, LinkAttack> more = new LinkedHashMap<>(attacks);
    more.put(name, attack);
    return new Defended(api, access, more, readings);
  }

  Defended readBy(String name, Function<InferenceNodes, PairScores> reading) {
    Map<String, Function<InferenceNodes, PairScores>> more = new LinkedHashMap<>(readings);
    more.put(name, reading);
    return new Defended(api, access, attacks, more);
  }
}
