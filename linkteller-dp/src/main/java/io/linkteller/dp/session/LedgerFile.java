package io.linkteller.dp.session;

import io.linkteller.file.AtomicFile;
import io.linkteller.file.RandomAccess;
import io.linkteller.file.ReadingBudget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import javax.crypto.Mac;

/**
 * An append-only file of lines. Each line ends with a message authentication code of the line and
 * the preceding code. Without the key, no line can therefore be changed, inserted, reordered or
 * removed undetected, except at the end of the file. To detect that the last lines were removed,
 * the {@link #head}, which is the last code, is kept with the key and compared when the file is
 * opened again.
 *
 * <p>Every access holds a lock within this process and, to exclude other processes, one on {@code
 * NAME.lock} beside the file; it begins by reading the lines that others have added. The lock on a
 * file saves work but does not reliably exclude other processes: POSIX drops it as soon as any code
 * in this process closes the file, for example to back up the directory. Other processes are
 * reliably excluded by the <i>claim</i> on a line: a file {@code NAME.next-K} that contains the
 * complete line and that only one process can create, where K is the number of lines before it:
 *
 * <ol>
 *   <li>A claim is on the disk before its line is written, and is removed once the line and its
 *       head are on the disk.
 *   <li>A process that finds a claim on the next line writes that line: the owner of the claim
 *       died, or lost its lock and writes the same bytes to the same place. Claims are read before
 *       the ledger, so that the claim on an existing line is not mistaken for that on the next.
 *   <li>A process that has made a claim reads the ledger again. If other lines were added, the
 *       claim came too late, and the access starts over.
 * </ol>
 *
 * <p>The file is therefore never truncated. An appended line is on the disk before {@link
 * Access#append} returns. A crash or a power failure may leave a last line that is incomplete or
 * contains zeros; the next line overwrites it.
 */
final class LedgerFile {

  /**
   * Accesses files. Tests replace it to simulate the loss of everything that was not synchronized.
   */
  interface Disk {
    Disk LOCAL = RandomAccess::openWaiting;

    RandomAccess open(Path file) throws IOException;

    /** Creates a file with contents, synchronized to the disk. Returns false if the file exists. */
    default boolean create(Path file, byte[] contents) {
      return AtomicFile.create(file, out -> out.write(contents));
    }

    /** Returns the contents of a file of one line; empty if there is no such file. */
    default Optional<byte[]> read(Path file) throws IOException {
      try {
        BasicFileAttributes found =
            Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!found.isRegularFile()) {
          throw new IOException(file + " is not a regular file");
        }
        return Optional.of(
            ReadingBudget.of(reason -> new IllegalArgumentException(file + " " + reason))
                .bytesOf(file));
      } catch (NoSuchFileException removed) {
        return Optional.empty();
      }
    }

