package io.linkteller.attack.choice;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackOption;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.inference.output.AnswerKind;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntToLongFunction;

/** An attack whose declarations are passed to the constructor. */
abstract class DeclaredAttack implements LinkAttackProvider {

  /** Boolean declarations of an attack. */
  enum Trait {
    /** The attack is the paper's attack or one of the paper's baselines. */
    OF_PAPER,
    /** The attack distinguishes the two arcs of a pair on directed nodes. */
    TELLS_DIRECTIONS
  }

  private final String name;
  private final String description;
  private final IntToLongFunction queries;
  private final Function<AttackRequest, LinkAttack> factory;
  private final List<Access> alternatives;
  private final Set<Trait> traits;
  private final List<AttackOption<?>> options;

  /**
   * Declares an attack.
   *
   * @param queries maps the number of targets to the expected number of queries
   * @param factory validates a request and creates the attack
   * @param alternatives the accesses that the attack can use, from the most effective to the
   *     minimum
   */
  DeclaredAttack(
      String name,
      String description,
      IntToLongFunction queries,
      Function<AttackRequest, LinkAttack> factory,
      List<Access> alternatives,
      Set<Trait> traits,
      AttackOption<?>... options) {
    this.name = name;
    this.description = description;
    this.queries = queries;
    this.factory = factory;
    this.alternatives = alternatives;
    this.traits = traits;
    this.options = List.of(options);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String description() {
    return description;
  }

  @Override
  public final Access needs() {
    return alternatives.get(alternatives.size() - 1);
  }

  @Override
  public final List<Access> alternatives() {
    return alternatives;
  }

  @Override
  public final long expectedQueries(int targets) {
    return queries.applyAsLong(targets);
  }

  @Override
  public final boolean predictsDirections() {
    return traits.contains(Trait.TELLS_DIRECTIONS);
  }

  @Override
  public final boolean isOfPaper() {
    return traits.contains(Trait.OF_PAPER);
  }

  @Override
  public final List<AttackOption<?>> options() {
    return options;
  }

  @Override
  public boolean isTriedOn(AnswerKind answers, int targets) {
    return false;
  }

  /**
   * Checks only that the attack can use answers of the request's form. The session enforces the
   * limit on queries; the black box enforces all other restrictions.
   */
  @Override
  public final LinkAttack create(AttackRequest request) {
    Access form = Access.needing().form(needs().form()).build();
    List<String> lacking = Access.seeing(request.answers()).lacks(form);
    if (!lacking.isEmpty()) {
      throw new IllegalArgumentException(name + " " + String.join("; ", lacking));
    }
    return factory.apply(request).named(name, name + ", " + request.access(), request.settings());
  }
}
