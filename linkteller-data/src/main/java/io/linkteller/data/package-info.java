/**
 * Graphs with features and labels: read from files, or generated.
 *
 * <p>{@link io.linkteller.data.Dataset} is the result of every loader; an {@link
 * io.linkteller.data.InductivePair} is two of them, one for training and one to serve; a {@link
 * io.linkteller.data.NodeSplit} divides nodes into training, validation and test.
 *
 * <ul>
 *   <li>{@link io.linkteller.data.twitch.TwitchDataset}, {@link
 *       io.linkteller.data.planetoid.PlanetoidDataset} and {@link
 *       io.linkteller.data.graphsaint.GraphSaintDataset} read the formats of the paper's data.
 *   <li>{@link io.linkteller.data.csv.CsvDataset} reads yours.
 *   <li>{@link io.linkteller.data.synthetic.SyntheticDataset} draws one of any size.
 * </ul>
 *
 * <pre>{@code
 * Dataset russia = TwitchDataset.load(directory, "RU");
 * InductivePair pair = SyntheticDataset.builder().nodes(2000).build().generatePair("friends", 42);
 * }</pre>
 *
 * <p>Damaged files are refused with a {@link io.linkteller.data.DatasetFormatException} that states
 * the file, the location and what was expected. Memory is bounded by the size of the file, not by
 * sizes stated in it.
 */
@NullMarked
package io.linkteller.data;

import org.jspecify.annotations.NullMarked;
