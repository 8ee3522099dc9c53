import { defined } from '#lib/base/defined';
import { distinct } from '#lib/base/text/entities';
import { termsOf } from '#lib/base/text/index-terms';
import { countTokens } from '#lib/base/text/tokens';
import { addUsage, NO_USAGE, type Usage } from '#lib/base/usage';
import { mentionOf } from '#lib/memory/entities/resolve';
import { annotate, extractFacts } from '#lib/memory/retain/model/extract';
import type {
  ExtractionItem,
  ExtractionSettings,
  ExtractionText,
  ExtractionTurn,
  FactFindings,
} from '#lib/memory/retain/model/extract-contract';
import type { PlannedItem } from '#lib/memory/retain/plan';
import { fingerprintFor, mentionsOf, type ReadChunk, type ReadJob, type ReadUnit } from '#lib/memory/retain/read';
import type { TextReading } from '#lib/memory/retain/reading';
import { type ChunkTurn, splitLong } from '#lib/memory/retain/reading/chunk';
import type { ExtractedUnit } from '#lib/memory/retain/reading/extract';
import { type CallFor, type LanguageModel, LlmError } from '#lib/models/llm/port';

/**
 * Reads a chunk with a model. Errors that do not depend on the text (an unavailable provider, a
 * rejected key) are thrown; others fail the chunk.
 */

export interface LlmReading {
  readonly model: LanguageModel;
  /** the built-in rules, for chunks that need no model and for the statements of `verbatim` */
  readonly rules: TextReading;
  readonly settings: ExtractionSettings;
  readonly narrator: string;
  readonly call: Omit<CallFor, 'documentId' | 'signal'>;
}

/** A label is an entity of exactly this name. */
const LABEL_KIND = 'LABEL';
/** Weight of a cause that a model states; one from a connective is a guess (`extract.ts`). */
const CAUSE_WEIGHT = 1;
/** Minimum length of a text, in characters, that is split after a failure. */
const MIN_HALF = 500;
const BEFORE = 600;

/** Turns with their positions in the chunk. */
type ReadPart = readonly { readonly at: number; readonly turn: ExtractionTurn }[];

interface PlacedFact extends FactFindings {
  readonly text: string;
  readonly at: number;
}
interface Facts {
  readonly facts: readonly PlacedFact[];
  readonly rejected: number;
  readonly usage: Usage;
}

const itemOf = ({ context, metadata, at, time }: PlannedItem): ExtractionItem => ({
  context,
  metadata,
  saidAt: at,
  offsetMinutes: typeof time === 'string' ? 0 : time.offsetMinutes,
});

function partOf({ chunk, draft }: ReadJob): ReadPart {
  const items = new Map<number, ExtractionItem>();
  const sharedItem = (position: number): ExtractionItem => {
    const item = items.get(position) ?? itemOf(defined(draft.items[position]));
    items.set(position, item);
    return item;
  };
  return chunk.turns.map(({ speaker, body, heading, time, item }, at) => ({
    at,
    turn: { speaker, body, heading, saidAt: time, item: sharedItem(item) },
  }));
}

const lengthOf = (part: ReadPart): number => part.reduce((sum, { turn }) => sum + turn.body.length, 0);

function halvesOf(part: ReadPart): [ReadPart, ReadPart] | null {
  if (lengthOf(part) < 2 * MIN_HALF) return null;
  if (part.length > 1) return [part.slice(0, part.length >> 1), part.slice(part.length >> 1)];
  const [{ at, turn }] = part as [ReadPart[number]];
  const pieces = splitLong(turn.body, Math.ceil(turn.body.length / 2));
  const first: string[] = [];
  for (let length = 0; length < turn.body.length / 2 && pieces.length > 1; ) {
    const piece = defined(pieces.shift());
    first.push(piece);
    length += piece.length;
  }
  return [[{ at, turn: { ...turn, body: first.join('') } }], [{ at, turn: { ...turn, body: pieces.join('') } }]];
}

const endOf = (part: ReadPart): string =>
  part
    .map(({ turn }) => turn.body)
    .join('\n')
    .slice(-BEFORE);

/** Splits a part in halves if the answer exceeds the model's limit. */
async function factsOf(reading: LlmReading, part: ReadPart, before: string, call: CallFor): Promise<Facts> {
  const text: ExtractionText = { narrator: reading.narrator, before, turns: part.map(({ turn }) => turn) };
  try {
    const { value, usage } = await extractFacts(reading.model, reading.settings, text, call);
    return { facts: value.facts.map((fact) => ({ ...fact, at: defined(part[fact.turn]).at })), rejected: value.rejected, usage };
  } catch (error) {
    if (!(error instanceof LlmError) || (error.failure !== 'cut_off' && error.failure !== 'too_long')) throw error;
    const halves = halvesOf(part);
    if (!halves) throw error;
    const first = await factsOf(reading, halves[0], before, call);
    const second = await factsOf(reading, halves[1], endOf(halves[0]), call);
    const usage = addUsage(error.usage, addUsage(first.usage, second.usage));
    return {
      facts: [...first.facts, ...second.facts.map((fact) => ({ ...fact, causes: fact.causes.map((cause) => cause + first.facts.length) }))],
      rejected: first.rejected + second.rejected,
      usage,
    };
  }
}

