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
 * Finds services, such as attacks, scores and mechanisms, by name. Case is ignored, and underscores
 * count as hyphens.
 *
 * @param <T> the type of the services
 */
public final class Registry<T> {

  private final String kind;
  private final List<T> all;
  private final Map<String, T> byName = new HashMap<>();
  private final Function<T, String> name;

  /**
   * Collects services.
   *
   * @param kind the word for a service in messages, such as {@code "attack"}
   * @param name returns the name of a service
   * @param first the services that are listed first, in this order
   * @param registered the other services, such as a {@link java.util.ServiceLoader}
   * @throws IllegalStateException if two services have the same name
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

  /** {@return all services: those that are listed first, then the others, sorted by name} */
  public List<T> all() {
    return all;
  }

  /**
   * Returns the service with a given name.
   *
   * @param wanted the name
   * @return the service
   * @throws IllegalArgumentException if no service has that name; the message lists all names
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
