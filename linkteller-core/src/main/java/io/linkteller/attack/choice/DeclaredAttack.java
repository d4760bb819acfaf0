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

/** An attack with its declarations. */
abstract class DeclaredAttack implements LinkAttackProvider {

  /** Further declarations of an attack. */
  enum Trait {
    /** It is one of the paper's attacks; {@code auto} does not try it. */
    OF_PAPER,
    /** It predicts arcs on directed nodes. */
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
   * @param queries the expected number of queries, by the number of targets
   * @param factory checks a request and returns the attack
   * @param alternatives accesses that it makes use of; the last is the minimum that it needs
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
   * Checks the form of the answers, without which they cannot be read. Sessions enforce the limit
   * on queries; the black box enforces all other limits.
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
