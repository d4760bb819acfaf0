/** JMH benchmarks on data made up from a seed. CONTRIBUTING.md has the command. */
@NullMarked
package io.linkteller.models.benchmark;

import org.jspecify.annotations.NullMarked;
