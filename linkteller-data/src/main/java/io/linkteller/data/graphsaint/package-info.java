/**
 * Flickr, PPI and others in GraphSAINT's format, read and written. Start with {@link
 * io.linkteller.data.graphsaint.GraphSaintDataset}.
 */
@NullMarked
package io.linkteller.data.graphsaint;

import org.jspecify.annotations.NullMarked;
