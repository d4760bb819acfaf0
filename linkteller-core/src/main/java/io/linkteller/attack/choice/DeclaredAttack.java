package io.linkteller.attack.choice;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackOption;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.inference.output.AnswerKind;
import java.util.List;
import java.util.function.IntToLongFunction;

/** An attack with its declarations. */
abstract class DeclaredAttack implements LinkAttackProvider {

  private final String name;
  private final String description;
  private final Access needs;
  private final IntToLongFunction queries;
  private final List<AttackOption<?>> options;

  DeclaredAttack(
      String name,
      String description,
      Access needs,
      IntToLongFunction queries,
      AttackOption<?>... options) {
    this.name = name;
    this.description = description;
    this.needs = needs;
    this.queries = queries;
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
    return needs;
  }

  @Override
  public final long expectedQueries(int targets) {
    return queries.applyAsLong(targets);
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
   * Checks the form of the answers, without which nothing can be read. All else is left to the
   * black box, which knows what it allows.
   */
  final AttackRequest readable(AttackRequest request) {
    Access shown = Access.seeing(request.answers());
    Access form = Access.needing().form(needs.form()).build();
    if (!shown.lacks(form).isEmpty()) {
      throw new IllegalArgumentException(name + " " + String.join("; ", shown.lacks(form)));
    }
    return request;
  }
}
