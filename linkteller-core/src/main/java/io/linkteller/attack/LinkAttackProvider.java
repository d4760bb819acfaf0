package io.linkteller.attack;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Makes an attack available by name, for example to the option {@code --attack} of the command
 * line. Implementations are registered as {@link ServiceLoader} providers of this interface.
 */
public interface LinkAttackProvider {

  /** {@return the name: lower case, words joined by hyphens, unique} */
  String name();

  /** {@return what the attack does, in a few words} */
  String description();

  /**
   * Returns the attack.
   *
   * @param settings the settings that all attacks share
   * @return an attack that may be run many times
   */
  LinkAttack create(AttackSettings settings);

  /** {@return the registered attacks, in order of name} */
  static List<LinkAttackProvider> all() {
    List<LinkAttackProvider> all = new ArrayList<>();
    ServiceLoader.load(LinkAttackProvider.class).forEach(all::add);
    all.sort(Comparator.comparing(LinkAttackProvider::name));
    return List.copyOf(all);
  }
}
