package io.linkteller.dp;

import io.linkteller.attack.Registry;
import io.linkteller.privacy.PrivacyGuarantee;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.DoubleFunction;
import java.util.regex.Pattern;

/**
 * A named family of mechanisms with the parameter ε: an entry of the catalog that the command line
 * and the experiments use.
 *
 * <p>The catalog contains the mechanisms of all registered {@link MechanismProvider}s, including
 * those of this module ({@link StandardMechanisms}).
 *
 * <pre>{@code
 * GraphMechanism mechanism = MechanismType.named("lapgraph").withEpsilon(5);
 * }</pre>
 *
 * @param name the name in options, in kebab case, for example {@code lapgraph}
 * @param title the name in tables, for example {@code LapGraph}
 * @param factory creates the mechanism for an ε, with random bits from the secure source
 */
public record MechanismType(
    String name, String title, DoubleFunction<? extends GraphMechanism> factory) {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

  /**
   * Creates an entry for the catalog.
   *
   * @param name the name in options, in kebab case, for example {@code lapgraph}
   * @param title the name in tables, for example {@code LapGraph}
   * @param factory creates the mechanism for an ε; must reject an ε that is not positive and finite
   * @throws IllegalArgumentException if {@code name} is not in kebab case
   */
  public MechanismType {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "name = \"" + name + "\" is not in kebab case, such as \"lapgraph\"");
    }
  }

  /**
   * Returns the catalog: all mechanisms of all registered providers, sorted by name.
   *
   * @return an unmodifiable list
   * @throws IllegalStateException if two providers supply different mechanisms with the same name
   */
  public static List<MechanismType> all() {
    return catalog().all();
  }

  /**
   * Looks up a mechanism.
   *
   * @param name its name; case is ignored
   * @return the entry of the catalog
   * @throws IllegalArgumentException if there is no such mechanism; the message lists the names
   */
  public static MechanismType named(String name) {
    return catalog().named(name);
  }

  private static Registry<MechanismType> catalog() {
    List<MechanismType> types = new ArrayList<>();
    ServiceLoader.load(MechanismProvider.class)
        .forEach(provider -> types.addAll(provider.mechanisms()));
    return new Registry<>("mechanism", MechanismType::name, List.of(), types);
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
  public String toString() {
    return name;
  }
}
