/** JMH benchmarks on data generated from a seed. docs/benchmarks.md has the command. */
@NullMarked
package io.linkteller.models.benchmark;

import org.jspecify.annotations.NullMarked;
