package io.linkteller.cli;

import io.linkteller.models.architecture.Normalization;

/** The names of the normalizations on the command line. */
final class NormalizationNames extends EnumNames<Normalization> {

  NormalizationNames() {
    super(Normalization.class);
  }
}
