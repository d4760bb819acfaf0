package io.linkteller.testkit.arbitrary;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Limits the number of nodes of an arbitrary graph, or of rows of arbitrary features. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.TYPE_USE, ElementType.ANNOTATION_TYPE})
public @interface NodeCount {

  /** The maximum number of nodes without this annotation. */
  int DEFAULT_MAX = 12;

  /** {@return the minimum number of nodes, at least 0; for neighboring graphs at least two} */
  int min() default 1;

  /** {@return the maximum number of nodes} */
  int max() default DEFAULT_MAX;
}
