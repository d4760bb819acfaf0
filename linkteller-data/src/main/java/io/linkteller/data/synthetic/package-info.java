/**
 * Graphs with communities, hubs, features and classes, drawn from a seed. Start with {@link
 * io.linkteller.data.synthetic.SyntheticDataset}.
 */
@NullMarked
package io.linkteller.data.synthetic;

import org.jspecify.annotations.NullMarked;
