package io.linkteller.file;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A local file that was opened without following links. */
final class LocalChannel implements RandomAccess {

  private final FileChannel channel;

  LocalChannel(FileChannel channel) {
    this.channel = channel;
  }

  @Override
  public long length() throws IOException {
    return channel.size();
  }

  @Override
  public void read(long at, byte[] into, int from, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(into, from, count);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, at + count - buffer.remaining()) < 0) {
        throw new EOFException("the file ends before byte " + (at + count));
      }
    }
  }

  @Override
  public void write(long at, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer, at + buffer.position());
    }
  }

  @Override
  public void truncate(long length) throws IOException {
    channel.truncate(length);
  }

  @Override
  public void sync() throws IOException {
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
