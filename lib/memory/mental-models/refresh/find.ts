import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import type { MentalModelState, RefreshCall, RefreshReads, RefreshScope, TraceCall } from '#lib/memory/mental-models/refresh/port';
import type { Portion } from '#lib/memory/mental-models/refresh/window';
import { type Evidence, type EvidenceChunk, type EvidenceLayer, type GatheredEvidence, LAYER_TOKENS } from '#lib/memory/reflect/evidence';
import { gather } from '#lib/memory/reflect/gather';
import { gatherPages } from '#lib/memory/reflect/pages';
import { bookedTo } from '#lib/models/embeddings/choose';

/**
 * Finds the evidence of a refresh as reflect does, within the scope of the mental model: the best
 * of all memories, or everything of a window.
 */

export interface RefreshEvidence {
  /** observations and facts, each layer best first; for a delta, one list per page */
  readonly pages: readonly (readonly Evidence[])[];
  readonly models: readonly Evidence[];
  readonly chunks: readonly EvidenceChunk[];
  readonly toolCalls: readonly TraceCall[];
  readonly warnings: readonly string[];
}

export const NOTHING_FOUND: RefreshEvidence = { pages: [], models: [], chunks: [], toolCalls: [], warnings: [] };
export const factsOf = ({ pages }: RefreshEvidence): Evidence[] => pages.flat();

/** Larger than for an answer, because a document has more room. */
const FACT_TOKENS = 6144;
const OBSERVATION_TOKENS = 4096;
const CHUNK_TOKENS = 4096;
/** Share of facts in a given number of tokens, if both facts and observations are read. */
const FACTS_SHARE = 0.6;

const TOOLS: Readonly<Record<EvidenceLayer, TraceCall['tool']>> = {
  mental_models: 'search_mental_models',
  observations: 'search_observations',
  facts: 'recall',
};

function tokensOf({ recallMaxTokens, observationsMaxTokens }: MentalModelState['trigger'], { factTypes }: RefreshScope) {
  if (recallMaxTokens === null) return { observations: observationsMaxTokens ?? OBSERVATION_TOKENS, facts: FACT_TOKENS };
  const hasObservations = factTypes?.includes('observation') ?? true;
  const hasFacts = factTypes?.some((type) => type !== 'observation') ?? true;
  const facts = hasObservations ? (hasFacts ? Math.round(recallMaxTokens * FACTS_SHARE) : 0) : recallMaxTokens;
  return { observations: observationsMaxTokens ?? recallMaxTokens - facts, facts };
}

/** Tokens of memories that are shown to a language model at once. */
export const readTokens = ({ recallMaxTokens, observationsMaxTokens }: MentalModelState['trigger']): number =>
  recallMaxTokens ?? FACT_TOKENS + (observationsMaxTokens ?? OBSERVATION_TOKENS);

/** Finds evidence for a query. `portion` null: the best of everything up to `upTo`. */
export async function findEvidence(
  { reader, evidence }: RefreshReads,
  scope: BankScope,
  { trigger }: Pick<MentalModelState, 'trigger'>,
  filter: RefreshScope,
  { query, portion, upTo }: { readonly query: string; readonly portion: Portion | null; readonly upTo: number },
  { operation, operationId, signal }: RefreshCall,
): Promise<RefreshEvidence> {
  const booked = { ...evidence, embedder: bookedTo(evidence.embedder, { scope, operation, operationId }) };
  const maxTokens = { mentalModels: LAYER_TOKENS.mentalModels, ...tokensOf(trigger, filter) };
  const request = {
    query,
    budget: trigger.budget ?? ('mid' as const),
    maxTokens,
    ...(trigger.includeChunks && { chunkTokens: trigger.recallChunksMaxTokens ?? CHUNK_TOKENS }),
    signal,
  };
  const source = { reader, services: booked, scope, filter };
  const windows = portion?.pages ?? [{ afterRevision: null, upToRevision: upTo }];
  const gathered = portion
    ? await gatherPages(source, request, portion.pages)
    : [await gather(source, { ...request, window: { upToRevision: upTo } })];
  const limits = { mental_models: maxTokens.mentalModels, observations: maxTokens.observations, facts: maxTokens.facts };
  const pages = gathered.map(({ items }, i) => {
    const { afterRevision, upToRevision } = defined(windows[i]);
    // Memories that are written meanwhile belong to the next refresh.
    return items.filter((one) => one.kind !== 'mental_model' && one.revision > (afterRevision ?? -1) && one.revision <= upToRevision);
  });
  const toolCalls = gathered.flatMap(({ layers }, i) => {
    const { afterRevision, upToRevision } = defined(windows[i]);
    return layers.map(({ layer, items, durationMs }): TraceCall => {
      const tokens = portion && layer !== 'mental_models' ? {} : { max_tokens: limits[layer] };
      return {
        tool: TOOLS[layer],
        input: { query, ...tokens, after_revision: afterRevision, up_to_revision: upToRevision },
        output: items.map(({ id, name, text }) => ({ id, text: name === '' ? text : `${name}: ${text}` })),
        resultCount: items.length,
        durationMs,
        iteration: i + 1,
      };
    });
  });
  return { pages, models: modelsOf(gathered), chunks: gathered.flatMap(({ chunks }) => chunks), toolCalls, warnings: warningsOf(gathered) };
}

const modelsOf = (gathered: readonly GatheredEvidence[]): Evidence[] =>
  gathered.flatMap(({ items }) => items.filter(({ kind }) => kind === 'mental_model'));

const warningsOf = (gathered: readonly GatheredEvidence[]): string[] =>
  [...new Set(gathered.flatMap(({ without }) => without))].map((what) => `Part of the search failed: ${what}.`);
