/**
 * Audits of graphs with more than one machine, on Apache Spark: {@link
 * io.linkteller.spark.SparkAudit}.
 */
@NullMarked
package io.linkteller.spark;

import org.jspecify.annotations.NullMarked;
