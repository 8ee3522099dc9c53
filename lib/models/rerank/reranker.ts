import { z } from 'zod';
import { countSideCall } from '#lib/base/metrics';
import { outboundFetch } from '#lib/base/outbound';
import { Breaker } from '#lib/models/llm/breaker';
import { classify, malformed, timedOut } from '#lib/models/llm/classify';
import type { RerankerSettings } from '#lib/models/llm/environment';
import { LlmError } from '#lib/models/llm/port';

/**
 * A reranker reads query and text together, which no vector does, and so costs a call. Recall uses
 * it only for its best results, with a short time limit.
 */
export interface Reranker {
  /**
   * Returns how well each text answers the query, in the given order; higher is better. Null if the
   * reranker returned nothing for a text. Throws `LlmError`; `paused` without a call while it
   * fails repeatedly.
   */
  rerank(query: string, texts: readonly string[], deadlineMs: number): Promise<(number | null)[]>;
}

/** For a hundred results with their texts, which some rerankers send back. */
const MAX_BYTES = 2 * 1024 * 1024;

const answer = z.object({ results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })) });

/** The wire format of Cohere and Jina, which other services support too. */
export function createReranker(settings: RerankerSettings): Reranker {
  const fetch = outboundFetch(MAX_BYTES);
  const breaker = new Breaker();
  const ask = async (query: string, texts: readonly string[], signal: AbortSignal): Promise<(number | null)[]> => {
    const response = await fetch(settings.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(settings.apiKey !== null && { authorization: `Bearer ${settings.apiKey}` }) },
      body: JSON.stringify({ ...(settings.model !== null && { model: settings.model }), query, documents: texts, top_n: texts.length }),
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw Object.assign(new Error('refused'), { statusCode: response.status, responseHeaders: Object.fromEntries(response.headers) });
    }
    const parsed = answer.safeParse(await response.json().catch(() => null));
    if (!parsed.success || parsed.data.results.some(({ index }) => index >= texts.length)) throw malformed();
    const scores = new Array<number | null>(texts.length).fill(null);
    for (const { index, relevance_score } of parsed.data.results) scores[index] = relevance_score;
    return scores;
  };
  return {
    async rerank(query, texts, deadlineMs) {
      if (breaker.wait(Date.now()) > 0) throw new LlmError('transient', 'The reranker is paused after repeated failures', null, 'paused');
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(timedOut()), deadlineMs);
      try {
        const scores = await ask(query, texts, late.signal);
        breaker.succeeded();
        countSideCall('rerank', null);
        return scores;
      } catch (error) {
        const known = late.signal.aborted ? timedOut() : classify(error, Date.now());
        breaker.failed(Date.now(), known.retryAfterSeconds === null ? null : known.retryAfterSeconds * 1000);
        countSideCall('rerank', known.failure);
        throw known;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