    default void delete(Path file) throws IOException {
      Files.deleteIfExists(file);
    }
  }

  /**
   * Thrown if another process added a line, which it could do only because its lock or ours was
   * lost.
   */
  private static final class OvertakenException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private static final char SEPARATOR = '\t';

  /**
   * The number of bytes of memory needed per byte of a line, for the line, its fields and their
   * values.
   */
  private static final long COPIES = 4;

  /** Locks within this process, because channels of one process do not exclude each other. */
  private static final Map<Path, ReentrantLock> LOCKS = new ConcurrentHashMap<>();

  private final Disk disk;
  private final Path file;
  private final ReentrantLock lock;
  private final LedgerKey key;
  private final Consumer<List<String>> reader;
  private final Set<String> heads = new HashSet<>();
  private byte[] head = new byte[LedgerKey.BYTES];
  private long end;
  private long lines;
  private boolean opened;

  /**
   * Prepares access to a file without opening it.
   *
   * @param disk opens the file
   * @param file the file; its directory must exist
   * @param key the key, which is loaded when the file is first locked
   * @param reader receives the fields of each line once, in order
   */
  LedgerFile(Disk disk, Path file, LedgerKey key, Consumer<List<String>> reader) {
    this.disk = disk;
    this.file = file;
    this.key = key;
    this.reader = reader;
    this.lock = LOCKS.computeIfAbsent(identity(file), path -> new ReentrantLock());
  }

  private static Path identity(Path file) {
    try {
      return file.toAbsolutePath().resolveSibling("").toRealPath().resolve(file.getFileName());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open the directory of " + file + ": " + e, e);
    }
  }

  /** Operations on a locked ledger. */
  interface Access {
    /** Appends a line, which is on the disk when this returns. */
    void append(List<String> fields) throws IOException;
  }

  /** An action on a locked ledger. */
  interface Action<T> {
    T on(Access access) throws IOException;
  }

  private void append(RandomAccess access, List<String> fields) throws IOException {
    StringBuilder line = new StringBuilder();
    for (String field : fields) {
      line.append(URLEncoder.encode(field, StandardCharsets.UTF_8)).append(SEPARATOR);
    }
    String code = HexFormat.of().formatHex(code(head, line.toString()));
    byte[] bytes = (line + code + "\n").getBytes(StandardCharsets.US_ASCII);
    Path claim = claimOf(lines);
    long before = lines;
    if (!disk.create(claim, bytes)) {
      throw new OvertakenException();
    }
    readNewLines(access);
    if (lines > before && !heads.contains(code)) {
      disk.delete(claim);
      throw new OvertakenException();
    }
    complete(access, bytes, before);
  }

  /** Writes the claimed line unless it exists, notes the head, and removes the claim. */
  private void complete(RandomAccess access, byte[] claimed, long before) throws IOException {
    if (lines == before) {
      access.write(end, claimed);
      access.sync();
      readNewLines(access);
    }
    key.note(head());
    disk.delete(claimOf(before));
  }

  /** Returns the claim on the line after the first {@code before} lines. */
  private Path claimOf(long before) {
    return file.resolveSibling(file.getFileName() + ".next-" + before);
  }

  /** Writes the next line if it is claimed, and reads the lines that were added. */
  private void catchUp(RandomAccess access) throws IOException {
    long before;
    do {
      before = lines;
      Optional<byte[]> claimed = disk.read(claimOf(before));
      readNewLines(access);
      if (claimed.isPresent() && lines == before) {
        String line = new String(claimed.get(), StandardCharsets.US_ASCII);
        // A forged claim is refused before any part of it is written.
        authenticated(
            claimOf(before), line.endsWith("\n") ? line.substring(0, line.length() - 1) : "");
        complete(access, claimed.get(), before);
      }
    } while (lines > before);
  }

  /** Checks the code at the end of the next line, and returns it. */
  private byte[] authenticated(Path in, String line) {
    int last = line.lastIndexOf(SEPARATOR);
    byte[] code = code(head, line.substring(0, last + 1));
    byte[] right = HexFormat.of().formatHex(code).getBytes(StandardCharsets.US_ASCII);
    byte[] written = line.substring(last + 1).getBytes(StandardCharsets.US_ASCII);
    if (!MessageDigest.isEqual(right, written)) {
      throw new LedgerTamperedException(
          in, lines + 1, "changed since it was written, or written under another key");
    }
    return code;
  }

  /**
   * Locks the file, reads the added lines, and runs the action; starts again if another process
   * adds a line first. The action must therefore change nothing before it appends its only line.
   *
   * @throws UncheckedIOException if the file cannot be read or written
   * @throws LedgerTamperedException if an added line has a wrong code
   */
  <T> T locked(Action<T> action) {
    while (true) {
      lock.lock();
      try {
        return once(action);
      } catch (OvertakenException e) {
        // Starts again with the lines of the other process.
      } catch (IOException e) {
        throw new UncheckedIOException("the ledger " + file + " cannot be used: " + e, e);
      } finally {
        lock.unlock();
      }
    }
  }

  // The lock is held, not used.
  @SuppressWarnings("try")
  private <T> T once(Action<T> action) throws IOException {
    try (RandomAccess ignored = disk.open(lockFile());
        RandomAccess access = disk.open(file)) {
      requireOneName();
      if (!opened) {
        key.load(file, access.length() == 0);
      }
      // Read before the lines, since other processes may add lines in the meantime.
      Optional<String> noted = key.notedHead();
      catchUp(access);
      if (lines > 1 && noted.equals(Optional.of(LedgerKey.NO_LINES))) {
        // Another process has since written the first lines and noted the head of the first.
        noted = key.notedHead();
        catchUp(access);
      }
      // The noted head must be that of a line read here: otherwise, lines were cut off. If a
      // process died after writing a line and before noting its head, the noted head is that of the
      // line before; with only one line, it may be that of a ledger without lines.
      noted.filter(code -> lines > 1 || !code.equals(LedgerKey.NO_LINES)).ifPresent(this::require);
      if (!opened) {
        key.requireContinued(file, lines > 0, noted);
        if (lines > 0 && noted.equals(Optional.of(LedgerKey.NO_LINES))) {
          // Only the last line may lack a noted head, so the head is noted before the next line is
          // added.
          key.note(head());
        }
        // The claim on an existing line, whose owner may have died before removing it.
        disk.delete(claimOf(lines - 1));
        opened = true;
      } else if (lines > 0) {
        key.requireHead();
      }
      return action.on(fields -> append(access, fields));
    }
  }

  private Path lockFile() {
    return file.resolveSibling(file.getFileName() + ".lock");
  }

  /**
   * Refuses a file with a second name: users of the other name would hold another lock, which would
   * not exclude the users of this one.
   */
  private void requireOneName() throws IOException {
    try {
      Object names = Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
      if (names instanceof Integer count && count > 1) {
        throw new IOException("it has " + names + " names (hard links)");
      }
    } catch (NoSuchFileException e) {
      // The disk of a test, on which the file does not really exist.
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      // A file system that does not count names.
    }
  }

  private void readNewLines(RandomAccess access) throws IOException {
    long length = access.length();
    if (length < end) {
      throw new LedgerTamperedException(file, lines, "lines that were read before are gone");
    }
    byte[] chunk = new byte[1 << 16];
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    // A line is authenticated only at its end, so anyone can write a line that does not fit in
    // memory.
    ReadingBudget budget = ReadingBudget.of(this::tooLong);
    long longest = 0;
    boolean hasZeros = false;
    for (long at = end; at < length; ) {
      int count = (int) Math.min(chunk.length, length - at);
      access.read(at, chunk, 0, count);
      at += count;
      for (int i = 0; i < count; i++) {
        if (chunk[i] != '\n') {
          hasZeros |= chunk[i] == 0;
          line.write(chunk[i]);
        } else if (hasZeros && at - count + i + 1 == length) {
          // When the power failed, the end of this line was on the disk, but not its beginning.
          return;
        } else {
          accept(line.toString(StandardCharsets.US_ASCII));
          end += line.size() + 1L;
          line.reset();
        }
      }
      if (line.size() > longest) {
        budget.take(COPIES * (line.size() - longest));
        longest = line.size();
      }
    }
  }

  private IllegalArgumentException tooLong(String reason) {
    return new IllegalArgumentException(file + ", line " + (lines + 1) + " " + reason);
  }

  private void accept(String line) {
    byte[] code = authenticated(file, line);
    int last = line.lastIndexOf(SEPARATOR);
    try {
      reader.accept(fields(line.substring(0, Math.max(0, last))));
    } catch (MalformedLineException e) {
      throw new LedgerTamperedException(
          file, lines + 1, "not a line of this format: " + e.getMessage());
    }
    head = code;
    heads.add(head());
    lines++;
  }

  private static List<String> fields(String line) {
    try {
      return Arrays.stream(line.split("\t", -1))
          .map(field -> URLDecoder.decode(field, StandardCharsets.UTF_8))
          .toList();
    } catch (IllegalArgumentException e) {
      throw new MalformedLineException(e);
    }
  }

  private byte[] code(byte[] before, String line) {
    Mac mac = LedgerKey.hmac(key.derived("lines"));
    mac.update(before);
    return mac.doFinal(line.getBytes(StandardCharsets.US_ASCII));
  }

  /** Requires that the ledger contains all lines up to a known head. */
  void require(String knownHead) {
    if (!heads.contains(knownHead)) {
      throw new LedgerTamperedException(file, lines, "lines up to the known head are gone");
    }
  }

  /** Returns a code of all lines so far. */
  String head() {
    return HexFormat.of().formatHex(head);
  }
}
