package io.linkteller.inference.journal;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.file.RandomAccess;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.QueryKeys;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryJournalTest {

  private static final String SETTINGS = "LinkTeller, delta = 1.0E-4";
  private static final InferenceNodes NODES =
      InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1, 2}, {3, -0.0}, {5, 6}}))
          .targeting(0, 2);

  /** The Base64-encoded journal that this version writes for {@link #QUERIES}. */
  private static final String FORMAT_3 =
      "TFRRVUVSWUoAAAADAAAAepuN3x73Ob97J6F8M/Ashi4n4WY5JG6HiF7x7nx5FKZWBm3MoBiMcD9Q"
          + "6xItigsPJm7JSMqD/tNDobjEiVhwCpXNBKR1RJjgbbWhPF83Hx8E/20kcPJKqb2IZUDl3Od/cExp"
          + "bmtUZWxsZXIsIGRlbHRhID0gMS4wRS008fiTaQAAAExIYxws3XWkggjuUMcZR6Q2AAAAAwAAAAL/"
          + "////P/AAAAAAAABAAAAAAAAAAEAIAAAAAAAAgAAAAAAAAABAFAAAAAAAAEAYAAAAAAAAomz5zgAA"
          + "ADAcqU+IuejxSWvVSf5sLOw/AAAAAwAAAAIAAAABAAAAAEAAAAAAAAAAQBAAAAAAAADgdt7iAAAA"
          + "MApSMBTWfckf13AsCijtLIAAAAADAAAAAgAAAAEAAAACwC4AAAAAAADAMgAAAAAAAAVvrq8AAAAw"
          + "k076KHzXhhjfu49wZbq5SwAAAAMAAAACAAAAAQAAAALAMYAAAAAAAMA1AAAAAAAA6cYOmQ==";

  @TempDir Path directory;

  private Path file = Path.of("");

  @BeforeEach
  void nameTheFile() {
    file = directory.resolve("attack.journal");
  }

  private static InferenceQuery scaled(int row, double factor) {
    return NODES.queryWith(FeatureEdit.scaling(row, factor));
  }

  /** Returns the features as the answer and counts its calls. */
  private static InferenceApi counting(AtomicInteger calls) {
    return query -> {
      calls.incrementAndGet();
      return query.features().toDense();
    };
  }

  private static final List<InferenceQuery> QUERIES =
      List.of(NODES.query(), scaled(0, 2), scaled(2, -3), scaled(2, -3.5));

  private List<DMatrixRMaj> ask(AtomicInteger calls) throws Exception {
    List<DMatrixRMaj> answers = new ArrayList<>();
    try (QueryJournal journal = QueryJournal.open(file, NODES, SETTINGS)) {
      InferenceApi api = journal.recording(counting(calls));
      for (InferenceQuery query : QUERIES) {
        answers.add(api.predict(query));
      }
    }
    return answers;
  }

  private static void assertTheAnswers(List<DMatrixRMaj> answers) {
    for (int i = 0; i < QUERIES.size(); i++) {
      // Compared bit by bit, because the features contain -0.0.
      assertArrayEquals(QUERIES.get(i).features().toDense().data, answers.get(i).data);
    }
  }

  @Test
  void aRecordedQueryIsNotSentAgainByAnyProgram() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    assertTheAnswers(ask(calls));
    assertTheAnswers(ask(calls));
    assertEquals(QUERIES.size(), calls.get());
  }

  /**
   * A change of the format needs a new version; otherwise journals of unfinished attacks are lost.
   */
  @Test
  void aJournalOfFormat3IsReadAndWritten() throws Exception {
    byte[] known = Base64.getDecoder().decode(FORMAT_3);
    AtomicInteger calls = new AtomicInteger();
    Files.write(file, known);
    assertTheAnswers(ask(calls));
    assertEquals(0, calls.get());
    Files.delete(file);
    ask(calls);
    assertArrayEquals(known, Files.readAllBytes(file));
  }

  /** A link to nowhere, planted in a directory that others can write to. */
  @Test
  void noFileIsCreatedThroughADanglingLink() throws IOException {
    Path elsewhere = directory.resolve("elsewhere");
    Files.createSymbolicLink(file, elsewhere);
    assertRefused(
        UncheckedIOException.class,
        "attack.journal",
        () -> QueryJournal.open(file, NODES, SETTINGS));
    assertFalse(Files.exists(elsewhere));
    Files.createFile(elsewhere);
    QueryJournal.open(file, NODES, SETTINGS).close();
    assertTrue(Files.size(elsewhere) > 0);
  }

  /** Truncates the file at every byte, including those of the header. */
  @Test
  void aFileTruncatedAnywhereLosesOnlyItsLastRecord() throws Exception {
    ask(new AtomicInteger());
    byte[] whole = Files.readAllBytes(file);
    int before = 0;
    for (int length = 0; length <= whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      AtomicInteger calls = new AtomicInteger();
      assertTheAnswers(ask(calls));
      int kept = QUERIES.size() - calls.get();
      assertTrue(kept == before || kept == before + 1, "at " + length);
      before = kept;
      assertArrayEquals(whole, Files.readAllBytes(file));
    }
    assertEquals(QUERIES.size(), before);
  }

  /** Damages the file at every byte. */
  @Test
  void theAnswersBeforeADamagedRecordAreKept() throws Exception {
    ask(new AtomicInteger());
    byte[] whole = Files.readAllBytes(file);
    int refused = 0;
    int kept = 0;
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 0x10;
      Files.write(file, damaged);
      try {
        AtomicInteger calls = new AtomicInteger();
        assertTheAnswers(ask(calls));
        int before = QUERIES.size() - calls.get();
        assertTrue(before == kept || before == kept + 1, "at " + at);
        kept = before;
        assertArrayEquals(whole, Files.readAllBytes(file));
      } catch (IllegalArgumentException headerDoesNotFit) {
        refused++;
        assertArrayEquals(damaged, Files.readAllBytes(file), "a refused file is left alone");
      }
    }
    assertEquals(QUERIES.size() - 1, kept);
    // Magic number, version, length, three digests, settings and checksum.
    assertEquals(8 + 4 + 4 + 3 * 32 + SETTINGS.length() + 4, refused);
  }

  @Test
  void truncationIsReported() throws Exception {
    int n = 31;
    InferenceNodes many = InferenceNodes.of(FeatureMatrix.dense(new DMatrixRMaj(n, 1)));
    AtomicInteger calls = new AtomicInteger();
    askAll(many, calls);
    byte[] damaged = Files.readAllBytes(file);
    damaged[damaged.length / 2] ^= 1;
    Files.write(file, damaged);
    try (QueryJournal journal = QueryJournal.open(file, many, SETTINGS)) {
      assertTrue(journal.recorded() > n / 4 && journal.recorded() < n - 1, "" + journal.recorded());
      assertEquals(damaged.length - Files.size(file), journal.droppedBytes());
    }
    askAll(many, calls);
    assertTrue(calls.get() > n && calls.get() < 2 * n, calls + " queries in all");
  }

  private void askAll(InferenceNodes many, AtomicInteger calls) throws Exception {
    try (QueryJournal journal = QueryJournal.open(file, many, SETTINGS)) {
      InferenceApi api = journal.recording(counting(calls));
      for (int i = 0; i < many.nodes().size(); i++) {
        InferenceQuery query = many.queryWith(FeatureEdit.replacing(i, new double[] {i + 1}));
        assertArrayEquals(query.features().toDense().data, api.predict(query).data);
      }
    }
  }

  /** Each record has a valid checksum but impossible contents. */
  @Tag("thorough")
  @Test
  void recordsWithImpossibleContentsAreSkipped() throws Exception {
    ask(new AtomicInteger());
    byte[] whole = Files.readAllBytes(file);
    int header = 8 + 4 + 4 + 3 * 32 + SETTINGS.length() + 4;
    SplittableRandom random = new SplittableRandom(7);
    for (int attempt = 0; attempt < 500; attempt++) {
      byte[] hostile = whole.clone();
      for (int at = header; at < hostile.length; ) {
        ByteBuffer record = ByteBuffer.wrap(hostile, at, hostile.length - at).slice();
        int size = record.getInt(0);
        if (random.nextInt(2) == 0) {
          // One of n, c, the number of rows, and the number of the first row.
          int field = 4 + 16 + 4 * random.nextInt(size > 28 ? 4 : 3);
          record.putInt(field, random.nextInt() >> random.nextInt(32));
          CRC32C checksum = new CRC32C();
          checksum.update(hostile, at, 4 + size);
          record.putInt(4 + size, (int) checksum.getValue());
        }
        at += size + 8;
      }
      Files.write(file, hostile);
      try (QueryJournal journal = QueryJournal.open(file, NODES, SETTINGS)) {
        InferenceApi api = journal.recording(counting(new AtomicInteger()));
        for (InferenceQuery query : QUERIES) {
          assertEquals(3, api.predict(query).numRows);
        }
      }
    }
  }

  @Test
  void anErrorWhileOpeningDoesNotLeaveTheFileLocked() throws Exception {
    ask(new AtomicInteger());
    RandomAccess opened = RandomAccess.openLocked(file);
    assertThrows(
        OutOfMemoryError.class,
        () -> QueryJournal.open(new FailingFile(opened), file.toString(), NODES, SETTINGS));
    QueryJournal.open(file, NODES, SETTINGS).close();
  }

  /** Fails as if memory ran out in the middle of the first record. */
  private record FailingFile(RandomAccess file) implements RandomAccess {

    @Override
    public long length() throws IOException {
      return file.length();
    }

    @Override
    public void read(long at, byte[] into, int from, int count) throws IOException {
      if (at > 200) {
        throw new OutOfMemoryError("for the test");
      }
      file.read(at, into, from, count);
    }

    @Override
    public void write(long at, byte[] bytes) throws IOException {
      file.write(at, bytes);
    }

    @Override
    public void truncate(long length) throws IOException {
      file.truncate(length);
    }

    @Override
    public void sync() throws IOException {
      file.sync();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  @Test
  void onlyItsOwnerCanReadANewJournal() throws IOException {
    QueryJournal.open(file, NODES, SETTINGS).close();
    assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
  }

  @Test
  void aJournalOfAnotherFormatIsRefusedAndLeftUnchanged() throws Exception {
    ask(new AtomicInteger());
    for (int format : new int[] {1, 2}) {
      byte[] other = Files.readAllBytes(file);
      ByteBuffer.wrap(other).putInt(8, format);
      Files.write(file, other);
      assertRejects(NODES, SETTINGS, "is a journal of format " + format);
      assertRejects(NODES, SETTINGS, "delete the file to send all queries again");
      assertArrayEquals(other, Files.readAllBytes(file));
    }
  }

  @Test
  void theMessageDescribesHowTheJournalOfAnotherAttackDiffers() throws Exception {
    ask(new AtomicInteger());
    FeatureMatrix others = FeatureMatrix.dense(new double[][] {{1, 2}, {3, 0.0}, {5, 6}});
    assertRejects(NODES.targeting(2, 0), SETTINGS, "other targets");
    assertRejects(InferenceNodes.of(others).targeting(0, 2), SETTINGS, "other features");
    assertRejects(
        InferenceNodes.of(IntList.of(0, 3, 2), NODES.features()).targeting(0, 2),
        SETTINGS,
        "other nodes");
    assertRejects(
        NODES,
        "LinkTeller, delta = 0.1",
        "another attack: delta = 1.0E-4, but this one is delta = 0.1; use another file");
    assertRejects(NODES, SETTINGS + ", model = a", "but this one is model = a;");
    Files.writeString(file, "Dear diary, today I wrote something longer than any header is.");
    assertRejects(NODES, SETTINGS, "is not a journal");
  }

  @Test
  void theMessageRepeatsOnlyTheBeginningOfLongSettings() {
    QueryJournal.open(file, NODES, "delta = 1" + "0".repeat(50_000)).close();
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> QueryJournal.open(file, NODES, SETTINGS));
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains("another attack: delta = 100"), message);
    assertTrue(message.contains("but this one is " + SETTINGS + "; use another file"), message);
    assertTrue(message.length() < 1_000 + file.toString().length(), message);
  }

  private void assertRejects(InferenceNodes nodes, String settings, String why) {
    assertRefused(why, () -> QueryJournal.open(file, nodes, settings));
  }

  @Test
  void aFileCanBeUsedByOneAttackAtATime() {
    try (QueryJournal open = QueryJournal.open(file, NODES, SETTINGS)) {
      assertEquals(0, open.recorded());
      assertRejects(NODES, SETTINGS, "in use");
    }
    QueryJournal.open(file, NODES, SETTINGS).close();
  }

  @Test
  void eachRepetitionOfAQueryIsRecorded() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    InferenceApi restless =
        query -> {
          DMatrixRMaj answer = query.features().toDense();
          answer.data[0] = calls.incrementAndGet();
          return answer;
        };
    for (int run = 0; run < 2; run++) {
      try (QueryJournal journal = QueryJournal.open(file, NODES, SETTINGS)) {
        InferenceApi api = journal.recording(restless);
        for (int time = 1; time <= 3 + run; time++) {
          assertEquals(time, api.predict(NODES.query()).data[0]);
        }
      }
    }
    assertEquals(4, calls.get());
  }

  @Test
  void aFailedCallIsNotRecorded() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    InferenceApi failingFirst =
        query -> {
          if (calls.incrementAndGet() == 1) {
            throw new IOException("connection reset");
          }
          return query.features().toDense();
        };
    try (QueryJournal journal = QueryJournal.open(file, NODES, SETTINGS)) {
      InferenceApi api = journal.recording(failingFirst);
      assertThrows(IOException.class, () -> api.predict(NODES.query()));
      assertEquals(0, journal.recorded());
      api.predict(NODES.query());
      assertEquals(1, journal.recorded());
    }
  }

  /** Returns functions that turn a valid answer into one of a defective black box. */
  private static Map<String, UnaryOperator<DMatrixRMaj>> brokenAnswers() {
    return Map.of(
        "NaN", QueryJournalTest::withNan,
        "an infinity", answer -> new DMatrixRMaj(3, 2, true, 0, 0, 0, 1 / 0.0, 0, 0),
        "a row too few", answer -> new DMatrixRMaj(2, 2),
        "no columns", answer -> new DMatrixRMaj(3, 0),
        "null", QueryJournalTest::none);
  }

  private static DMatrixRMaj withNan(DMatrixRMaj answer) {
    DMatrixRMaj broken = answer.copy();
    broken.set(2, 1, Double.NaN);
    return broken;
  }

  /** Returns null, as third-party code may do. */
  @SuppressWarnings("NullAway")
  private static DMatrixRMaj none(DMatrixRMaj answer) {
    return null;
  }

  /** Query 0 is the baseline, the others are probes. */
  @Test
  void invalidAnswersAreNotRecorded() throws Exception {
    for (Map.Entry<String, UnaryOperator<DMatrixRMaj>> broken : brokenAnswers().entrySet()) {
      for (int bad = 0; bad < QUERIES.size(); bad++) {
        Files.deleteIfExists(file);
        assertRefusedOnceAndHealed(broken.getKey(), broken.getValue(), bad);
      }
    }
    for (int bad = 1; bad < QUERIES.size(); bad++) {
      Files.deleteIfExists(file);
      assertRefusedOnceAndHealed("a column too many", answer -> new DMatrixRMaj(3, 3), bad);
    }
  }

  private void assertRefusedOnceAndHealed(String name, UnaryOperator<DMatrixRMaj> broken, int bad)
      throws Exception {
    String where = name + " at query " + bad;
    try (QueryJournal journal = QueryJournal.open(file, NODES, SETTINGS)) {
      AtomicInteger calls = new AtomicInteger();
      InferenceApi api =
          journal.recording(
              query -> {
                DMatrixRMaj answer = query.features().toDense();
                return calls.getAndIncrement() == bad ? broken.apply(answer) : answer;
              });
      for (int i = 0; i < bad; i++) {
        api.predict(QUERIES.get(i));
      }
      assertThrows(InferenceException.class, () -> api.predict(QUERIES.get(bad)), where);
      assertEquals(bad, journal.recorded(), where);
    }
    AtomicInteger calls = new AtomicInteger();
    assertTheAnswers(ask(calls));
    assertEquals(QUERIES.size() - bad, calls.get(), where);
  }

  /** A file in which one record is an invalid answer. */
  @Test
  void recordedInvalidAnswersAreRequestedAgain() throws Exception {
    for (int bad = 0; bad < QUERIES.size(); bad++) {
      QueryJournal.open(file, NODES, SETTINGS).close();
      QueryKeys keys = new QueryKeys();
      for (int i = 0; i < QUERIES.size(); i++) {
        DMatrixRMaj answer = QUERIES.get(i).features().toDense();
        answer = i == bad ? withNan(answer) : answer;
        Files.write(
            file,
            AnswerRecord.encode(keys.of(QUERIES.get(i)), answer, new DMatrixRMaj(0, 0)),
            StandardOpenOption.APPEND);
      }
      AtomicInteger calls = new AtomicInteger();
      assertTheAnswers(ask(calls));
      assertTheAnswers(ask(calls));
      assertEquals(1, calls.get(), "bad: " + bad);
      Files.delete(file);
    }
  }

  @Test
  void unchangedRowsTakeNoSpace() throws Exception {
    int n = 1000;
    InferenceNodes many = InferenceNodes.of(FeatureMatrix.dense(new DMatrixRMaj(n, 1)));
    try (QueryJournal journal = QueryJournal.open(file, many, SETTINGS)) {
      InferenceApi api =
          journal.recording(
              query -> {
                DMatrixRMaj answer = new DMatrixRMaj(n, 2);
                answer.set(7, 1, query.features() == many.features() ? 0 : 1);
                return answer;
              });
      api.predict(many.query());
      long before = Files.size(file);
      api.predict(many.queryWith(FeatureEdit.scaling(3, 2)));
      // Length, key, n, c, count, one row of two numbers, checksum.
      assertEquals(4 + 16 + 12 + (4 + 16) + 4, Files.size(file) - before);
    }
  }

  @Test
  void observedRowsAndBatchesAreReplayedBitForBit() throws Exception {
    InferenceQuery targets = NODES.query().observing(NODES.targetRows());
    List<InferenceQuery> batch =
        List.of(
            targets,
            targets.with(FeatureEdit.scaling(1, 3)),
            scaled(1, 3),
            targets.with(FeatureEdit.replacing(2, new double[] {-0.0, 7})),
            targets);
    AtomicInteger calls = new AtomicInteger();
    List<DMatrixRMaj> given;
    try (QueryJournal journal = QueryJournal.open(file, NODES, SETTINGS)) {
      InferenceApi api = journal.recording(counting(calls));
      given = new ArrayList<>(api.predictAll(batch.subList(0, 3)));
      given.add(api.predict(batch.get(3)));
      given.add(api.predict(batch.get(4)));
    }
    assertEquals(5, calls.get());
    assertEquals(2, given.get(0).numRows);
    assertEquals(3, given.get(2).numRows);
    try (QueryJournal journal = QueryJournal.open(file, NODES, SETTINGS)) {
      List<InferenceQuery> more = new ArrayList<>(batch);
      more.add(3, targets.with(FeatureEdit.scaling(1, 4)));
      List<DMatrixRMaj> again =
          new ArrayList<>(journal.recording(counting(calls)).predictAll(more));
      assertEquals(6, calls.get());
      assertArrayEquals(new double[] {1, 2, 5, 6}, again.remove(3).data);
      for (int i = 0; i < given.size(); i++) {
        assertEquals(given.get(i).numRows, again.get(i).numRows);
        assertArrayEquals(given.get(i).data, again.get(i).data);
      }
    }
  }

  @Test
  void answersOfABatchBeforeAnInvalidOneAreRecorded() throws Exception {
    List<InferenceQuery> batch = List.of(NODES.query(), scaled(0, 2), scaled(0, 3));
    AtomicInteger calls = new AtomicInteger();
    InferenceApi faulty =
        query -> {
          DMatrixRMaj answer = counting(calls).predict(query);
          answer.data[0] = calls.get() == 2 ? Double.NaN : answer.data[0];
          return answer;
        };
    try (QueryJournal journal = QueryJournal.open(file, NODES, SETTINGS)) {
      InferenceApi api = journal.recording(faulty);
      assertThrows(InferenceException.class, () -> api.predictAll(batch));
      assertEquals(1, journal.recorded());
      assertEquals(3, calls.get());
      api.predictAll(batch.subList(1, 3));
      assertEquals(3, journal.recorded());
      assertEquals(5, calls.get());
    }
  }
}
