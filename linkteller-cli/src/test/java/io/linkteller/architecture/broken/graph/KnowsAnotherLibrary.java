package io.linkteller.architecture.broken.graph;

import picocli.CommandLine;

/** Core that knows a library other than its two. */
public record KnowsAnotherLibrary(CommandLine line) {}
