/**
 * Graphs with features and labels, read from files or generated.
 *
 * <p>A loader returns a {@link io.linkteller.data.Dataset} or an {@link
 * io.linkteller.data.InductivePair} of two data sets, one for training and one to be served. A
 * {@link io.linkteller.data.NodeSplit} divides nodes into training, validation and test nodes.
 *
 * <ul>
 *   <li>{@link io.linkteller.data.twitch.TwitchDataset}, {@link
 *       io.linkteller.data.planetoid.PlanetoidDataset} and {@link
 *       io.linkteller.data.graphsaint.GraphSaintDataset} read the formats of the paper's data.
 *   <li>{@link io.linkteller.data.csv.CsvDataset} reads your own data from text tables.
 *   <li>{@link io.linkteller.data.synthetic.SyntheticDataset} generates a data set of any size.
 * </ul>
 *
 * <pre>{@code
 * Dataset russia = TwitchDataset.load(directory, "RU");
 * InductivePair pair = SyntheticDataset.builder().nodes(2000).build().generatePair("friends", 42);
 * }</pre>
 *
 * <p>Damaged files are rejected with a {@link io.linkteller.data.DatasetFormatException} that
 * states the file, the location and what was expected. Memory use is bounded by the size of the
 * file, not by sizes stated in it.
 */
@NullMarked
package io.linkteller.data;

import org.jspecify.annotations.NullMarked;
