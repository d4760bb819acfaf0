package io.linkteller.attack;

/** An attack with a given name, journal key and settings. */
record NamedAttack(String name, String journalKey, AttackSettings settings, LinkAttack attack)
    implements LinkAttack {

  @Override
  public Finding find(QuerySession session) {
    return attack.find(session);
  }

  @Override
  public String toString() {
    return name;
  }
}
