package io.linkteller.attack;

import io.linkteller.inference.output.AnswerKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Declares an attack: its name, the access that it needs, and how it is created. Everything that
 * iterates over attacks (the option {@code --attack}, the attack {@code auto}, the audit, the table
 * in the documentation) reads these declarations, so adding an attack takes one class and its
 * registration. Implementations are {@link ServiceLoader} providers of this interface; those of the
 * library are in {@code io.linkteller.attack.choice.StandardAttacks}.
 */
public interface LinkAttackProvider {

  /** {@return the unique name, in lower case with hyphens between words} */
  String name();

  /** {@return what the attack does, in a few words} */
  String description();

  /** {@return the minimum access with which the attack works} */
  Access needs();

  /**
   * Returns alternative accesses, each of which suffices. There are several if the attack finds
   * more with more access or works in different ways.
   *
   * @return the accesses, the most effective first; by default only {@link #needs}
   */
  default List<Access> alternatives() {
    return List.of(needs());
  }

  /**
   * Returns the part of an access that the attack uses.
   *
   * @param allowed the attacker's access
   * @return the first of the {@link #alternatives} that {@code allowed} covers, apart from the
   *     number of queries; {@link #needs} if it covers none
   */
  default Access needs(Access allowed) {
    return alternatives().stream()
        .filter(each -> allowed.lacks(each).isEmpty())
        .findFirst()
        .orElseGet(this::needs);
  }

  /**
   * Returns approximately how many queries the attack sends to a suitable model.
   *
   * @param targets n, the number of targets
   * @return the number of queries, 0 if the attack sends none
   */
  long expectedQueries(int targets);

  /**
   * Returns whether the attack distinguishes the arcs (u, v) and (v, u). On {@linkplain
   * io.linkteller.inference.InferenceNodes#directed directed} nodes, an attack that does not
   * distinguish them predicts both arcs of a pair, and {@code auto} skips it.
   *
   * @return whether the attack distinguishes directions; by default, false
   */
  default boolean predictsDirections() {
    return false;
  }

  /** {@return whether the attack is the paper's attack or one of the paper's baselines} */
  default boolean isOfPaper() {
    return false;
  }

  /**
   * Returns whether {@code auto} tries the attack on a kind of answers, provided that the access
   * suffices and no earlier attempt has decided every pair. {@code auto} accepts the result if it
   * decides every pair or, failing that, if the predicted graph explains held-out probes better
   * than the graphs of all other attempts. An attack that runs other attacks must return false.
   *
   * @param answers the kind of answers
   * @param targets n, the number of targets
   * @return whether the attack is tried; by default, true unless it {@linkplain #isOfPaper is from
   *     the paper}
   */
  default boolean isTriedOn(AnswerKind answers, int targets) {
    return !isOfPaper();
  }

  /** {@return the options that a request may set; by default, none} */
  default List<AttackOption<?>> options() {
    return List.of();
  }

  /**
   * Creates the attack for a request. The attack converts answers according to {@link
   * AttackRequest#answers} and ignores options that it does not declare.
   *
   * @param request the access, the settings that all attacks share, and the options
   * @return an attack that can be run many times and expects the unconverted black box
   * @throws IllegalArgumentException if the access does not suffice, or an option is out of range
   */
  LinkAttack create(AttackRequest request);

  /**
   * Returns what an access lacks for this attack on a given number of targets.
   *
   * @param access the attacker's access
   * @param targets n, the number of targets
   * @return the reasons, each a phrase; empty if the attack is possible
   */
  default List<String> lacking(Access access, int targets) {
    List<String> lacking = new ArrayList<>(access.lacks(needs(access)));
    if (!access.mayAsk(expectedQueries(targets))) {
      lacking.add(
          "needs about "
              + expectedQueries(targets)
              + " queries, but may send "
              + access.queryLimit().orElseThrow());
    }
    return List.copyOf(lacking);
  }

  /**
   * Returns the attacks that {@code auto} may try, in order of increasing number of queries.
   *
   * @param access the attacker's access
   * @param targets n, the number of targets
   * @return the attacks that {@code auto} {@linkplain #isTriedOn tries} and for which the access
   *     suffices
   */
  static List<LinkAttackProvider> triedWith(Access access, int targets) {
    return all().stream()
        .filter(attack -> attack.isTriedOn(access.answers(), targets))
        .filter(attack -> attack.lacking(access, targets).isEmpty())
        .sorted(Comparator.comparingLong(attack -> attack.expectedQueries(targets)))
        .toList();
  }

  /**
   * Returns the registered attacks.
   *
   * @return the attacks, sorted by name
   * @throws IllegalStateException if two attacks have the same name
   */
  static List<LinkAttackProvider> all() {
    return registry().all();
  }

  /**
   * Returns the attack with a given name.
   *
   * @param name the {@link #name}; case is ignored, and underscores count as hyphens
   * @return the registered attack
   * @throws IllegalArgumentException if no attack has that name; the message lists all names
   */
  static LinkAttackProvider named(String name) {
    return registry().named(name);
  }

  private static Registry<LinkAttackProvider> registry() {
    return new Registry<>(
        "attack",
        LinkAttackProvider::name,
        List.of(),
        ServiceLoader.load(LinkAttackProvider.class));
  }
}
