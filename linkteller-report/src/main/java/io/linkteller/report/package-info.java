/**
 * Reports of evaluations: {@link io.linkteller.report.table tables}, {@link
 * io.linkteller.report.figure figures} and the formats in which reports are written.
 *
 * <p>Start with {@link io.linkteller.report.table.Metric} and {@link
 * io.linkteller.report.table.Measurement}, a number with its spread; {@link
 * io.linkteller.report.table.ResultTable}, a tidy table of measurements; {@link
 * io.linkteller.report.figure.Figure}, the numbers of a picture; {@link
 * io.linkteller.report.Report}, tables and figures with text and settings; and {@link
 * io.linkteller.report.ReportFiles}, which writes reports as JSON, HTML, Markdown and pictures.
 *
 * <pre>{@code
 * ResultTable table =
 *     ResultTable.builder("Attack on a GCN", Columns.DATASET, Columns.METHOD)
 *         .row("RU", "LinkTeller")
 *         .measured(Metric.unmarked("precision", Unit.PERCENT, 1), Measurement.of(0.66, 0.67, 0.68))
 *         .build();
 * }</pre>
 *
 * <p>{@link io.linkteller.report.figure.FigureFile} draws a single picture.
 */
@NullMarked
package io.linkteller.report;

import org.jspecify.annotations.NullMarked;
