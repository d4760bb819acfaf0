package io.linkteller.attack;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Services that are found by name, ignoring case, words joined by hyphens or underscores: attacks,
 * scores and mechanisms.
 *
 * @param <T> their type
 */
public final class Registry<T> {

  private final String kind;
  private final List<T> all;
  private final Map<String, T> byName = new HashMap<>();
  private final Function<T, String> name;

  /**
   * Collects services.
   *
   * @param kind what they are called in messages, such as {@code "attack"}
   * @param name the name of each
   * @param first the services that are listed first, in this order
   * @param registered the others, such as a {@link java.util.ServiceLoader}
   * @throws IllegalStateException if two have the same name
   */
  public Registry(String kind, Function<T, String> name, List<T> first, Iterable<T> registered) {
    this.kind = kind;
    this.name = name;
    List<T> others = new ArrayList<>();
    registered.forEach(others::add);
    others.sort(Comparator.comparing(name));
    others.addAll(0, first);
    this.all = List.copyOf(others);
    for (T each : all) {
      T other = byName.put(canonical(name.apply(each)), each);
      if (other != null) {
        throw new IllegalStateException(
            "two %ss are named %s: %s and %s"
                .formatted(
                    kind, name.apply(each), other.getClass().getName(), each.getClass().getName()));
      }
    }
  }

  /** {@return all services: those listed first, then the others in order of name} */
  public List<T> all() {
    return all;
  }

  /**
   * Returns the service with a name.
   *
   * @param wanted the name
   * @return the service
   * @throws IllegalArgumentException if none has that name; the message lists all names
   */
  public T named(String wanted) {
    T found = byName.get(canonical(wanted.strip()));
    if (found == null) {
      throw new IllegalArgumentException(
          "no "
              + kind
              + " is named '"
              + wanted
              + "'; there are "
              + all.stream().map(name).collect(Collectors.joining(", ")));
    }
    return found;
  }

  private static String canonical(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
