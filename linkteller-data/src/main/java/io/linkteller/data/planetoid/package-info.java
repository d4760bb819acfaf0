/**
 * Cora, Citeseer and Pubmed in the pickled files of Planetoid. Start with {@link
 * io.linkteller.data.planetoid.PlanetoidDataset}.
 */
@NullMarked
package io.linkteller.data.planetoid;

import org.jspecify.annotations.NullMarked;
