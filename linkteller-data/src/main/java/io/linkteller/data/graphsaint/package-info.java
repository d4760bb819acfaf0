/**
 * Flickr, PPI and other data sets in GraphSAINT's format. Start with {@link
 * io.linkteller.data.graphsaint.GraphSaintDataset}.
 */
@NullMarked
package io.linkteller.data.graphsaint;

import org.jspecify.annotations.NullMarked;
