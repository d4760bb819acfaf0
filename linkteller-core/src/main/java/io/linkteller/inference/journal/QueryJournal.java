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
 * A file of answers. A black box that records into it asks no query twice, in this program or
 * another: an attack that was interrupted, if by {@code kill -9}, is run again with the same file,
 * is given the answers it had, bit for bit, and asks only for those it had not. With a black box
 * that gives a query the same answer every time, the result is that of an attack that was not
 * interrupted.
 *
 * <pre>{@code
 * try (QueryJournal journal = QueryJournal.open(file, nodes, "LinkTeller, delta = 1.0E-4")) {
 *   found = attack.run(journal.recording(api), nodes, kHat);
 * }
 * }</pre>
 *
 * <p>An answer is in the hands of the operating system before the attack sees it, so the end of the
 * program loses no more than the queries under way; a power cut may lose those of the last second.
 * The file is only added to. The header binds it to the nodes, features and targets of the attack
 * and its settings; each record has a checksum, and from the first that is incomplete or damaged on
 * the file is cut off and asked for again. A query that an attack asks several times is recorded
 * several times.
 *
 * <p>What is no answer (null, NaN, an infinity, another number of rows than nodes or of columns
 * than the first answer) is a failure and is not recorded; one that a file holds all the same is
 * asked for again. Nothing in the file tells one model from another: name the model in the
 * settings.
 *
 * <p>An answer with r observed rows takes 8 r c bytes, or (4 + 8 c) for each row that differs from
 * the first answer if that is less. Safe for use by several threads; a file is open to one attack
 * at a time.
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
   * Opens a journal, or begins one where there is no file.
   *
   * @param path the file
   * @param nodes what is attacked
   * @param settings what else makes the attack and the black box what they are, in words, such as
   *     {@code "LinkTeller, delta = 1.0E-4"}
   * @return the journal
   * @throws IllegalArgumentException if the file is not a journal, is that of an attack on other
   *     nodes, features or targets or with other settings, or is open elsewhere
   * @throws UncheckedIOException if it can't be read or written
   */
  public static QueryJournal open(Path path, InferenceNodes nodes, String settings) {
    QueryKeys keys = new QueryKeys();
    JournalHeader header = JournalHeader.of(nodes, settings, keys);
    try {
      // Not a channel: an interrupt would close it for all threads.
      RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
      try {
        lock(file, path);
        return new QueryJournal(file, header, keys, path.toString());
      } catch (IOException | RuntimeException e) {
        file.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't use the journal " + path + ": " + e, e);
    }
  }

  private static void lock(RandomAccessFile file, Path path) throws IOException {
    try {
      // Held until the file is closed.
      if (file.getChannel().tryLock() != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      // This program has it open: said below, as if another had.
    }
    throw new IllegalArgumentException("the journal " + path + " is in use by another attack");
  }

  /**
   * Returns a black box that answers from this journal what it holds, and records what it does not.
   * Each one begins anew with the first answer to a query that was recorded several times.
   *
   * @param api the black box that answers the rest
   * @return the recording black box, to be used while this journal is open; it throws {@link
   *     InferenceException} where {@code api} returns what is no answer
   */
  public InferenceApi recording(InferenceApi api) {
    return new Recording(api);
  }

  /**
   * Returns how many answers the file holds, less those found to be none.
   *
   * @return the number of answers, at least 0
   */
  public synchronized int recorded() {
    return recorded;
  }

  /**
   * Returns how many answers were given from the file.
   *
   * @return the number of queries that were not asked, at least 0
   */
  public synchronized int replayed() {
    return replayed;
  }

  /**
   * Returns how much of the file was cut off when it was opened: what an interrupted write left.
   *
   * @return the number of bytes, at least 0
   */
  public long droppedBytes() {
    return droppedBytes;
  }

  @Override
  public synchronized void close() {
    try (file) {
      file.getFD().sync();
    } catch (IOException e) {
      throw new UncheckedIOException("can't finish the journal: " + e, e);
    }
  }

  /** Counts how often each query was asked of it. */
  private final class Recording implements InferenceApi {

    private final InferenceApi api;
    private final Map<QueryKey, Integer> asked = new HashMap<>();

    /** c, the columns of the first answer; 0 before it. */
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

    /** Counts a query and returns its recorded answer, if there is one for this time. */
    private @Nullable DMatrixRMaj known(QueryKey key, InferenceQuery query) {
      int time = count(key, 1) - 1;
      return answer(key, time, answer -> checked(answer, query));
    }

    /** Refuses what an attack would refuse, before it is kept for good. */
    private DMatrixRMaj checked(DMatrixRMaj answer, InferenceQuery query) {
      DMatrixRMaj observed = Answers.checked(answer, query, "the call");
      width.compareAndSet(0, observed.numCols);
      if (observed.numCols != width.get()) {
        throw new InferenceException(
            "the call returned "
                + observed.numCols
                + " logits per node where the first answer has "
                + width
                + "; if that one is wrong, begin a new journal");
      }
      return observed;
    }

    private int count(QueryKey key, int more) {
      synchronized (asked) {
        return asked.merge(key, more, Integer::sum);
      }
    }
  }

  /** Returns an answer from the file. Those that are none are forgotten, and asked for again. */
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
      throw new UncheckedIOException("can't read the journal: " + e, e);
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
      throw new UncheckedIOException("can't write the journal: " + e, e);
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

  /** Takes in the record at the end of what has been read; false if there is no whole one. */
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
