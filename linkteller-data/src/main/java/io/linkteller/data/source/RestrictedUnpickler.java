package io.linkteller.data.source;

import io.linkteller.file.ReadingBudget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import net.razorvine.pickle.Opcodes;
import net.razorvine.pickle.PickleUtils;
import net.razorvine.pickle.Unpickler;
import org.jspecify.annotations.Nullable;

/**
 * Reads a pickle, which is a program, executing only a given set of instructions and resolving only
 * a given set of names. No Java class or method is looked up by a name from the file. A string is
 * read only if the file contains as many bytes as its length states, and what instructions make of
 * the file, which may use its values any number of times, is taken from the budget of the file.
 */
public abstract class RestrictedUnpickler extends Unpickler {

  /** Memory that an instruction needs at most, besides the bytes of the file that it reads. */
  private static final int INSTRUCTION = 64;

  /** Memory per byte of a file at most; pickles that Python writes need less than half. */
  private static final int EXPANSION = 128;

  /** Memory per byte of a text: two for a character, and the bytes while it is decoded. */
  private static final int TEXT = 3;

  private final Set<Short> instructions;
  private final byte[] bytes;
  private final ByteArrayInputStream left;
  private final ReadingBudget budget;

  /**
   * Creates a reader of one pickle.
   *
   * @param bytes the pickle; not copied
   * @param instructions the permitted instructions, constants of {@link Opcodes}
   * @param budget the memory for the file
   */
  protected RestrictedUnpickler(byte[] bytes, Set<Short> instructions, ReadingBudget budget) {
    budget.take(TEXT * (long) bytes.length);
    this.budget = budget;
    this.bytes = bytes;
    this.instructions = instructions;
    this.left = new ByteArrayInputStream(bytes);
  }

  /**
   * Reads the value of the pickle.
   *
   * @return the value, null for None
   * @throws IOException if the pickle ends early
   */
  protected final @Nullable Object load() throws IOException {
    return load(left);
  }

  /** {@return the location of the next instruction, for messages} */
  protected final String place() {
    return "before byte " + (bytes.length - left.available());
  }

  /**
   * Returns the budget of a file with pickles.
   *
   * @param file the file
   * @param refusal makes an exception of the reason why the file is refused
   * @return a new budget
   * @throws IOException if the size of the file cannot be read
   */
  public static ReadingBudget budget(
      Path file, Function<String, ? extends RuntimeException> refusal) throws IOException {
    return ReadingBudget.of(EXPANSION * Files.size(file), refusal);
  }

  /** {@return the memory for the file, from which values larger than an instruction are taken} */
  protected final ReadingBudget budget() {
    return budget;
  }

  /**
   * Returns the exception for a fault at the current {@link #place}.
   *
   * @param problem what was expected and what was found
   * @return the exception
   */
  protected abstract RuntimeException problem(String problem);

  /**
   * Returns the exception for a forbidden instruction.
   *
   * @param instruction the instruction
   * @return the exception
   */
  protected abstract RuntimeException refused(short instruction);

  /**
   * Resolves a name of the file.
   *
   * @param name module and name, separated by a space
   * @return the value; if it is called, a {@link net.razorvine.pickle.IObjectConstructor}
   * @throws RuntimeException if the name is not known
   */
  protected abstract Object known(String name);

  @Override
  protected @Nullable Object dispatch(short key) throws IOException {
    if (!instructions.contains(key)) {
      throw refused(key);
    }
    budget.take(INSTRUCTION);
    switch (key) {
      case Opcodes.BINSTRING, Opcodes.BINUNICODE, Opcodes.BINBYTES -> requireLength();
      case Opcodes.GLOBAL -> {
        stack.add(known(PickleUtils.readline(input) + " " + PickleUtils.readline(input)));
        return NO_RETURN_VALUE;
      }
      case Opcodes.STACK_GLOBAL -> {
        String name = (String) stack.pop();
        stack.add(known((String) stack.pop() + " " + name));
        return NO_RETURN_VALUE;
      }
      case Opcodes.SETITEM -> {
        Object value = stack.pop();
        put(stack.pop(), value);
        return NO_RETURN_VALUE;
      }
      case Opcodes.SETITEMS -> {
        List<Object> items = stack.pop_all_since_marker();
        for (int i = 0; i < items.size(); i += 2) {
          put(items.get(i), items.get(i + 1));
        }
        return NO_RETURN_VALUE;
      }
      default -> {}
    }
    return super.dispatch(key);
  }

  /** A damaged length must not cause an allocation beyond the size of the file. */
  private void requireLength() {
    left.mark(0);
    long length = 0;
    for (int i = 0; i < Integer.SIZE; i += Byte.SIZE) {
      length |= (left.read() & 0xffL) << i;
    }
    if (length > left.available()) {
      throw problem("expected " + length + " bytes, found " + left.available());
    }
    left.reset();
  }

  /** A key that contains itself would never finish computing its hash code. */
  private void put(Object key, Object value) {
    if (!(key instanceof Integer || key instanceof String)) {
      throw problem("expected a key that is an integer or a text");
    }
    @SuppressWarnings("unchecked") // Dictionaries of this reader accept any key.
    Map<Object, Object> dictionary = (Map<Object, Object>) stack.peek();
    dictionary.put(key, value);
  }
}
