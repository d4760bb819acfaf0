package io.linkteller.architecture.broken.graph;

/** A library that prints. */
public final class Prints {

  private Prints() {}

  /** Prints to both streams. */
  public static void print() {
    System.out.println();
    System.err.println();
  }
}
