package io.linkteller.architecture.broken.models;

import io.linkteller.architecture.broken.dp.Mechanism;

/** A model that knows differential privacy. */
public record KnowsMechanism(Mechanism mechanism) {}
