package io.linkteller.data.source;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.razorvine.pickle.Opcodes;
import net.razorvine.pickle.PickleUtils;
import net.razorvine.pickle.Unpickler;
import org.jspecify.annotations.Nullable;

/**
 * Reads a pickle, which is a program, executing only a given set of instructions and resolving only
 * a given set of names. No Java class or method is looked up by a name from the file. A string is
 * read only if the file contains as many bytes as its length states, and what is made of strings is
 * limited to a multiple of the file ({@link #account}), however often they are used.
 */
public abstract class RestrictedUnpickler extends Unpickler {

  /** Bytes are written as a text, become an array, and the array part of a matrix. */
  private static final int MOST_MADE = 4;

  private final Set<Short> instructions;
  private final byte[] bytes;
  private final ByteArrayInputStream left;
  private long made;

  /**
   * Creates a reader of one pickle.
   *
   * @param bytes the pickle; not copied
   * @param instructions the permitted instructions, constants of {@link Opcodes}
   */
  protected RestrictedUnpickler(byte[] bytes, Set<Short> instructions) {
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
   * Accounts for a value that is made of bytes or texts of the file, which a pickle may use any
   * number of times.
   *
   * @param size the number of bytes of the value, or of characters
   * @throws RuntimeException the {@link #problem} if all values are larger than {@value #MOST_MADE}
   *     times the file
   */
  protected final void account(long size) {
    made += size;
    if (made > MOST_MADE * (long) bytes.length) {
      throw problem("values that are larger than " + MOST_MADE + " times the file");
    }
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
