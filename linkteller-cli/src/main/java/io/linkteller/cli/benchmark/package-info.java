/**
 * The limits of a machine, measured, and the least work of kernels and tasks, counted. Together
 * they give the share of the limit that a running time reaches.
 */
@NullMarked
package io.linkteller.cli.benchmark;

import org.jspecify.annotations.NullMarked;
