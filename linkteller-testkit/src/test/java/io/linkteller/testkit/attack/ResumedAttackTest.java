package io.linkteller.testkit.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.journal.QueryJournal;
import io.linkteller.testing.Counting;
import io.linkteller.testing.fixture.RandomMixing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks that are stopped at any moment resume from their journal. */
class ResumedAttackTest {

  private static final InferenceNodes NODES = RandomMixing.nodes();
  private static final InferenceApi MODEL = new RandomMixing();
  private static final int QUERIES = NODES.targets().size() + 1;
  private static final LinkPrediction UNDISTURBED =
      LinkTeller.attack(MODEL, NODES, RandomMixing.K_HAT);

  @TempDir Path directory;

  private static LinkPrediction attack(Path journal, int parallelism, InferenceApi api) {
    return LinkTeller.builder()
        .journal(journal)
        .parallelism(parallelism)
        .build()
        .run(api, NODES, RandomMixing.K_HAT);
  }

  private static void assertResumes(Path journal, int parallelism, int answersKept) {
    Counting counting = new Counting(MODEL);
    LinkPrediction found = attack(journal, parallelism, counting);
    assertEquals(UNDISTURBED.edges(), found.edges());
    assertEquals(QUERIES, found.queries());
    assertEquals(QUERIES - answersKept, counting.count());
  }

  /** A crash leaves a prefix of the file; the 12 lengths are drawn from a fixed seed. */
  @Test
  void resumedAttacksEndInTheUndisturbedRanking() throws IOException {
    Path journal = directory.resolve("whole");
    attack(journal, 1, MODEL);
    byte[] whole = Files.readAllBytes(journal);
    SplittableRandom random = new SplittableRandom(50);
    for (int crash = 0; crash < 12; crash++) {
      Path cut = directory.resolve("cut-" + crash);
      Files.write(cut, Arrays.copyOf(whole, random.nextInt(whole.length + 1)));
      int kept = kept(cut);
      assertTrue(kept >= 0 && kept <= QUERIES);
      assertResumes(cut, crash % 2 == 0 ? 1 : 4, kept);
      assertResumes(cut, 1, QUERIES);
    }
  }

  private static int kept(Path journal) {
    try (QueryJournal opened = QueryJournal.open(journal, NODES, "linkteller, delta = 1.0E-4")) {
      return opened.recorded();
    }
  }

  /** At that moment, the file has the contents it would have if the program were killed. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void anErrorAtAnyQueryLosesOnlyTheQueriesUnderWay(int parallelism) {
    for (int last = 0; last < QUERIES; last += 5) {
      Path journal = directory.resolve("error-" + last);
      Path killed = directory.resolve("killed-" + last);
      AtomicInteger answered = new AtomicInteger();
      int limit = last;
      InferenceApi dying =
          query -> {
            if (answered.get() >= limit) {
              if (parallelism == 1) {
                Files.copy(journal, killed);
              }
              throw new OutOfMemoryError("for the test");
            }
            answered.incrementAndGet();
            return MODEL.predict(query);
          };
      assertThrows(OutOfMemoryError.class, () -> attack(journal, parallelism, dying));
      assertResumes(journal, parallelism, answered.get());
      if (parallelism == 1) {
        assertResumes(killed, 1, limit);
      }
    }
  }
}
