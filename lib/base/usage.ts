/** Tokens used by calls of language models and embedders. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  readonly cachedTokens: number;
  readonly thoughtsTokens: number;
}
export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0, cachedTokens: 0, thoughtsTokens: 0 };

export const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  totalTokens: a.totalTokens + b.totalTokens,
  cachedTokens: a.cachedTokens + b.cachedTokens,
  thoughtsTokens: a.thoughtsTokens + b.thoughtsTokens,
});

/** The `usage` of a response. */
export const toTokenUsage = (usage: Usage) => ({
  input_tokens: usage.inputTokens,
  output_tokens: usage.outputTokens,
  total_tokens: usage.totalTokens,
  cached_tokens: usage.cachedTokens,
  thoughts_tokens: usage.thoughtsTokens,
});
