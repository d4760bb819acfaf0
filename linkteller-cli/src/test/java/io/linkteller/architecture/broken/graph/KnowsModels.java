package io.linkteller.architecture.broken.graph;

import io.linkteller.architecture.broken.models.KnowsMechanism;

/** Core that knows models. */
public record KnowsModels(KnowsMechanism model) {}
