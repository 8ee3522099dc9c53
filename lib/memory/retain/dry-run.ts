import { stampOrNull } from '#lib/base/contract/fields';
import { defined } from '#lib/base/defined';
import { issueAt, ServiceError, ValidationFailure } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import { pacer } from '#lib/base/pacer';
import type { BankScope } from '#lib/base/scope';
import { toTokenUsage } from '#lib/base/usage';
import { type BankConfig, configOf, strategyOf } from '#lib/memory/banks/config';
import { actorMay } from '#lib/memory/banks/service';
import { categoryOf } from '#lib/memory/entities/category';
import type { DryRunBody, DryRunResponse, RecognizedText } from '#lib/memory/retain/contract';
import type { Cut } from '#lib/memory/retain/cut';
import { planDocuments, planItem } from '#lib/memory/retain/plan';
import type { ReadChunk } from '#lib/memory/retain/read';
import { BUILTIN, CHUNKS, jobsOf, limitsOf, type ReaderServices, readerOf, strategyFor } from '#lib/memory/retain/reader';
import { recognizedIn } from '#lib/memory/retain/reading/recognition';

/** Performs the extraction of a retain without writing. */

function overridesOf(body: DryRunBody): Partial<BankConfig> {
  const overrides: { [Name in keyof BankConfig]?: BankConfig[Name] | null | undefined } = {
    retainMission: body.retain_mission,
    retainExtractionMode: body.retain_extraction_mode,
    retainCustomInstructions: body.retain_custom_instructions,
    retainExtractCausalLinks: body.retain_extract_causal_links,
    retainChunkSize: body.retain_chunk_size,
    retainStructuredChunkSize: body.retain_structured_chunk_size,
    retainLlm: body.retain_llm,
    entityLabels: body.entity_labels,
    entitiesAllowFreeForm: body.entities_allow_free_form,
    llmOutputLanguage: body.llm_output_language,
  };
  return Object.fromEntries(Object.entries(overrides).filter(([, value]) => value != null)) as Partial<BankConfig>;
}

/**
 * Reading a larger chunk takes longer than reading the same text in several chunks. Therefore only
 * a caller who may change the settings of the bank can raise them for one request. Throws
 * `ValidationFailure`.
 */
function assertWithin(config: BankConfig, scope: BankScope, body: DryRunBody): void {
  if (actorMay(scope.actor, 'bank.configure')) return;
  const { retainChunkSize: size, retainStructuredChunkSize: structured } = config;
  const bounds = { retain_chunk_size: size, retain_structured_chunk_size: structured ?? limitsOf(size, null).max };
  const issues = Object.entries(bounds).flatMap(([name, most]) => {
    const input = body[name as keyof typeof bounds];
    if (input == null || input <= most) return [];
    const error = `at most ${most}, as the bank has it, unless you may change the settings of the bank`;
    return [issueAt(['body', name], error, input)];
  });
  if (issues.length > 0) throw new ValidationFailure(issues);
}

const methodOf = (id: string): DryRunResponse['method'] => (id === BUILTIN ? 'extractive' : id === CHUNKS ? 'chunks' : 'model');

function factsOf(chunks: readonly ReadChunk[]): DryRunResponse['facts'] {
  let first = 0;
  return chunks.flatMap(({ units, causes }, chunkIndex) => {
    const start = first;
    first += units.length;
    return units.map((unit, i) => ({
      text: unit.text,
      fact_type: unit.factType,
      occurred_start: stampOrNull(unit.occurredStart),
      occurred_end: stampOrNull(unit.occurredEnd),
      entities: unit.mentions.map(({ name }) => name),
      entity_categories: unit.mentions.map(({ name, kind }) => categoryOf(name, kind)),
      speaker: unit.speaker,
      tags: [...unit.tags],
      chunk_index: chunkIndex,
      caused_by: causes.flatMap(({ from, to }) => (from === i ? [start + to] : [])),
    }));
  });
}

/** What the reader recognized, in steps that let other requests through. */
async function recognitionOf({ chunks }: Cut): Promise<RecognizedText | null> {
  const steps = recognizedIn(chunks.flatMap(({ turns }) => turns));
  const pause = pacer();
  for (;;) {
    const { done, value } = steps.next();
    if (!done) await pause();
    else if (value === null) return null;
    else {
      const { format, conversations, messages, omitted, speakerCount, speakers, first, last } = value;
      const times = { first_at: stampOrNull(first), last_at: stampOrNull(last) };
      return { format, conversations, messages, omitted, speaker_count: speakerCount, speakers: [...speakers], ...times };
    }
  }
}

/**
 * Throws `LlmError` if a model is unavailable or unusable, `ValidationFailure`, `timeout` and the
 * signal's reason.
 */
export async function dryRun(services: ReaderServices, scope: BankScope, body: DryRunBody, signal: AbortSignal): Promise<DryRunResponse> {
  const config = configOf(services.env, scope.bank);
  const strategy = strategyOf(config, strategyFor(config)(body.strategy ?? null));
  assertWithin({ ...config, ...strategy }, scope, body);
  const reader = readerOf(services, scope, { operation: 'dry_run_extract' }, { ...strategy, ...overridesOf(body) });
  const item = { content: body.content, timestamp: body.timestamp, context: body.context, tags: [] };
  const [draft] = planDocuments([item], [planItem(item, 0, [], new Date())], newId);
  const [cut] = await reader.cut([{ draft: defined(draft), continues: false }], signal);
  if (defined(cut).timedOut) throw new ServiceError('timeout', 'Reading the content took too long. Split it into smaller parts.');
  const { chunks, usage } = await reader.read(
    jobsOf(defined(draft), defined(cut), () => true),
    signal,
  );
  return {
    facts: factsOf(chunks),
    usage: toTokenUsage(usage),
    method: methodOf(reader.idOf(defined(draft))),
    chunks: defined(cut).chunks.map(({ text }, i) => ({ text, fact_count: chunks[i]?.units.length ?? 0 })),
    failed_chunks: chunks.flatMap(({ failures }, i) => (failures.length > 0 ? [i] : [])),
    recognized: await recognitionOf(defined(cut)),
  };
}
