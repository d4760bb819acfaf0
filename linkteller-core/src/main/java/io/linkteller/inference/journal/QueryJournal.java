package io.linkteller.inference.journal;

import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.QueryKey;
import io.linkteller.inference.QueryKeys;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * the program loses only the queries in flight; a power failure may also lose the answers of the
 * last second. The file is append-only. Its header identifies the nodes, features and targets of
 * the attack and its settings. Each record has a checksum; the file is truncated at the first
 * incomplete or damaged record, and the queries after it are sent again. A query that an attack
 * sends several times is recorded several times.
 *
 * <p>An invalid answer (null, NaN, an infinity, a wrong number of rows, or a number of columns that
 * differs from the first answer) is a failure and is not recorded; if a file contains one
 * nevertheless, the query is sent again. The file does not identify the model, so name the model in
 * the settings.
 *
 * <p>An answer with r observed rows takes 8 r c bytes, or (4 + 8 c) bytes per row that differs from
 * the first answer if that is less. Safe for use by several threads. A file can be used by one
 * attack at a time.
 */
public final class QueryJournal implements AutoCloseable {

  private static final long NANOS_BETWEEN_SYNCS = 1_000_000_000L;

  private final RandomAccessFile file;
  private final QueryKeys keys;
  private final Map<QueryKey, LongArrayList> records = new HashMap<>();
  private final long droppedBytes;
  private @Nullable DMatrixRMaj first;
  private int recorded;
  private int replayed;
  private long end;
  private long lastSync = System.nanoTime();

  private QueryJournal(RandomAccessFile file, JournalHeader header, QueryKeys keys, String name)
      throws IOException {
    this.file = file;
    this.keys = keys;
    if (!header.begins(file, name)) {
      file.setLength(0);
      header.writeTo(file);
      file.getFD().sync();
    }
    long length = file.length();
    end = header.size();
    while (readRecord(length)) {
      recorded++;
    }
    droppedBytes = length - end;
    file.setLength(end);
  }

