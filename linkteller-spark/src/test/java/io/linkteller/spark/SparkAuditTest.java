package io.linkteller.spark;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.models.audit.ExposedEdge;
import io.linkteller.models.audit.LeakageReport;
import io.linkteller.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;

@EnabledForJreRange(
    maxVersion = 23,
    disabledReason = "Hadoop, which Spark 4.0 needs, calls a method that Java 24 removed")
class SparkAuditTest {

  @TempDir private static Path directory;

  private static @Nullable SparkSession opened;
  private static @Nullable SmallAudit written;

  @BeforeAll
  static void start() {
    written = SmallAudit.write(directory, 60, 200);
    opened =
        SparkAuditCommand.writingForTheOwner()
            .master("local[2]")
            // Other tests may have opened the file system with other settings.
            .config("spark.hadoop.fs.file.impl.disable.cache", true)
            .appName("SparkAuditTest")
            .config("spark.ui.enabled", false)
            .config("spark.sql.shuffle.partitions", 2)
            // Reading the few rows takes less time than compiling code for them.
            .config("spark.sql.codegen.wholeStage", false)
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toString())
            .getOrCreate();
  }

  @AfterAll
  static void stop() {
    session().stop();
  }

  private static SparkSession session() {
    return Objects.requireNonNull(opened);
  }

  private static SmallAudit small() {
    return Objects.requireNonNull(written);
  }

  private static SparkAudit audit(int partitions) {
    return SparkAudit.builder(session(), small().data(), small().weights())
        .partitions(partitions)
        .build();
  }

  @Test
  void reportsEqualThoseOfOneMachineForAnyNumberOfPartitions() {
    String expected = small().onOneMachine().digest();
    assertEquals(expected, audit(3).run().digest());
    SparkAudit sending =
        SparkAudit.builder(session(), small().data(), small().weights())
            .partitions(Thorough.size(1, 40))
            .sendingFiles()
            .build();
    assertEquals(expected, sending.run().digest());
  }

  @Test
  void exposuresAreWrittenAsParquetThatOnlyItsOwnerCanRead() throws IOException {
    LeakageReport report = small().onOneMachine();
    String file = directory.resolve("exposures.parquet").toString();
    audit(2).exposures(report).write().parquet(file);
    try (Stream<Path> written = Files.walk(Path.of(file))) {
      for (Path each : written.toList()) {
        assertEquals(
            PosixFilePermissions.fromString(Files.isDirectory(each) ? "rwx------" : "rw-------"),
            Files.getPosixFilePermissions(each),
            each.toString());
      }
    }
    List<Row> rows =
        session().read().parquet(file).collectAsList().stream()
            .sorted(Comparator.comparingLong(row -> row.getLong(3)))
            .toList();
    assertEquals(report.edgeCount(), rows.size());
    for (int place = 0; place < rows.size(); place++) {
      ExposedEdge edge = report.edges().get(place);
      Row row = rows.get(place);
      assertEquals(edge.u(), row.getInt(0));
      assertEquals(edge.v(), row.getInt(1));
      assertEquals(edge.score(), row.getDouble(2));
      assertEquals(edge.rank(), row.getLong(3));
    }
  }

  @Test
  void theTopPairsEqualThoseOfAnAttack() {
    List<SmallAudit.Pair> ranking = small().ranking();
    SparkAudit audit = audit(2);
    for (int m : new int[] {17, ranking.size()}) {
      Set<SmallAudit.Pair> found =
          audit.topPairs(m).collectAsList().stream()
              .map(row -> new SmallAudit.Pair(row.getInt(0), row.getInt(1), row.getDouble(2)))
              .collect(Collectors.toSet());
      assertEquals(Set.copyOf(ranking.subList(0, m)), found, m + " pairs");
    }
    assertRefused(() -> audit.topPairs(0));
    String tooMany =
        String.valueOf(
            assertThrows(IllegalArgumentException.class, () -> audit.topPairs(ranking.size() + 1L))
                .getMessage());
    assertTrue(tooMany.contains("only " + ranking.size() + " pairs"), tooMany);
  }

  @Test
  void histogramsNarrowARangeToSingleKeys() {
    long low = 5;
    long high = Long.MAX_VALUE - 3;
    long key = 1L << 40;
    while (low < high) {
      Histogram range = Histogram.of(low, high, 4);
      assertTrue(range.size() <= 17, range.toString());
      int at = range.classOf(key);
      assertTrue(range.low(at) <= key && key <= range.high(at), range.toString());
      assertEquals(-1, range.classOf(low - 1));
      assertEquals(at, range.classOf(range.low(at)));
      assertEquals(at, range.classOf(range.high(at)));
      low = range.low(at);
      high = range.high(at);
    }
    assertEquals(key, low);
  }

  @Test
  void invalidArgumentsAreRejected() {
    assertRefused(() -> audit(0));
  }
}
