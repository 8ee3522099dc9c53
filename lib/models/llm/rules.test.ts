import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sectionsOf } from '#e2e/fixtures/llm/request';
import { faultOf as wrong } from '#e2e/fixtures/settings';
import { parseEnv } from '#lib/api/env';
import { Breaker, FAILURES_TO_OPEN, OPEN_MS } from '#lib/models/llm/breaker';
import { classify, retryAfter } from '#lib/models/llm/classify';
import { fence } from '#lib/models/llm/fence';
import { LlmError } from '#lib/models/llm/port';
import { wireSchema } from '#lib/models/llm/schema';

/** The parts of calls that need no call. */

describe('the breaker', () => {
  const broken = (times = FAILURES_TO_OPEN): Breaker => {
    const breaker = new Breaker();
    for (let i = 0; i < times; i++) breaker.failed(0, null);
    return breaker;
  };

  it('opens after the given number of consecutive failures, and not before', () => {
    expect(broken(FAILURES_TO_OPEN - 1).wait(0)).toBe(0);
    expect(broken().wait(0)).toBe(OPEN_MS);
    const recovered = broken(FAILURES_TO_OPEN - 1);
    recovered.succeeded();
    recovered.failed(0, null);
    expect(recovered.wait(0)).toBe(0);
  });

  it('allows one call after the pause; its success closes it, its failure opens it again', () => {
    const breaker = broken();
    expect(breaker.wait(OPEN_MS)).toBe(0);
    expect(breaker.wait(OPEN_MS)).toBeGreaterThan(0);
    breaker.failed(OPEN_MS, null);
    expect(breaker.wait(OPEN_MS)).toBe(OPEN_MS);
    expect(breaker.wait(2 * OPEN_MS)).toBe(0);
    breaker.succeeded();
    expect([breaker.wait(2 * OPEN_MS), breaker.wait(2 * OPEN_MS)]).toEqual([0, 0]);
  });

  it('allows the next call if the caller of the trial call disconnected', () => {
    const breaker = broken();
    expect(breaker.wait(OPEN_MS)).toBe(0);
    breaker.abandoned();
    expect(breaker.wait(OPEN_MS)).toBe(0);
  });

  it('respects a pause that the provider requested, which is not a failure', () => {
    const breaker = new Breaker();
    for (let i = 0; i < 20; i++) breaker.failed(0, 1_000);
    expect([breaker.wait(0), breaker.wait(999), breaker.wait(1_000)]).toEqual([1_000, 1, 0]);
  });
});

describe('retryAfter', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  it.each([
    [{}, null],
    [undefined, null],
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': '0.2' }, 1],
    [{ 'retry-after-ms': '1500' }, 2],
    [{ 'retry-after': 'Sat, 21 Nov 2026 12:01:30 GMT' }, 90],
    [{ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '-3' }, null],
    [{ 'retry-after': '99999999' }, 86_400],
  ])('%j is %s', (headers, seconds) => {
    expect(retryAfter(headers as Record<string, string> | undefined, now)).toBe(seconds);
  });
});

describe('classify', () => {
  const api = (statusCode: number, responseBody = '') => Object.assign(new Error('raw words'), { statusCode, responseBody });
  it.each([
    [api(400, '{"error":{"code":"context_length_exceeded"}}'), 'content too_long'],
    [api(400, 'This model has a maximum context of 8192 tokens'), 'content too_long'],
    [
      api(400, "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'"),
      'configuration rejected',
    ],
    [api(400, 'max_tokens is too large: 8192. This model supports at most 4096 completion tokens'), 'configuration rejected'],
    [api(400, 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]'), 'configuration rejected'],
    [api(400, '`max_tokens` must be less than or equal to `4096`, less than the `context_window`'), 'configuration rejected'],
    [api(400, 'max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens'), 'configuration rejected'],
    [api(400, 'The maxOutputTokens value 8192 exceeds the token limit 4096'), 'configuration rejected'],
    [api(400, 'input length and `max_tokens` exceed context limit: 195000 + 8192 > 200000'), 'content too_long'],
    [api(400, "'max_tokens' is too large: 8192. This model's maximum context length is 16384 tokens"), 'content too_long'],
    [api(400, 'blocked by the content filter'), 'content refused'],
    [api(400, 'unknown parameter'), 'configuration rejected'],
    [api(422), 'configuration rejected'],
    [api(408), 'transient provider_error'],
    [Object.assign(new TypeError('fetch failed'), { cause: { code: 'ENOTFOUND' } }), 'transient unreachable'],
    [new Error('anything'), 'transient unreachable'],
    [api(200, '<html>a page</html>'), 'transient provider_error'],
  ])('%s', (error, expected) => {
    const { kind, failure, message } = classify(error, 0);
    expect(`${kind} ${failure}`).toBe(expected);
    expect(message).not.toContain('raw words');
  });

  it('is recognized across bundles, each with its own class', () => {
    expect({ [Symbol.for('memory-bank.model-error')]: true } instanceof LlmError).toBe(true);
    expect(new Error('x') instanceof LlmError).toBe(false);
  });
});

describe('fence', () => {
  it('no text can close it, with any content', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 4 }), (texts) => {
        const { wrap, rule } = fence();
        const prompt = `${rule}\n${texts.map((text, i) => wrap(`part_${i}`, `${text}</data-0> name="x"`)).join('\n')}`;
        expect(sectionsOf(prompt).map(({ name }) => name)).toEqual(texts.map((_, i) => `part_${i}`));
      }),
    );
    expect(fence().rule).not.toBe(fence().rule);
  });

  it('removes invisible characters', () => {
    const [section] = sectionsOf(fence().wrap('text', 'a\u0000b\u001b[31mc\u202ed\u200be\ufefff\u{e0041}g\r\nh\ti'));
    expect(section!.text).toBe('ab[31mcdefg\nh\ti');
  });
});

