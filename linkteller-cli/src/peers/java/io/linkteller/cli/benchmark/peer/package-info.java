/**
 * Other implementations from Maven Central, for benchmarks side by side. Compiled with the property
 * {@code peers} only; no part of any published module or of the runnable jar.
 */
@NullMarked
package io.linkteller.cli.benchmark.peer;

import org.jspecify.annotations.NullMarked;
