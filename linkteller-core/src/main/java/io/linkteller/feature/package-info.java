/**
 * Node features X, an n x d matrix with one row a node.
 *
 * <p>A {@link io.linkteller.feature.FeatureMatrix} is one of
 *
 * <ul>
 *   <li>{@link io.linkteller.feature.DenseFeatures}, numbers in rows;
 *   <li>{@link io.linkteller.feature.SparseFeatures}, compressed rows, such as words or games;
 *   <li>{@link io.linkteller.feature.StandardizedFeatures}, sparse features less their mean over
 *       their deviation, never written out, made by a {@link io.linkteller.feature.FeatureScaler};
 *   <li>{@link io.linkteller.feature.RankOneFeatures}, multiples of one vector.
 * </ul>
 *
 * <p>A {@link io.linkteller.feature.FeatureEdit} scales or replaces some rows: what an attack asks
 * about (Algorithm 1, line 3). {@link io.linkteller.feature.FeatureMatrix#edited} applies it.
 *
 * <p>Each kind knows its own products, so a model never asks which it has.
 *
 * <pre>{@code
 * FeatureMatrix x = FeatureMatrix.dense(new double[][] {{1, 2}, {0, 1}});
 * FeatureScaler scaler = FeatureScaler.fit(trainingFeatures);
 * FeatureMatrix standardized = scaler.transform(features);
 * FeatureMatrix probed = x.edited(FeatureEdit.scaling(1, 1.0001));
 * }</pre>
 *
 * <p>Next: {@link io.linkteller.inference}.
 */
@NullMarked
package io.linkteller.feature;

import org.jspecify.annotations.NullMarked;
