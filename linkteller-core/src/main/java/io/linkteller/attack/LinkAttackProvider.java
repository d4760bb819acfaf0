package io.linkteller.attack;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * An attack of your own that is found by its name, as {@code --attack} of the command line does: a
 * {@link ServiceLoader} provider of this interface.
 */
public interface LinkAttackProvider {

  /** Returns the name: lower case, words joined by hyphens, unique. */
  String name();

  /** Returns what the attack does, in a few words. */
  String description();

  /**
   * Returns the attack.
   *
   * @param settings the settings that attacks of every kind have
   * @return an attack that may be run many times
   */
  LinkAttack create(AttackSettings settings);

  /** Returns the registered attacks, in order of name. */
  static List<LinkAttackProvider> all() {
    List<LinkAttackProvider> all = new ArrayList<>();
    ServiceLoader.load(LinkAttackProvider.class).forEach(all::add);
    all.sort(Comparator.comparing(LinkAttackProvider::name));
    return List.copyOf(all);
  }
}