/** A unit with its findings: the fields that do not follow from its words. */
function found(unit: ExtractedUnit, findings: FactFindings, turn: ChunkTurn, source: PlannedItem, document: string): ReadUnit {
  const tags = findings.tags.length === 0 ? source.tags : [...new Set([...source.tags, ...findings.tags])].sort();
  const labels = findings.labels.map((name) => mentionOf({ name, kind: LABEL_KIND, literal: true, document }));
  const { factType, occurredStart, occurredEnd, precision, entities } = findings;
  const whole = { ...unit, factType, occurredStart, occurredEnd, precision, entities };
  return {
    ...whole,
    source,
    turnOffset: 0,
    saidAt: turn.time,
    fingerprint: fingerprintFor(whole, source, { tags, saidAt: turn.time }),
    tags,
    mentions: [...mentionsOf(whole, source, document), ...labels.filter((mention) => mention !== null)],
    vector: null,
    direction: null,
  };
}

const linksOf = (units: readonly FactFindings[]): ReadChunk['causes'] =>
  units.flatMap(({ causes }, from) => causes.map((to) => ({ from, to, weight: CAUSE_WEIGHT })));

function unitOf({ chunk, draft }: ReadJob, fact: PlacedFact): ReadUnit {
  const turn = defined(chunk.turns[fact.at]);
  const { text } = fact;
  const words = {
    text,
    body: text,
    searched: text,
    speaker: turn.speaker,
    heading: turn.heading,
    turn: fact.at,
    item: turn.item,
    causes: [],
    tokens: countTokens(text),
    terms: termsOf(text),
  };
  const unit = found({ ...words, ...fact, causes: [] }, fact, turn, defined(draft.items[turn.item]), draft.id);
  return { ...unit, turnOffset: turn.ordinal - defined(chunk.turns[0]).ordinal };
}

/**
 * Statements come from the built-in rules. Those that the model does not annotate remain as the
 * rules found them.
 */
async function annotated(reading: LlmReading, job: ReadJob, base: ReadChunk, call: CallFor): Promise<{ read: ReadChunk; usage: Usage }> {
  const part = partOf(job);
  const statements = base.units.map(({ turnOffset, body }) => ({ turn: turnOffset, text: body }));
  const text = { narrator: reading.narrator, before: job.before, turns: part.map(({ turn }) => turn) };
  const { value, usage } = await annotate(reading.model, reading.settings, text, statements, call);
  const units = base.units.map((unit, i): ReadUnit => {
    const findings = value.findings[i];
    if (!findings) return unit;
    const turn = defined(job.chunk.turns[unit.turnOffset]);
    const speaker = unit.entities.filter(({ name }) => name === unit.speaker);
    const entities = reading.settings.freeForm ? distinct([...speaker, ...findings.entities]) : [];
    return { ...found(unit, { ...findings, entities }, turn, unit.source, job.draft.id), turnOffset: unit.turnOffset };
  });
  const causes = linksOf(value.findings.map((findings) => findings ?? { causes: [] }) as FactFindings[]);
  return { read: { ...base, units, causes }, usage };
}

/**
 * Returns a failed chunk if the model's answer is unusable. Throws other `LlmError`s and the
 * signal's reason.
 */
export async function readWithModel(reading: LlmReading, job: ReadJob, signal: AbortSignal): Promise<{ read: ReadChunk; usage: Usage }> {
  const how = { narrator: reading.narrator, form: 'statements' } as const;
  const base = defined((await reading.rules.read([job], how, signal))[0]);
  // only greetings, tool calls or rules: no model is called
  if (base.units.length === 0) return { read: base, usage: NO_USAGE };
  const call: CallFor = { ...reading.call, documentId: job.draft.named ? job.draft.id : null, signal };
  const items = [...new Set(job.chunk.turns.map(({ item }) => item))];
  try {
    if (reading.settings.mode === 'verbatim') return await annotated(reading, job, base, call);
    const { facts, rejected, usage } = await factsOf(reading, partOf(job), job.before, call);
    const units = facts.map((fact) => unitOf(job, fact));
    const failed = rejected > 0 ? { failures: items, failedByModel: true } : { failures: [] };
    return { read: { units, causes: linksOf(facts), ...failed }, usage };
  } catch (error) {
    if (!(error instanceof LlmError) || error.kind !== 'content') throw error;
    return { read: { units: [], causes: [], failures: items, failedByModel: true }, usage: error.usage };
  }
}
