package io.linkteller.attack;

import io.linkteller.inference.output.AnswerKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * An attack that is found by name, with the access that it needs. Everything that iterates over
 * attacks (the option {@code --attack}, the choice of {@code auto}, the audit, the table in the
 * documents) reads these declarations, so one class and one registration add an attack.
 * Implementations are {@link ServiceLoader} providers of this interface; the library's own are in
 * {@code io.linkteller.attack.choice.StandardAttacks}.
 */
public interface LinkAttackProvider {

  /** {@return the name: lower case, words joined by hyphens, unique} */
  String name();

  /** {@return what the attack does, in a few words} */
  String description();

  /** {@return the minimum access with which the attack works} */
  Access needs();

  /**
   * Returns alternative accesses, each of which suffices, for an attack that finds more if more is
   * allowed or that works in several ways.
   *
   * @return the accesses, starting with the one with which the attack finds most; by default {@link
   *     #needs} alone
   */
  default List<Access> alternatives() {
    return List.of(needs());
  }

  /**
   * Returns the part of an access that the attack uses.
   *
   * @param allowed what an attacker may do
   * @return the first of the {@link #alternatives} that lacks nothing, else {@link #needs}
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
   * Returns whether the attack distinguishes the arcs (u, v) and (v, u). One that does not predicts
   * both arcs of a pair on {@linkplain io.linkteller.inference.InferenceNodes#directed directed}
   * nodes, and {@code auto} does not try it there.
   *
   * @return by default false
   */
  default boolean predictsDirections() {
    return false;
  }

  /** {@return whether the attack is the paper's, or a baseline of the paper} */
  default boolean isOfPaper() {
    return false;
  }

  /**
   * Returns whether {@code auto} tries the attack on such answers, if the access suffices and no
   * earlier attempt decided every pair. {@code auto} runs the attack and accepts its result if the
   * predicted graph explains held-out probes better than all others. An attack that runs other
   * attacks returns false.
   *
   * @param answers the kind of answers
   * @param targets n, the number of targets
   * @return whether the attack is tried; by default, unless it is the paper's or a baseline
   */
  default boolean isTriedOn(AnswerKind answers, int targets) {
    return !isOfPaper();
  }

  /** {@return the options that a request may set, by default none} */
  default List<AttackOption<?>> options() {
    return List.of();
  }

  /**
   * Returns the attack that a request describes. The attack converts answers by {@link
   * AttackRequest#answers}, and ignores options that it does not declare.
   *
   * @param request the access, the settings that all attacks share, and options
   * @return an attack that may be run many times, on the unconverted black box
   * @throws IllegalArgumentException if the access does not suffice, or an option is out of range
   */
  LinkAttack create(AttackRequest request);

  /**
   * Returns what an access lacks for this attack on a number of targets.
   *
   * @param access what an attacker may do
   * @param targets n, the number of targets
   * @return the reasons as phrases, empty if the attack is possible
   */
  default List<String> lacking(Access access, int targets) {
    List<String> lacking = new ArrayList<>(access.lacks(needs(access)));
    if (!access.mayAsk(expectedQueries(targets))) {
      lacking.add(
          "needs about "
              + expectedQueries(targets)
              + " queries, but may ask "
              + access.queryLimit().orElseThrow());
    }
    return List.copyOf(lacking);
  }

  /**
   * Returns the attacks that {@code auto} may try, starting with those that need the fewest
   * queries.
   *
   * @param access what an attacker may do
   * @param targets n, the number of targets
   * @return the attacks that are {@linkplain #isTriedOn tried} and lack nothing
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
   * @return the attacks in order of name
   * @throws IllegalStateException if two have the same name
   */
  static List<LinkAttackProvider> all() {
    return registry().all();
  }

  /**
   * Returns the attack with a name.
   *
   * @param name a {@link #name}, in any case, words joined by hyphens or underscores
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
