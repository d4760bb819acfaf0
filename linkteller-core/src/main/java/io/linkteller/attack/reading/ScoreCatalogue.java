package io.linkteller.attack.reading;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** The scores available by name: the constants of {@link PairScore} and the registered scores. */
final class ScoreCatalogue {

  private static final List<PairScore> OWN =
      List.of(
          PairScore.PAPER,
          PairScore.MAX,
          PairScore.SELF_NORMALIZED,
          PairScore.REACH_WEIGHTED,
          PairScore.ADAPTIVE);

  private ScoreCatalogue() {}

  static List<PairScore> all() {
    List<PairScore> registered = new ArrayList<>();
    ServiceLoader.load(PairScore.class).forEach(registered::add);
    registered.sort(Comparator.comparing(PairScore::name));
    List<PairScore> all = new ArrayList<>(OWN);
    all.addAll(registered);
    Map<String, PairScore> names = new HashMap<>();
    for (PairScore score : all) {
      PairScore other = names.put(canonical(score.name()), score);
      if (other != null) {
        throw new IllegalStateException(
            "two scores are named "
                + score.name()
                + ": "
                + other.getClass().getName()
                + " and "
                + score.getClass().getName());
      }
    }
    return List.copyOf(all);
  }

  static PairScore named(String name) {
    List<PairScore> all = all();
    String wanted = canonical(name);
    for (PairScore score : all) {
      if (canonical(score.name()).equals(wanted)) {
        return score;
      }
    }
    throw new IllegalArgumentException(
        "no score is named '"
            + name
            + "'; there are "
            + all.stream().map(PairScore::name).collect(Collectors.joining(", ")));
  }

  private static String canonical(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
