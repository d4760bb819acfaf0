/**
 * Audits of graphs on more than one machine, with Apache Spark: {@link
 * io.linkteller.spark.SparkAudit}.
 */
@NullMarked
package io.linkteller.spark;

import org.jspecify.annotations.NullMarked;