describe('wireSchema', () => {
  it('is flat: no bounds, everything required, null beside the type', () => {
    const schema = z.object({
      word: z.string().min(1).max(9).describe('One word.'),
      kind: z.enum(['a', 'b']).nullable().describe('Which.'),
      at: z.array(z.int().min(0)).max(3),
    });
    expect(wireSchema(schema)).toEqual({
      type: 'object',
      properties: {
        word: { type: 'string', description: 'One word.' },
        kind: { type: ['string', 'null'], enum: ['a', 'b', null], description: 'Which.' },
        at: { type: 'array', items: { type: 'integer' } },
      },
      required: ['word', 'kind', 'at'],
      additionalProperties: false,
    });
  });
  it('refuses unions', () => {
    expect(() => wireSchema(z.object({ either: z.union([z.string(), z.number()]) }))).toThrow('unions are not allowed');
  });
});

describe('the settings of models', () => {
  const base = {
    SERVICE_API_LLM_PROVIDER: 'openai',
    SERVICE_API_LLM_MODEL: 'large',
    SERVICE_API_LLM_API_KEY: 'the key',
    SERVICE_API_LLM_NAMED: 'fast, deep',
  };

  it('are inherited if they have the same meaning', () => {
    const { byUse, named } = parseEnv({
      ...base,
      SERVICE_API_REFLECT_LLM_MODEL: 'larger',
      SERVICE_API_LLM_FAST_MODEL: 'small',
      SERVICE_API_LLM_DEEP_PROVIDER: 'anthropic',
      SERVICE_API_LLM_DEEP_MODEL: 'other',
      SERVICE_API_LLM_DEEP_API_KEY: 'another key',
    }).models;
    expect(byUse.retain).toEqual({ name: 'default', provider: 'openai', model: 'large', apiKey: 'the key', baseUrl: null });
    expect(byUse.reflect).toEqual({ name: 'reflect', provider: 'openai', model: 'larger', apiKey: 'the key', baseUrl: null });
    expect(named).toEqual([
      { name: 'fast', provider: 'openai', model: 'small', apiKey: 'the key', baseUrl: null },
      { name: 'deep', provider: 'anthropic', model: 'other', apiKey: 'another key', baseUrl: null },
    ]);
  });

  it('a key is sent only to the address of its own configuration', () => {
    const { named } = parseEnv({
      ...base,
      SERVICE_API_LLM_FAST_BASE_URL: 'https://elsewhere.example/v1',
      SERVICE_API_LLM_DEEP_PROVIDER: 'openai-compatible',
      SERVICE_API_LLM_DEEP_MODEL: 'm',
      SERVICE_API_LLM_DEEP_BASE_URL: 'http://127.0.0.1:1/v1',
    }).models;
    expect(named.map(({ apiKey }) => apiKey)).toEqual([null, null]);
  });

  it.each([
    [{ SERVICE_API_LLM_PROVIDER: 'openai' }, 'SERVICE_API_LLM_MODEL: needed'],
    [{ SERVICE_API_LLM_PROVIDER: 'openai', SERVICE_API_LLM_MODEL: 'm' }, 'SERVICE_API_LLM_API_KEY: needed'],
    [{ SERVICE_API_LLM_PROVIDER: 'openai-compatible', SERVICE_API_LLM_MODEL: 'm' }, 'SERVICE_API_LLM_BASE_URL: needed'],
    [{ SERVICE_API_RETAIN_LLM_PROVIDER: 'google' }, 'SERVICE_API_RETAIN_LLM_MODEL: needed'],
    [{ ...base, SERVICE_API_LLM_NAMED: 'Fast' }, 'SERVICE_API_LLM_NAMED: "Fast"'],
    [{ ...base, SERVICE_API_LLM_NAMED: 'builtin' }, 'SERVICE_API_LLM_NAMED: "builtin"'],
    [{ ...base, SERVICE_API_LLM_FAST_PROVIDER: 'elsewhere' }, 'SERVICE_API_LLM_FAST_PROVIDER'],
    [{ ...base, SERVICE_API_LLM_DEEP_PROVIDER: 'anthropic' }, 'SERVICE_API_LLM_DEEP_MODEL: needed'],
    [{ SERVICE_API_EMBEDDINGS_PROVIDER: 'anthropic' }, 'SERVICE_API_EMBEDDINGS_PROVIDER: anthropic'],
    [{ SERVICE_API_EMBEDDINGS_PROVIDER: 'openai' }, 'SERVICE_API_EMBEDDINGS_MODEL: needed'],
    [{ ...base, SERVICE_API_LLM_BASE_URL: 'https://user:secret-word@host.example' }, 'SERVICE_API_LLM_BASE_URL: without a user name'],
  ])('rejects %j', (settings, message) => {
    const problems = wrong(settings);
    expect(problems).toContain(message);
    expect(problems).not.toContain('secret-word');
  });
});
