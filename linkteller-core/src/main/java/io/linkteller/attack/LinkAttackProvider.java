package io.linkteller.attack;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes an attack available by name, for example to the option {@code --attack} of the command
 * line. Implementations are registered as {@link ServiceLoader} providers of this interface, those
 * of this library in {@code io.linkteller.attack.auto.StandardAttacks}.
 */
public interface LinkAttackProvider {

  /** {@return the name: lower case, words joined by hyphens, unique} */
  String name();

  /** {@return what the attack does, in a few words} */
  String description();

  /** {@return the properties of the attack; by default that it queries the model} */
  default Set<AttackTrait> traits() {
    return Set.of(AttackTrait.ASKS);
  }

  /**
   * Returns the attack on a black box that answers with logits.
   *
   * @param settings the settings that all attacks share
   * @return an attack that may be run many times
   * @throws IllegalArgumentException if the attack needs more than these settings
   */
  LinkAttack create(AttackSettings settings);

  /**
   * Returns the attack on a black box that answers as a request says. By default this is {@link
   * #create(AttackSettings)} on answers converted to logits.
   *
   * @param request what the black box answers with, and how to attack it
   * @return an attack that may be run many times, on the black box as it is
   * @throws IllegalArgumentException if the attack cannot read these answers, or a setting is out
   *     of range
   */
  default LinkAttack create(AttackRequest request) {
    LinkAttack attack = create(request.settings());
    return (api, nodes, kHat) -> attack.run(request.answers().asLogits(api), nodes, kHat);
  }

  /**
   * Returns the registered attacks.
   *
   * @return the attacks in order of name
   * @throws IllegalStateException if two have the same name
   */
  static List<LinkAttackProvider> all() {
    Map<String, LinkAttackProvider> names = new HashMap<>();
    List<LinkAttackProvider> all = new ArrayList<>();
    for (LinkAttackProvider provider : ServiceLoader.load(LinkAttackProvider.class)) {
      LinkAttackProvider other = names.put(provider.name(), provider);
      if (other != null) {
        throw new IllegalStateException(
            "two attacks are named "
                + provider.name()
                + ": "
                + other.getClass().getName()
                + " and "
                + provider.getClass().getName());
      }
      all.add(provider);
    }
    all.sort(Comparator.comparing(LinkAttackProvider::name));
    return List.copyOf(all);
  }

  /**
   * Returns the attack with a name.
   *
   * @param name a {@link #name}, in any case, words joined by hyphens or underscores
   * @return the registered attack
   * @throws IllegalArgumentException if no attack has that name; the message lists all names
   */
  static LinkAttackProvider named(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT).replace('_', '-');
    List<LinkAttackProvider> all = all();
    for (LinkAttackProvider provider : all) {
      if (provider.name().equals(wanted)) {
        return provider;
      }
    }
    throw new IllegalArgumentException(
        "no attack is named '"
            + name
            + "'; there are "
            + all.stream().map(LinkAttackProvider::name).collect(Collectors.joining(", ")));
  }
}
