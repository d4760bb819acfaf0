/**
 * Audits of graphs on several machines, with Apache Spark: {@link io.linkteller.spark.SparkAudit}.
 */
@NullMarked
package io.linkteller.spark;

import org.jspecify.annotations.NullMarked;
