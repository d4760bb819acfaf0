package io.linkteller.file;

import java.io.IOException;
import java.io.RandomAccessFile;

/** A local file. */
final class LocalRandomAccess implements RandomAccess {

  private final RandomAccessFile file;

  LocalRandomAccess(RandomAccessFile file) {
    this.file = file;
  }

  @Override
  public long length() throws IOException {
    return file.length();
  }

  @Override
  public void read(long at, byte[] into, int from, int count) throws IOException {
    file.seek(at);
    file.readFully(into, from, count);
  }

  @Override
  public void write(long at, byte[] bytes) throws IOException {
    file.seek(at);
    file.write(bytes);
  }

  @Override
  public void truncate(long length) throws IOException {
    file.setLength(length);
  }

  @Override
  public void sync() throws IOException {
    file.getFD().sync();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
