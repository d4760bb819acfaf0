package io.linkteller.eval.cell;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ResultKeyTest {

  @Test
  void theOrderOfSettingsDoesNotMatter() {
    ResultKey one = ResultKey.of("attack").with("seed", 42).with("epsilon", 1.5);
    ResultKey other = ResultKey.of("attack").with("epsilon", 1.5).with("seed", 42);
    assertEquals(one, other);
    assertEquals(one.fileName(), other.fileName());
  }

  @Property(tries = 200)
  void aChangedSettingChangesTheFileName(
      @ForAll String name, @ForAll String value, @ForAll String other) {
    ResultKey key = ResultKey.of("attack").with("x" + name, value);
    assertEquals(
        value.equals(other),
        key.fileName().equals(ResultKey.of("attack").with("x" + name, other).fileName()));
    assertNotEquals(key.fileName(), ResultKey.of("utility").with("x" + name, value).fileName());
  }

  @Test
  void namesAndValuesAreSeparated() {
    assertNotEquals(
        ResultKey.of("a").with("ab", "c").fileName(), ResultKey.of("a").with("a", "bc").fileName());
  }

  @Test
  void filesAreNamedAfterTheirKind() {
    assertTrue(ResultKey.of("dp-attack").fileName().matches("dp-attack-[0-9a-f]{20}"));
  }

  @Test
  void theVersionIsASetting() {
    assertEquals(ResultKey.version(), ResultKey.of("attack").settings().get("version"));
  }

  @Test
  void theBuildProvidesTheVersion() {
    assertTrue(ResultKey.version().matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?"), ResultKey.version());
  }

  @Test
  void aSettingGivenTwiceIsRefused() {
    ResultKey key = ResultKey.of("attack").with("seed", 1);
    assertRefused(() -> key.with("seed", 2));
  }

  @Test
  void anInvalidKindIsRejected() {
    assertRefused(() -> ResultKey.of("../attack"));
  }
}
