package io.linkteller.inference.journal;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.file.FullDisk;
import io.linkteller.file.RandomAccess;
import io.linkteller.file.ReadingBudget;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.QueryKey;
import io.linkteller.inference.QueryKeys;
import it.unimi.dsi.fastutil.ints.Int2LongLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
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
 * the program loses only the queries in flight; a power failure may also lose the answers that were
 * recorded within a second before the last one. The file is append-only, and created such that only
 * its owner can read it. Its header identifies the nodes, features and targets of the attack and
 * its settings. Each record has a checksum. Damaged records are skipped and their queries sent
 * again ({@link #damagedBytes}); an incomplete or damaged end is cut off ({@link #droppedBytes}). A
 * query that an attack sends several times is recorded several times.
 *
 * <p>An invalid answer (null, NaN, an infinity, a wrong number of rows, or a number of columns that
 * differs from the first answer) is a failure and is not recorded; if a file contains one
 * nevertheless, the query is sent again. The file identifies neither the model nor its graph, so
 * put all that the answers depend on into the settings, as {@code key = value}.
 *
 * <p>An answer with r observed rows takes 8 r c bytes, or (4 + 8 c) bytes per row that differs from
 * the first answer if that is less. Safe for use by several threads. A file can be used by one
 * attack at a time.
 */
public final class QueryJournal implements AutoCloseable {

  private static final long NANOS_BETWEEN_SYNCS = 1_000_000_000L;
  private static final long NOWHERE = -1;

  /**
   * How many times the length of the file is read in search of intact records among damage. Only a
   * file made to that end needs more.
   */
  private static final long SEARCH_LIMIT = 64;

  private final RandomAccess file;
  private final QueryKeys keys;
  private final Map<QueryKey, LongArrayList> records = new HashMap<>();

  /** The places of records that others refer to, by identity, in the order of the file. */
  private final Int2LongLinkedOpenHashMap references = new Int2LongLinkedOpenHashMap();

  /** The places of answers with all their logits. */
  private final LongArrayList wholes = new LongArrayList();

  /** References that were read. */
  private final Int2ObjectOpenHashMap<AnswerRecord.Reference> read = new Int2ObjectOpenHashMap<>();

  private final long droppedBytes;
  private final long damagedBytes;
  private AnswerRecord.@Nullable Reference current;
  private int recorded;
  private int replayed;
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
    long length = file.length();
    end = header.size();
    damagedBytes = new RecordScan(file, name, header.size(), length).run();
    droppedBytes = length - end;
    if (droppedBytes > 0) {
      file.truncate(end);
    }
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
      // Errors as well: what remains open remains locked.
      try (file) {
        throw e;
      }
    }
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

  /**
   * Returns a digest of an answer, by which settings tell black boxes apart that have no file.
   *
   * @param answer n x c
   * @return 64 hexadecimal digits of SHA-256; answers with equal digests are bit-identical
   */
  public static String digest(DMatrixRMaj answer) {
    byte[] bytes = new QueryKeys().ofFeatures(FeatureMatrix.dense(answer));
    return HexFormat.of().formatHex(bytes);
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
   * {@return the number of bytes cut off the end when the file was opened, left by an interrupted
   * write}
   */
  public long droppedBytes() {
    return droppedBytes;
  }

  /**
   * {@return the number of damaged bytes before the last intact record, which were skipped when the
   * file was opened; unlike an interrupted write, damage points to a failing disk or a change by
   * another program}
   */
  public long damagedBytes() {
    return damagedBytes;
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
            "the call returned another number of logits per node than the first answer; if the"
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

  /** Returns an answer from the file. Invalid answers are dropped, so that they are asked again. */
  private synchronized @Nullable DMatrixRMaj answer(
      QueryKey key, int time, Consumer<DMatrixRMaj> check) {
    LongArrayList known = records.get(key);
    while (known != null && time < known.size()) {
      Optional<DMatrixRMaj> answer = read(known.getLong(time));
      try {
        if (answer.isPresent()) {
          check.accept(answer.get());
          replayed++;
          return answer.get();
        }
      } catch (InferenceException e) {
        // Dropped below, like an answer whose reference is damaged.
      }
      known.removeLong(time);
      recorded--;
    }
    return null;
  }

  private Optional<DMatrixRMaj> read(long at) {
    try {
      ByteBuffer body = body(at);
      AnswerRecord.Head head = AnswerRecord.Head.of(body.duplicate());
      if (head.isWhole()) {
        return AnswerRecord.decode(body, new DMatrixRMaj(0, 0));
      }
      return reference(head.reference()).flatMap(r -> AnswerRecord.decode(body, r.answer()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the journal: " + e, e);
    }
  }

  private ByteBuffer body(long at) throws IOException {
    byte[] size = new byte[Integer.BYTES];
    file.read(at + Integer.BYTES, size, 0, size.length);
    byte[] body = new byte[ByteBuffer.wrap(size).getInt()];
    file.read(at + AnswerRecord.PREFIX, body, 0, body.length);
    return ByteBuffer.wrap(body);
  }

  /** Returns a reference, restored from an answer with all its logits if its record is damaged. */
  private Optional<AnswerRecord.Reference> reference(int identity) throws IOException {
    AnswerRecord.Reference known = read.get(identity);
    if (known != null) {
      return Optional.of(known);
    }
    if (!references.containsKey(identity)) {
      findCopies();
    }
    long at = references.getOrDefault(identity, NOWHERE);
    Optional<AnswerRecord.Reference> found =
        at == NOWHERE ? Optional.empty() : readReference(at).filter(r -> r.identity() == identity);
    found.ifPresent(reference -> read.put(identity, reference));
    return found;
  }

  private Optional<AnswerRecord.Reference> readReference(long at) throws IOException {
    return AnswerRecord.decode(body(at), new DMatrixRMaj(0, 0)).map(AnswerRecord.Reference::of);
  }

  /** Makes every answer with all its logits a possible reference. Needed after damage only. */
  private void findCopies() throws IOException {
    for (int i = 0; i < wholes.size(); i++) {
      long at = wholes.getLong(i);
      readReference(at).ifPresent(copy -> references.putIfAbsent(copy.identity(), at));
    }
    wholes.clear();
  }

  private synchronized void append(QueryKey key, DMatrixRMaj answer) {
    try {
      AnswerRecord.Reference reference = current();
      if (reference == null) {
        reference = AnswerRecord.Reference.of(answer.copy());
        write(AnswerRecord.encode(reference));
        read.put(reference.identity(), reference);
        current = reference;
      }
      // The first as a second copy of the reference, so that damage to that does not take all.
      remember(
          key,
          write(
              recorded == 0
                  ? AnswerRecord.encodeWhole(key, answer)
                  : AnswerRecord.encode(key, answer, reference)));
      long now = System.nanoTime();
      if (now - lastSync > NANOS_BETWEEN_SYNCS) {
        file.sync();
        lastSync = now;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the journal: " + e + FullDisk.advice(e), e);
    }
  }

  /** Returns the reference of new records, null if none can be read. */
  private AnswerRecord.@Nullable Reference current() throws IOException {
    if (current == null && !references.isEmpty()) {
      current = reference(references.firstIntKey()).orElse(null);
    }
    return current;
  }

  /** Appends a record and returns its place. */
  private long write(byte[] record) throws IOException {
    long at = end;
    file.write(at, record);
    end += record.length;
    return at;
  }

  private void remember(QueryKey key, long at) {
    records.computeIfAbsent(key, unseen -> new LongArrayList(1)).add(at);
    recorded++;
  }

  /** Finds the intact records of the file. */
  private final class RecordScan {

    private static final int CHUNK = 1 << 16;

    /** What it takes to remember where a record is. */
    private static final int PER_RECORD = 160;

    private final RandomAccess file;
    private final ReadingBudget memory;
    private final long length;
    private final byte[] chunk = new byte[CHUNK];
    private final byte[] start = new byte[AnswerRecord.PREFIX + AnswerRecord.BODY_START];
    private long at;
    private long budget;
    private int largest;

    RecordScan(RandomAccess file, String name, long from, long length) {
      this.file = file;
      this.memory = ReadingBudget.of(why -> new IllegalArgumentException(name + " " + why));
      this.length = length;
      this.at = from;
      this.budget = SEARCH_LIMIT * length;
    }

    /** Remembers the intact records and returns the number of bytes between them. */
    long run() throws IOException {
      long skipped = 0;
      while (at >= 0) {
        long size = intactRecord();
        if (size > 0) {
          skipped += at - end;
          at += size;
          end = at;
        } else {
          at = budget < 0 ? -1 : nextMarker(at + 1);
        }
      }
      return skipped;
    }

    /** Remembers the record at the current place; returns its size, 0 if there is none. */
    private long intactRecord() throws IOException {
      if (length - at < start.length + Integer.BYTES) {
        return 0;
      }
      file.read(at, start, 0, start.length);
      ByteBuffer read = ByteBuffer.wrap(start);
      if (read.getInt() != AnswerRecord.MARKER) {
        return 0;
      }
      int size = read.getInt();
      AnswerRecord.Head head = AnswerRecord.Head.of(read);
      if (size > length - at - AnswerRecord.FRAME || !head.fits(size) || !isIntact(size)) {
        return 0;
      }
      // An answer is read twice at most, as bytes and as numbers.
      memory.take(PER_RECORD + 2L * Math.max(0, size - largest));
      largest = Math.max(largest, size);
      if (head.isReference()) {
        references.putIfAbsent(head.reference(), at);
      } else {
        remember(head.key(), at);
        if (head.isWhole()) {
          wholes.add(at);
        }
      }
      return (long) size + AnswerRecord.FRAME;
    }

    private boolean isIntact(int size) throws IOException {
      CRC32C checksum = new CRC32C();
      long from = at + Integer.BYTES;
      long to = from + Integer.BYTES + size;
      while (from < to) {
        int count = (int) Math.min(chunk.length, to - from);
        file.read(from, chunk, 0, count);
        checksum.update(chunk, 0, count);
        from += count;
      }
      budget -= size;
      file.read(to, chunk, 0, Integer.BYTES);
      return ByteBuffer.wrap(chunk).getInt() == (int) checksum.getValue();
    }

    /** Returns the place of the next marker, -1 if there is none. */
    private long nextMarker(long from) throws IOException {
      for (long first = from; first + Integer.BYTES <= length; ) {
        int count = (int) Math.min(chunk.length, length - first);
        file.read(first, chunk, 0, count);
        budget -= count;
        ByteBuffer bytes = ByteBuffer.wrap(chunk);
        for (int i = 0; i + Integer.BYTES <= count; i++) {
          if (bytes.getInt(i) == AnswerRecord.MARKER) {
            return first + i;
          }
        }
        first += count - Integer.BYTES + 1L;
      }
      return -1;
    }
  }
}
