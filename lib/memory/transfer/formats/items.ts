import { storable } from '#lib/base/text/storable';
import type { ConflictReason } from '#lib/memory/transfer/literals';

/** What the export of another memory store consists of, in any format. */

/** A text that was not taken apart, such as a conversation or a note. */
export interface ForeignDocument {
  readonly kind: 'document';
  /** null: the export has none */
  readonly id: string | null;
  /** plain text, or turns as JSON lines with `role`, `content` and `timestamp` */
  readonly text: string;
  readonly context: string | null;
  /** ISO 8601, in UTC */
  readonly mentionedAt: string | null;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  /** the parts of the text that are statements of their own, as those of a note; often none */
  readonly statements: readonly string[];
}

/** A statement. All times are ISO 8601, in UTC. */
export interface ForeignMemory {
  readonly kind: 'memory';
  readonly id: string | null;
  readonly text: string;
  /** null: the export does not distinguish */
  readonly type: 'world' | 'experience' | 'observation' | null;
  readonly context: string | null;
  readonly mentionedAt: string | null;
  readonly occurredStart: string | null;
  readonly occurredEnd: string | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly expiresAt: string | null;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  /** names */
  readonly entities: readonly string[];
  /** the document that it is from */
  readonly documentId: string | null;
}

export interface ForeignEntity {
  readonly kind: 'entity';
  readonly name: string;
  readonly type: string | null;
}

/**
 * The names of two entities and how the first relates to the second. What it states is a memory as
 * well.
 */
export interface ForeignRelation {
  readonly kind: 'relation';
  readonly from: string;
  readonly type: string;
  readonly to: string;
}

export interface ForeignConflict {
  readonly kind: 'conflict';
  readonly reason: ConflictReason;
  /** where the record is in the file, such as `results[3]` or `line 4` */
  readonly path: string;
}

export type ForeignItem = ForeignDocument | ForeignMemory | ForeignEntity | ForeignRelation | ForeignConflict;

const NO_FIELDS = { id: null, context: null, mentionedAt: null, tags: [], metadata: {} } as const;
const NO_TIMES = { occurredStart: null, occurredEnd: null, validFrom: null, validTo: null, expiresAt: null } as const;

export const foreignDocument = (text: string, given: Partial<ForeignDocument> = {}): ForeignDocument => ({
  ...NO_FIELDS,
  statements: [],
  ...given,
  kind: 'document',
  text,
});

export const foreignMemory = (text: string, given: Partial<ForeignMemory> = {}): ForeignMemory => ({
  ...NO_FIELDS,
  ...NO_TIMES,
  ...{ type: null, entities: [], documentId: null },
  ...given,
  kind: 'memory',
  text,
});

/** Of the place of a conflict, in characters. */
const MAX_PATH = 200;

export const conflict = (reason: ConflictReason, path: string): ForeignConflict => ({
  kind: 'conflict',
  reason,
  path: storable(path.slice(0, MAX_PATH)),
});