  /**
   * Opens a journal, or creates it if the file does not exist.
   *
   * @param path the file
   * @param nodes the nodes, features and targets of the attack
   * @param settings a description of everything else that determines the queries and answers, such
   *     as the attack's settings and the model: {@code "LinkTeller, delta = 1.0E-4"}
   * @return the journal
   * @throws IllegalArgumentException if the file is not a journal, belongs to an attack with other
   *     nodes, features, targets or settings, or is in use
   * @throws UncheckedIOException if the file cannot be read or written
   */
  public static QueryJournal open(Path path, InferenceNodes nodes, String settings) {
    QueryKeys keys = new QueryKeys();
    JournalHeader header = JournalHeader.of(nodes, settings, keys);
    try {
      // Not a FileChannel, which an interrupt would close for all threads.
      RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
      try {
        lock(file, path);
        return new QueryJournal(file, header, keys, path.toString());
      } catch (IOException | RuntimeException e) {
        file.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot use the journal " + path + ": " + e, e);
    }
  }

  private static void lock(RandomAccessFile file, Path path) throws IOException {
    try {
      // Held until the file is closed.
      if (file.getChannel().tryLock() != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      // In use by this program: reported below like use by another program.
    }
    throw new IllegalArgumentException("the journal " + path + " is in use by another attack");
  }

  /**
   * Returns a black box that answers recorded queries from this journal, and passes all others on
   * and records their answers. If a query was recorded several times, each returned black box
   * starts with the first of its answers.
   *
   * @param api the black box that answers queries that are not recorded
   * @return the recording black box, usable until this journal is closed; it throws {@link
   *     InferenceException} if {@code api} returns an invalid answer
   */
  public InferenceApi recording(InferenceApi api) {
    return new Recording(api);
  }

  /** {@return the number of answers in the file, without those found to be invalid} */
  public synchronized int recorded() {
    return recorded;
  }

  /** {@return the number of queries that were answered from the file} */
  public synchronized int replayed() {
    return replayed;
  }

  /**
   * {@return the number of bytes truncated when the file was opened, left by an interrupted write}
   */
  public long droppedBytes() {
    return droppedBytes;
  }

  @Override
  public synchronized void close() {
    try (file) {
      file.getFD().sync();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the journal: " + e, e);
    }
  }

  /**
   * A recording black box. Counts how often each query is sent, to replay repeated ones in order.
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
      QueryKey key = keys.of(query);
      DMatrixRMaj known = known(key, query);
      if (known != null) {
        return known;
      }
      try {
        DMatrixRMaj answer = checked(api.predict(query), query);
        append(key, answer);
        return answer;
      } catch (Exception e) {
        count(key, -1);
        throw e;
      }
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
        List<DMatrixRMaj> given = open.isEmpty() ? List.of() : api.predictAll(open);
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

    /** Validates an answer as an attack would, so that invalid ones are not recorded. */
    private DMatrixRMaj checked(DMatrixRMaj answer, InferenceQuery query) {
      DMatrixRMaj observed = Answers.checked(answer, query, "the call");
      width.compareAndSet(0, observed.numCols);
      if (observed.numCols != width.get()) {
        throw new InferenceException(
            "the call returned "
                + observed.numCols
                + " logits per node where the first answer has "
                + width
                + "; if the first answer is wrong, start a new journal");
      }
      return observed;
    }

    private int count(QueryKey key, int more) {
      synchronized (asked) {
        return asked.merge(key, more, Integer::sum);
      }
    }
  }

  /** Returns an answer from the file. Invalid answers are dropped, so that they are asked again. */
  private synchronized @Nullable DMatrixRMaj answer(
      QueryKey key, int time, Consumer<DMatrixRMaj> check) {
    LongArrayList known = records.get(key);
    while (known != null && time < known.size() && first != null) {
      DMatrixRMaj answer = read(known.getLong(time), first);
      try {
        check.accept(answer);
        replayed++;
        return answer;
      } catch (InferenceException e) {
        known.removeLong(time);
        recorded--;
      }
    }
    return null;
  }

  private DMatrixRMaj read(long at, DMatrixRMaj reference) {
    try {
      file.seek(at);
      byte[] body = new byte[file.readInt()];
      file.readFully(body);
      return AnswerRecord.decode(ByteBuffer.wrap(body), reference);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the journal: " + e, e);
    }
  }

  private synchronized void append(QueryKey key, DMatrixRMaj answer) {
    DMatrixRMaj reference = first == null ? answer : first;
    byte[] bytes = AnswerRecord.encode(key, answer, reference);
    try {
      file.seek(end);
      file.write(bytes);
      long now = System.nanoTime();
      if (now - lastSync > NANOS_BETWEEN_SYNCS) {
        file.getFD().sync();
        lastSync = now;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the journal: " + e, e);
    }
    if (first == null) {
      first = answer.copy();
    }
    remember(key, bytes.length);
    recorded++;
  }

  private void remember(QueryKey key, int length) {
    records.computeIfAbsent(key, unseen -> new LongArrayList(1)).add(end);
    end += length;
  }

  /** Reads the next record; returns false if there is no further complete and intact record. */
  private boolean readRecord(long length) throws IOException {
    if (length - end < 2 * Integer.BYTES) {
      return false;
    }
    file.seek(end);
    int size = file.readInt();
    if (!AnswerRecord.isPossible(size) || size > length - end - 2 * Integer.BYTES) {
      return false;
    }
    byte[] bytes = new byte[Integer.BYTES + size];
    ByteBuffer.wrap(bytes).putInt(size);
    file.readFully(bytes, Integer.BYTES, size);
    if (file.readInt() != AnswerRecord.checksum(bytes, bytes.length)) {
      return false;
    }
    ByteBuffer body = ByteBuffer.wrap(bytes, Integer.BYTES, size).slice();
    DMatrixRMaj reference = first;
    if (reference == null) {
      if (!AnswerRecord.isWhole(body)) {
        return false;
      }
      first = AnswerRecord.decode(body, new DMatrixRMaj(0, 0));
    }
    remember(AnswerRecord.key(body), bytes.length + Integer.BYTES);
    return true;
  }
}
