package io.linkteller.testkit.arbitrary;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Sets d, the number of columns of arbitrary features, or of inputs of an arbitrary model. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.TYPE_USE, ElementType.ANNOTATION_TYPE})
public @interface FeatureCount {

  /** The number of features without this annotation. */
  int DEFAULT = 4;

  /** {@return d, at least 1} */
  int value();
}
