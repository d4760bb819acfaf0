package io.linkteller.architecture.broken.graph;

/** Fields that anyone can change. */
public final class OpenFields {
  public static int shared;
  public int open;
  public final int[] elements = {1};
  public static final int CONSTANT = 1;
}
