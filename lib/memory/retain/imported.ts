import { createHash } from 'node:crypto';
import type { ObservationScopes } from '#lib/base/contract/fields';
import { defined } from '#lib/base/defined';
import type { DateGrain } from '#lib/base/literals';
import { termsOf } from '#lib/base/text/index-terms';
import { countTokens } from '#lib/base/text/tokens';
import { NO_USAGE } from '#lib/base/usage';
import { mentionOf, UNKNOWN_KIND } from '#lib/memory/entities/resolve';
import type { Draft, GivenValidity, PlannedItem } from '#lib/memory/retain/plan';
import { fingerprintFor, type ReadChunk, type ReadUnit } from '#lib/memory/retain/read';
import type { FactReader } from '#lib/memory/retain/reader';
import type { Chunk } from '#lib/memory/retain/reading/chunk';
import type { ExtractedUnit } from '#lib/memory/retain/reading/extract';

/**
 * Documents whose facts were read elsewhere, in the form in which a retain writes them. Pure. All
 * texts must be storable.
 */

export interface ImportedFact {
  /** with its speaker, as in "Ann: I moved" */
  readonly text: string;
  readonly speaker: string | null;
  readonly factType: 'world' | 'experience';
  readonly context: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly scopes: ObservationScopes | null;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly precision: DateGrain | null;
  readonly mentionedAt: Date | null;
  readonly entities: readonly string[];
  /** indexes of the facts of the same chunk that caused it */
  readonly causes: readonly number[];
  readonly validity: GivenValidity | null;
  readonly expiresAt: Date | null;
}

export interface ImportedChunk {
  readonly text: string;
  readonly tags: readonly string[];
  readonly expiresAt: Date | null;
  readonly facts: readonly ImportedFact[];
}

export interface ImportedDocument {
  readonly id: string;
  /** false: the texts of the chunks are unknown */
  readonly isTextStored: boolean;
  /** at least one; their texts are the text of the document */
  readonly chunks: readonly ImportedChunk[];
  readonly context: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly at: Date | null;
}

/** Extractor of imported facts. */
export const IMPORTED = 'imported';
const CAUSE_WEIGHT = 1;

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

type ItemFields = Pick<PlannedItem, 'at' | 'context' | 'metadata' | 'tags' | 'scopes' | 'validity' | 'expiresAt'>;

const itemOf = (index: number, fields: ItemFields): PlannedItem => ({
  ...fields,
  index,
  content: '',
  time: fields.at === null ? 'unset' : { at: fields.at, offsetMinutes: 0 },
  entities: [],
  literal: false,
  strategy: null,
  signature: hashOf([IMPORTED, fields]).slice(0, 32),
});

const bodyOf = ({ text, speaker }: ImportedFact): string =>
  speaker !== null && text.startsWith(`${speaker}: `) ? text.slice(speaker.length + 2) : text;

interface PlacedItem {
  readonly item: PlannedItem;
  /** among the items of its document */
  readonly position: number;
}

function unitOf(fact: ImportedFact, { item: source, position }: PlacedItem, documentId: string): ReadUnit {
  const { text, speaker, factType, occurredStart, occurredEnd, precision, mentionedAt, tags } = fact;
  const body = bodyOf(fact);
  const unit: ExtractedUnit = {
    ...{ text, body, searched: body, speaker, factType, occurredStart, occurredEnd, precision },
    ...{ heading: null, turn: 0, item: position, entities: [], causes: [] },
    tokens: countTokens(text),
    terms: termsOf(body),
  };
  const mentions = fact.entities.map((name) => mentionOf({ name, kind: UNKNOWN_KIND, literal: false, document: documentId }));
  return {
    ...unit,
    source,
    turnOffset: 0,
    saidAt: mentionedAt,
    fingerprint: fingerprintFor(unit, source, { tags, saidAt: mentionedAt }),
    tags,
    mentions: mentions.filter((mention) => mention !== null),
    vector: null,
    direction: null,
  };
}

/** Documents as drafts, with a reader that returns their chunks and facts. */
export interface ImportedDrafts {
  readonly drafts: readonly Draft[];
  readonly reader: FactReader;
}

/** `fallbackExpiry`: of what has none of its own, by the settings of the bank. */
export function draftsOf(documents: readonly ImportedDocument[], fallbackExpiry: Date | null): ImportedDrafts {
  const reads = new Map<Chunk, ReadChunk>();
  const chunksOf = new Map<Draft, readonly Chunk[]>();
  let count = 0;
  for (const document of documents) {
    const items: PlannedItem[] = [];
    const add = (fields: ItemFields): PlacedItem => {
      const item = itemOf(count++, { ...fields, expiresAt: fields.expiresAt ?? fallbackExpiry });
      return { item, position: items.push(item) - 1 };
    };
    const chunks = document.chunks.map(({ facts, text, tags, expiresAt }, ordinal): Chunk => {
      const units = facts.map((fact) => unitOf(fact, add({ ...fact, at: fact.mentionedAt }), document.id));
      const causes = facts.flatMap((fact, from) => fact.causes.map((to) => ({ from, to, weight: CAUSE_WEIGHT })));
      const { context, metadata, at } = document;
      // The last item of a document decides its context and time.
      const { item, position } = add({ context, metadata, at, tags, expiresAt, scopes: null, validity: null });
      const turn = { raw: text, speaker: null, body: text, heading: null, title: null, time: null, anchor: null };
      const turns = [{ ...turn, item: position, signature: item.signature, ordinal, continued: false }];
      const chunk = { text, hash: hashOf([IMPORTED, text, tags, facts]), turns };
      reads.set(chunk, { units, causes, failures: [] });
      return chunk;
    });
    chunksOf.set({ id: document.id, named: true, append: false, strategy: null, items }, chunks);
  }
  const reader: FactReader = {
    idOf: () => IMPORTED,
    cut: async (jobs) => jobs.map(({ draft }) => ({ chunks: [...defined(chunksOf.get(draft))], unreadable: [] })),
    read: async (jobs) => ({ chunks: jobs.map(({ chunk }) => defined(reads.get(chunk))), usage: NO_USAGE }),
  };
  return { drafts: [...chunksOf.keys()], reader };
}
