package io.linkteller.inference;

/**
 * What tells two queries apart: the first 128 bits of a SHA-256 digest of their nodes and features.
 *
 * @param high the first 64 bits
 * @param low the next 64 bits
 */
public record QueryKey(long high, long low) {}
