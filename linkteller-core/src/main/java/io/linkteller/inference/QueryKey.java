package io.linkteller.inference;

/**
 * The identity of a query: the first 128 bits of a SHA-256 digest of its contents. Journals store
 * it, so changing how it is computed invalidates them.
 *
 * @param high the first 64 bits
 * @param low the next 64 bits
 */
public record QueryKey(long high, long low) {}
