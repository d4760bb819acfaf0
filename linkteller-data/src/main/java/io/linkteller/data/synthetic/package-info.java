/**
 * Random graphs with communities, hubs, features and classes, each determined by a seed. Start with
 * {@link io.linkteller.data.synthetic.SyntheticDataset}.
 */
@NullMarked
package io.linkteller.data.synthetic;

import org.jspecify.annotations.NullMarked;
