/**
 * Node features X, an n x d matrix with one row per node.
 *
 * <p>A {@link io.linkteller.feature.FeatureMatrix} is one of
 *
 * <ul>
 *   <li>{@link io.linkteller.feature.DenseFeatures}, a dense matrix;
 *   <li>{@link io.linkteller.feature.SparseFeatures}, compressed sparse rows, such as bags of
 *       words;
 *   <li>{@link io.linkteller.feature.StandardizedFeatures}, sparse features with zero mean and unit
 *       variance per column, stored sparsely, created by a {@link
 *       io.linkteller.feature.FeatureScaler};
 *   <li>{@link io.linkteller.feature.LowRankFeatures}, whose rows are combinations of a few
 *       vectors;
 *   <li>{@link io.linkteller.feature.MappedFeatures}, dense features in a file that is mapped into
 *       memory.
 * </ul>
 *
 * <p>A {@link io.linkteller.feature.FeatureEdit} scales or replaces some rows, as attack probes do
 * (Algorithm 1, line 3). {@link io.linkteller.feature.FeatureMatrix#edited} applies it.
 *
 * <p>Each implementation computes its own products with dense matrices, so a model need not know
 * which one it has.
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
