package io.linkteller.attack.spectral;

/**
 * Influences of n targets on each other.
 *
 * @param n the number of targets
 * @param along n x n, row-major: the influence of v on u in row v, column u; not copied
 * @param floor the largest entry that errors alone can cause, per observed target u; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
record Influences(int n, double[] along, double[] floor) {}
