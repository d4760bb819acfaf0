package io.linkteller.architecture.broken.graph;

/** What a model on sums must not be given. */
public record Graph(int nodes) {}
