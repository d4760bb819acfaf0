package io.linkteller.inference.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.file.VolatileDisk;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.testing.Counting;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** The power fails while answers are recorded. */
class JournalPowerFailureTest {

  private static final Path FILE = Path.of("/attack.journal");
  private static final int QUERIES = 40;
  private static final InferenceNodes NODES =
      InferenceNodes.of(FeatureMatrix.dense(new DMatrixRMaj(QUERIES, 2)));

  /** Sends all queries and checks the answers; returns the number of queries that were sent on. */
  private static int ask(VolatileDisk disk) throws Exception {
    Counting counting = new Counting(query -> query.features().toDense());
    try (QueryJournal journal =
        QueryJournal.open(disk.open(FILE), FILE.toString(), NODES, "settings")) {
      InferenceApi api = journal.recording(counting);
      for (int i = 0; i < QUERIES; i++) {
        InferenceQuery query = NODES.queryWith(FeatureEdit.replacing(i, new double[] {i + 1, -i}));
        assertArrayEquals(query.features().toDense().data, api.predict(query).data);
      }
    }
    return counting.count();
  }

  /** Up to three failures in a row, each at any operation. */
  @Test
  void aJournalSurvivesPowerFailuresWithoutWrongAnswers() throws Exception {
    SplittableRandom random = new SplittableRandom(3);
    int resent = 0;
    for (int run = 0; run < 600; run++) {
      VolatileDisk disk = new VolatileDisk(random.nextInt(QUERIES + 6), random.nextLong());
      for (int failure = random.nextInt(1, 4); failure > 0; failure--) {
        try {
          ask(disk);
        } catch (VolatileDisk.PowerFailure e) {
          // Continues below with the data that reached the disk.
        }
        disk = disk.restarted(failure > 1 ? random.nextInt(QUERIES + 6) : Integer.MAX_VALUE);
      }
      resent += ask(disk);
      assertEquals(0, ask(disk), "all answers are recorded");
    }
    assertTrue(resent > 600 && resent < 600 * QUERIES, resent + " queries sent again");
  }

  @Test
  void nothingIsLostAfterTheJournalWasClosed() throws Exception {
    for (long seed = 0; seed < 50; seed++) {
      VolatileDisk disk = new VolatileDisk(Integer.MAX_VALUE, seed);
      assertEquals(QUERIES, ask(disk));
      assertEquals(0, ask(disk.restarted(Integer.MAX_VALUE)));
    }
  }
}
