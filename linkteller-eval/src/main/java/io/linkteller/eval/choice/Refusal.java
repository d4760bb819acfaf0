package io.linkteller.eval.choice;

/**
 * A candidate that could not be measured.
 *
 * @param protection its name with ε
 * @param reason the reason
 */
public record Refusal(String protection, String reason) {}
