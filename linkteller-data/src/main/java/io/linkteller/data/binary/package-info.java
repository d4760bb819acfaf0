/**
 * Data sets in binary files that are mapped into memory, for graphs of millions of nodes: {@link
 * io.linkteller.data.binary.BinaryDataset}.
 */
@NullMarked
package io.linkteller.data.binary;

import org.jspecify.annotations.NullMarked;
