/**
 * What people look at: tables beside the paper's, figures and reports of an evaluation.
 *
 * <p>To be read in this order: {@link io.linkteller.report.Metric} and {@link
 * io.linkteller.report.Measurement}, one number with its spread; {@link
 * io.linkteller.report.ResultTable}, a tidy table of them; {@link io.linkteller.report.PaperTable},
 * what the paper measured; {@link io.linkteller.report.Figure}, a picture as numbers; {@link
 * io.linkteller.report.Report}, all of it with text and settings; {@link
 * io.linkteller.report.ReportFiles}, which writes it as JSON, CSV, HTML, Markdown, LaTeX and
 * pictures.
 *
 * <pre>{@code
 * ResultTable table =
 *     ResultTable.builder("Attack on a GCN", Columns.DATASET, Columns.METHOD)
 *         .row("RU", "LinkTeller")
 *         .measured(Metric.PRECISION, Measurement.of(0.66, 0.67, 0.68))
 *         .build();
 * }</pre>
 *
 * <p>{@link io.linkteller.report.PrecisionRecallPlot} is the short way to one picture.
 */
@NullMarked
package io.linkteller.report;

import org.jspecify.annotations.NullMarked;
