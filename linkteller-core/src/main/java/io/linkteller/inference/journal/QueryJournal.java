package io.linkteller.inference.journal;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.file.FullDisk;
import io.linkteller.file.RandomAccess;
import io.linkteller.file.ReadingBudget;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.QueryKey;
import io.linkteller.inference.QueryKeys;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * A file that records the answers of a black box, so that an interrupted attack can be resumed,
 * even after {@code kill -9}. When the attack is run again with the same file, recorded answers are
 * read from the file, bit for bit, and only the remaining queries are sent. If the black box is
 * deterministic, the result equals that of an uninterrupted attack.
 *
 * <pre>{@code
 * try (QueryJournal journal = QueryJournal.open(file, nodes, "LinkTeller, delta = 1.0E-4")) {
 *   found = attack.run(journal.recording(api), nodes, kHat);
 * }
 * }</pre>
 *
 * <p>An answer is handed to the operating system before it is returned to the attack, so a crash of
 * the program loses only the queries in flight; a power failure may also lose the last answer and
 * others recorded up to a second before it. The file is append-only, and readable only by its
 * owner. Its header identifies the nodes, features and targets of the attack and its settings. Each
 * record has a checksum. The file is truncated at the first incomplete or damaged record, and the
 * queries of the removed records are sent again ({@link #droppedBytes}). A query that an attack
 * sends several times is recorded several times.
 *
 * <p>An invalid answer (null, NaN, an infinity, a wrong number of rows, or a number of columns that
 * differs from the first answer) is a failure and is not recorded; if a file contains one
 * nevertheless, the query is sent again. The file identifies neither the model nor its graph, so
 * put everything that the answers depend on into the settings, as {@code key = value}.
 *
 * <p>An answer with r observed rows takes 8 r c bytes, or (4 + 8 c) bytes per row that differs from
 * the first answer if that is less. Safe for use by several threads. A file can be used by only one
 * attack at a time.
 */
public final class QueryJournal implements AutoCloseable {

  private static final long NANOS_BETWEEN_SYNCS = 1_000_000_000L;

  /** The memory per record for its key and position, in bytes. */
  private static final int PER_RECORD = 160;

  private final RandomAccess file;
  private final QueryKeys keys;

  /** For each query, the positions of its answers in the order in which they were recorded. */
  private final Map<QueryKey, LongArrayList> records = new HashMap<>();

  private final long begin;
  private final long droppedBytes;

  /** The answer of the first record, with which others are compared; 0 x 0 if there is none. */
  private DMatrixRMaj first = new DMatrixRMaj(0, 0);

  private int recorded;
  private long end;
  private long lastSync = System.nanoTime();

  private QueryJournal(RandomAccess file, JournalHeader header, QueryKeys keys, String name)
      throws IOException {
    this.file = file;
    this.keys = keys;
    if (!header.begins(file, name)) {
      file.truncate(0);
      header.writeTo(file);
      file.sync();
    }
    begin = header.size();
    end = begin;
    long length = file.length();
    readKeys(length, ReadingBudget.of(why -> new IllegalArgumentException(name + " " + why)));
    droppedBytes = length - end;
    if (droppedBytes > 0) {
      file.truncate(end);
    }
  }

  /** Reads the keys of all records before the first one that is incomplete or damaged. */
  private void readKeys(long length, ReadingBudget memory) throws IOException {
    int largest = 0;
    for (int size = sizeAt(end, length); size > 0; size = sizeAt(end, length)) {
      memory.take(PER_RECORD + 2L * Math.max(0, size - largest));
      largest = Math.max(largest, size);
      ByteBuffer record = ByteBuffer.wrap(bytesAt(end, size));
      if (record.getInt(size - Integer.BYTES) != AnswerRecord.checksum(record.array())) {
        return;
      }
      if (end == begin) {
        first = AnswerRecord.decode(record, first).orElse(first);
      }
      remember(AnswerRecord.key(record), end);
      end += size;
    }
  }

  /** Returns the size of the record at a position, or 0 if the file does not contain all of it. */
  private int sizeAt(long at, long length) throws IOException {
    if (length - at < AnswerRecord.HEAD + AnswerRecord.FRAME) {
      return 0;
    }
    int body = ByteBuffer.wrap(bytesAt(at, Integer.BYTES)).getInt();
    return body < AnswerRecord.HEAD || body > length - at - AnswerRecord.FRAME
        ? 0
        : body + AnswerRecord.FRAME;
  }

  private byte[] bytesAt(long at, int count) throws IOException {
    byte[] bytes = new byte[count];
    file.read(at, bytes, 0, count);
    return bytes;
  }

  /**
   * Opens a journal, or creates it if the file does not exist.
   *
   * @param path the file
   * @param nodes the nodes, features and targets of the attack
   * @param settings a description of everything else that determines the queries and answers, such
   *     as the attack's settings and the model: {@code "LinkTeller, delta = 1.0E-4"}
   * @return the journal
   * @throws ForeignJournalException if the file is not a journal, or belongs to an attack with
   *     other nodes, features, targets or settings
   * @throws IllegalArgumentException if the file is in use, or needs too much memory
   * @throws UncheckedIOException if the file cannot be read or written
   */
  public static QueryJournal open(Path path, InferenceNodes nodes, String settings) {
    try {
      return open(RandomAccess.openLocked(path), path.toString(), nodes, settings);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot use the journal " + path + ": " + e + FullDisk.advice(e), e);
    }
  }

  /** Opens a journal in an open file, which is closed if this fails. */
  static QueryJournal open(RandomAccess file, String name, InferenceNodes nodes, String settings)
      throws IOException {
    try {
      QueryKeys keys = new QueryKeys();
      return new QueryJournal(file, JournalHeader.of(nodes, settings, keys), keys, name);
    } catch (Throwable e) {
      // Close the file on errors, too: as long as it is open, it is locked.
      try (file) {
        throw e;
      }
    }
  }

  /**
   * Returns a black box that answers recorded queries from this journal, passes all others on, and
   * records their answers. If a query was recorded several times, each returned black box starts
   * with the first of its answers.
   *
   * @param api the black box that answers queries that are not recorded
   * @return the recording black box, usable until this journal is closed; it throws {@link
   *     InferenceException} if {@code api} returns an invalid answer
   */
  public InferenceApi recording(InferenceApi api) {
    return new Recording(api);
  }

  /**
   * Returns a digest of an answer, to put into the settings if no model file identifies the black
   * box.
   *
   * @param answer n x c
   * @return 64 hexadecimal digits of SHA-256; answers with equal digests are bit-identical
   */
  public static String digest(DMatrixRMaj answer) {
    byte[] bytes = new QueryKeys().ofFeatures(FeatureMatrix.dense(answer));
    return HexFormat.of().formatHex(bytes);
  }

  /** {@return the number of answers in the file, excluding answers found to be invalid} */
  public synchronized int recorded() {
    return recorded;
  }

  /**
   * {@return the number of bytes removed from the end of the file when it was opened: an
   * interrupted write, or damage and everything after it}
   */
  public long droppedBytes() {
    return droppedBytes;
  }

  @Override
  public synchronized void close() {
    try (file) {
      file.sync();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the journal: " + e, e);
    }
  }

  /**
   * A recording black box. It counts how often each query is sent, to replay the answers to
   * repeated queries in order.
   */
  private final class Recording implements InferenceApi {

    private final InferenceApi api;
    private final Map<QueryKey, Integer> asked = new HashMap<>();

    /** c, the number of columns of the first answer; 0 before the first answer. */
    private final AtomicInteger width = new AtomicInteger();

    Recording(InferenceApi api) {
      this.api = api;
    }

    @Override
    public DMatrixRMaj predict(InferenceQuery query) throws Exception {
      return predictAll(List.of(query)).get(0);
    }

    @Override
    public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
      List<@Nullable DMatrixRMaj> answers = new ArrayList<>();
      List<InferenceQuery> open = new ArrayList<>();
      List<QueryKey> openKeys = new ArrayList<>();
      for (InferenceQuery query : queries) {
        QueryKey key = keys.of(query);
        DMatrixRMaj known = known(key, query);
        answers.add(known);
        if (known == null) {
          open.add(query);
          openKeys.add(key);
        }
      }
      int recordedNow = 0;
      try {
        // Unlike List.of, singletonList accepts null, which a black box may return in spite of its
        // declaration.
        List<DMatrixRMaj> given =
            open.isEmpty()
                ? List.of()
                : open.size() == 1
                    ? Collections.singletonList(api.predict(open.get(0)))
                    : api.predictAll(open);
        if (given.size() != open.size()) {
          throw new InferenceException(
              "a call of " + open.size() + " queries returned " + given.size() + " answers");
        }
        for (int i = 0, at = 0; i < answers.size(); i++) {
          if (answers.get(i) == null) {
            DMatrixRMaj answer = checked(given.get(at), open.get(at));
            append(openKeys.get(at++), answer);
            recordedNow++;
            answers.set(i, answer);
          }
        }
        return answers.stream().map(Objects::requireNonNull).toList();
      } catch (Exception e) {
        openKeys.subList(recordedNow, openKeys.size()).forEach(key -> count(key, -1));
        throw e;
      }
    }

    @Override
    public int batchSize() {
      return api.batchSize();
    }

    /** Counts a query and returns the answer recorded for this repetition, if any. */
    private @Nullable DMatrixRMaj known(QueryKey key, InferenceQuery query) {
      int time = count(key, 1) - 1;
      return answer(key, time, answer -> checked(answer, query));
    }

    /** Validates an answer as an attack would, so that invalid answers are not recorded. */
    private DMatrixRMaj checked(DMatrixRMaj answer, InferenceQuery query) {
      DMatrixRMaj observed = query.checked(answer, "the call");
      width.compareAndSet(0, observed.numCols);
      if (observed.numCols != width.get()) {
        throw new InferenceException(
            "the call returned a different number of logits per node than the first answer; if the"
                + " first is wrong, start a new journal");
      }
      return observed;
    }

    private int count(QueryKey key, int more) {
      synchronized (asked) {
        return asked.merge(key, more, Integer::sum);
      }
    }
  }

  /**
   * Returns an answer from the file. Invalid answers are dropped, so that their queries are sent
   * again.
   */
  private synchronized @Nullable DMatrixRMaj answer(
      QueryKey key, int time, Consumer<DMatrixRMaj> check) {
    LongArrayList known = records.get(key);
    while (known != null && time < known.size()) {
      Optional<DMatrixRMaj> answer = read(known.getLong(time));
      try {
        if (answer.isPresent()) {
          check.accept(answer.get());
          return answer.get();
        }
      } catch (InferenceException e) {
        // Dropped below, like an answer with impossible contents.
      }
      known.removeLong(time);
      recorded--;
    }
    return null;
  }

  private Optional<DMatrixRMaj> read(long at) {
    try {
      return AnswerRecord.decode(ByteBuffer.wrap(bytesAt(at, sizeAt(at, end))), first);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the journal: " + e, e);
    }
  }

  private synchronized void append(QueryKey key, DMatrixRMaj answer) {
    try {
      byte[] record = AnswerRecord.encode(key, answer, first);
      file.write(end, record);
      remember(key, end);
      if (end == begin) {
        first = answer.copy();
      }
      end += record.length;
      long now = System.nanoTime();
      if (now - lastSync > NANOS_BETWEEN_SYNCS) {
        file.sync();
        lastSync = now;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the journal: " + e + FullDisk.advice(e), e);
    }
  }

  private void remember(QueryKey key, long at) {
    records.computeIfAbsent(key, unseen -> new LongArrayList(1)).add(at);
    recorded++;
  }
}
