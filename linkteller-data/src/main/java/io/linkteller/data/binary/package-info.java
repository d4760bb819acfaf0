/**
 * Data sets in binary files that are mapped into memory, for graphs with millions of nodes. Start
 * with {@link io.linkteller.data.binary.BinaryDataset}.
 */
@NullMarked
package io.linkteller.data.binary;

import org.jspecify.annotations.NullMarked;
