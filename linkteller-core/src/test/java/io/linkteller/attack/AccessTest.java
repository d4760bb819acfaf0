package io.linkteller.attack;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class AccessTest {

  @Provide
  Arbitrary<Access> accesses() {
    Arbitrary<Access.Precision> precisions =
        Arbitraries.of(
            Access.Precision.EXACT,
            Access.Precision.SINGLE,
            Access.Precision.rounded(6),
            Access.Precision.rounded(1),
            Access.Precision.NOISY);
    Arbitrary<AccessBuilder> queries =
        Combinators.combine(
                Arbitraries.of(Access.Nodes.class),
                Arbitraries.of(Access.Features.class),
                Arbitraries.of(Access.Part.class),
                Arbitraries.integers().between(0, 3),
                Arbitraries.integers().between(0, 3))
            .as(
                (nodes, features, part, perTarget, limit) -> {
                  AccessBuilder access =
                      Access.needing().nodes(nodes).features(features).featuresOf(part);
                  if (perTarget > 0) {
                    access.joining(new Access.Joining(perTarget, perTarget));
                  }
                  return limit > 0 ? access.queryLimit(limit) : access;
                });
    return Combinators.combine(
            queries,
            Arbitraries.of(AnswerKind.Form.class),
            precisions,
            Arbitraries.of(Access.Part.class),
            Arbitraries.of(true, false),
            Arbitraries.subsetOf(Access.Knowledge.values()))
        .as(
            (access, form, precision, part, still, known) -> {
              access.form(form).precision(precision).answersFor(part).staticGraph(still);
              known.forEach(access::knowing);
              return access.build();
            });
  }

  @Property
  void everyAccessCoversItselfAndTheEmptyAccess(@ForAll("accesses") Access access) {
    assertTrue(access.covers(access), () -> access.lacks(access).toString());
    assertTrue(access.covers(Access.NONE));
    assertEquals(access, access.toBuilder().build());
    assertEquals(access.hashCode(), access.toBuilder().build().hashCode());
  }

  @Property
  void coveringIsTransitiveAndMutualOnlyBetweenEquals(
      @ForAll("accesses") Access a, @ForAll("accesses") Access b, @ForAll("accesses") Access c) {
    if (a.covers(b) && b.covers(c)) {
      assertTrue(a.covers(c), () -> a + " " + b + " " + c + " " + a.lacks(c));
    }
    if (a.covers(b) && b.covers(a) && !a.equals(b)) {
      // Which nodes' features may be chosen makes no difference if features stay as they are.
      assertEquals(Access.Features.AS_THEY_ARE, a.features());
      assertNotEquals(a.featuresOf(), b.featuresOf());
    }
  }

  @Test
  void lackingAccessIsDescribedInWords() {
    Access scaling =
        Access.builder()
            .nodes(Access.Nodes.WHOLE_GRAPH)
            .features(Access.Features.SCALED)
            .featuresOf(Access.Part.TARGETS)
            .form(AnswerKind.Form.PROBABILITIES)
            .precision(Access.Precision.rounded(2))
            .answersFor(Access.Part.TARGETS)
            .staticGraph(false)
            .build();
    Access all =
        Access.UNRESTRICTED.toBuilder()
            .joining(new Access.Joining(1, 2))
            .knowing(Access.Knowledge.MECHANISM)
            .build();
    assertEquals(
        List.of(
            "needs queries of subsets of the nodes, but each query includes all of them",
            "needs to add 1 node per target with 2 edges each, but nodes cannot be added",
            "needs features of any size, but may send them only scaled",
            "needs to choose features of all nodes, but may choose only those of the targets",
            "needs logits, but answers are probabilities",
            "needs answers exact, but they are rounded to 2 decimals",
            "needs answers for all nodes, but they are for the targets",
            "needs a graph that does not change between queries",
            "needs to know the mechanism that perturbed the graph, and its epsilon"),
        scaling.lacks(all));
    assertFalse(scaling.covers(all));
    assertTrue(all.covers(scaling));
  }

  @Test
  void anAccessReturnsItsKindOfAnswers() {
    AnswerKind rounded =
        new AnswerKind(AnswerKind.Form.PROBABILITIES, Posterior.SIGMOID, OptionalInt.of(2));
    assertEquals(rounded, Access.seeing(rounded).answers());
    assertEquals(AnswerKind.LOGITS, Access.UNRESTRICTED.answers());
    assertTrue(
        Access.seeing(rounded)
            .sentences()
            .contains("Answers are probabilities with 2 decimals, for all nodes."));
  }

  @Test
  void aLimitAllowsThatManyQueries() {
    Access limited = Access.builder().queryLimit(10).build();
    assertTrue(limited.mayAsk(10));
    assertFalse(limited.mayAsk(11));
    assertTrue(Access.UNRESTRICTED.covers(limited));
    assertFalse(limited.covers(Access.UNRESTRICTED));
    assertRefused(() -> Access.builder().queryLimit(-1));
    assertRefused(() -> Access.Precision.rounded(16));
    assertRefused(() -> new Access.Joining(0, 1));
  }
}
