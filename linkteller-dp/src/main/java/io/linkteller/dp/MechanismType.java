package io.linkteller.dp;

import io.linkteller.privacy.PrivacyGuarantee;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.function.DoubleFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A named family of mechanisms with ε as parameter: an entry of the catalog used by the command
 * line and experiments. Immutable; two types are equal if their names are.
 *
 * <p>The catalog contains the mechanisms of all registered {@link MechanismProvider}s, those of
 * this module ({@link StandardMechanisms}) included.
 *
 * <pre>{@code
 * GraphMechanism mechanism = MechanismType.named("lapgraph").withEpsilon(5);
 * }</pre>
 */
public final class MechanismType {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

  private final String name;
  private final String title;
  private final DoubleFunction<? extends GraphMechanism> factory;

  private MechanismType(
      String name, String title, DoubleFunction<? extends GraphMechanism> factory) {
    this.name = name;
    this.title = title;
    this.factory = factory;
  }

  /**
   * Returns an entry for the catalog.
   *
   * @param name the value of options, in kebab case, for example {@code lapgraph}
   * @param title the name in tables, for example {@code LapGraph}
   * @param factory creates the mechanism for an ε; must reject an ε that is not positive and finite
   * @return the entry
   * @throws IllegalArgumentException if {@code name} is not in kebab case
   */
  public static MechanismType of(
      String name, String title, DoubleFunction<? extends GraphMechanism> factory) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "name = \"" + name + "\" is not in kebab case, such as \"lapgraph\"");
    }
    return new MechanismType(name, title, factory);
  }

  /**
   * Returns the catalog: all mechanisms of all registered providers, sorted by name.
   *
   * @return an unmodifiable list
   * @throws IllegalStateException if two providers supply different mechanisms of one name
   */
  public static List<MechanismType> all() {
    List<MechanismType> types = new ArrayList<>();
    for (MechanismProvider provider : ServiceLoader.load(MechanismProvider.class)) {
      types.addAll(provider.mechanisms());
    }
    types.sort((a, b) -> a.name.compareTo(b.name));
    for (int i = 1; i < types.size(); i++) {
      if (types.get(i).equals(types.get(i - 1))) {
        throw new IllegalStateException(
            "two registered mechanisms are named \"" + types.get(i).name + "\"");
      }
    }
    return List.copyOf(types);
  }

  /**
   * Looks up a mechanism.
   *
   * @param name its name, in any case
   * @return the entry of the catalog
   * @throws IllegalArgumentException if there is none; the message lists the names
   */
  public static MechanismType named(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    List<MechanismType> all = all();
    for (MechanismType type : all) {
      if (type.name.equals(wanted)) {
        return type;
      }
    }
    throw new IllegalArgumentException(
        "no mechanism is named \""
            + name
            + "\"; there are "
            + String.join(", ", all.stream().map(MechanismType::name).toList()));
  }

  /** {@return the name for options, in kebab case} */
  public String name() {
    return name;
  }

  /** {@return the name for tables} */
  public String title() {
    return title;
  }

  /**
   * Returns the mechanism for a privacy budget.
   *
   * @param epsilon ε, positive and finite
   * @return the mechanism, with random bits from the secure source
   * @throws IllegalArgumentException if ε is not positive or not finite
   */
  public GraphMechanism withEpsilon(double epsilon) {
    return factory.apply(PrivacyGuarantee.checkedEpsilon(epsilon));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MechanismType type && type.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
