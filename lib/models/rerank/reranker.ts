import { z } from 'zod';
import { countSideCall } from '#lib/base/metrics';
import { outboundFetch } from '#lib/base/outbound';
import { Breaker } from '#lib/models/llm/breaker';
import { classify, malformed, timedOut } from '#lib/models/llm/classify';
import type { RerankerSettings } from '#lib/models/llm/environment';
import { ModelError } from '#lib/models/llm/port';

/** Reads question and text together, which no vector does, and so costs a call: recall asks it about its best results only, and does not wait long. */
export interface Reranker {
  /**
   * How well each text answers, in the order given; higher is better. Null where the reranker said nothing about a text. Throws `ModelError`,
   * `paused` without a call while it fails again and again.
   */
  rerank(query: string, texts: readonly string[], deadlineMs: number): Promise<(number | null)[]>;
}

/** Of a hundred results with their texts, which some rerankers send back. */
const MAX_BYTES = 2 * 1024 * 1024;

const answer = z.object({ results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })) });

/** The wire of Cohere and Jina, which others speak too. */
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
      if (breaker.wait(Date.now()) > 0) throw new ModelError('transient', 'The reranker is left alone for a while', null, 'paused');
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
