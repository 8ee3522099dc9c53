import type { Queryable, Row } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import { FACT_TYPES } from '#lib/base/literals';
import { itemsOf, NULL, pairsIn } from '#lib/memory/recall/retrieval/array-text';
import { type CandidateStatement, FEATURE_SCALE } from '#lib/memory/recall/retrieval/database/parts';
import { candidateStatement } from '#lib/memory/recall/retrieval/database/statement';
import {
  FLAG_ASKED,
  FLAG_ASKS,
  FLAG_EXTRACTIVE,
  FLAG_FOREIGN,
  FLAG_INSTRUCTION,
  FLAG_QUESTION,
  FLAG_QUOTED,
  FLAG_SPOKEN,
  TYPE_BITS,
} from '#lib/memory/recall/retrieval/feature-bits';
import type { Candidate, CandidateQuery, CandidateSource, RetrievalResult, Supersession } from '#lib/memory/recall/retrieval/port';

export interface SearchedBank {
  readonly bankUid: number;
  /** embedding model of the vectors that are compared; empty: vectors are not compared */
  readonly model: string;
}

/**
 * Searches a bank in the database. Each search is one statement, so its answer comes from one
 * snapshot.
 */
export class DatabaseSource implements CandidateSource {
  private readonly db: Queryable;
  private readonly bank: SearchedBank;

  constructor(db: Queryable, bank: SearchedBank) {
    this.db = db;
    this.bank = bank;
  }

  find(query: CandidateQuery): Promise<RetrievalResult> {
    return this.run({ ...query, ...this.bank, kind: 'question' });
  }

  /**
   * Finds memories of every part of the window of `query`, independent of their words, for a
   * question about a time alone. `query.window` is required.
   */
  findInWindow(query: CandidateQuery): Promise<RetrievalResult> {
    return this.run({ ...query, ...this.bank, kind: 'window' });
  }

  /**
   * Finds observations, permanent instructions and the latest memories, `cap` of each, independent
   * of the question.
   */
  findOverview(query: CandidateQuery): Promise<RetrievalResult> {
    return this.run({ ...query, ...this.bank, kind: 'overview' });
  }

  private async run(statement: CandidateStatement): Promise<RetrievalResult> {
    const [row] = await this.db.query<CandidatesRow>(candidateStatement(statement));
    const { ids, sources, superseded, revision, units = statement.units } = defined(row);
    return {
      candidates: ids === null ? [] : candidatesOf(ids, defined(row)),
      frequencies: frequenciesOf(defined(row), statement.terms.length),
      sources: ids === null ? new Map() : pairsIn(sources),
      superseded: supersededIn(superseded),
      units,
      revision,
      snapshot: null,
    };
  }
}

/** Arrays in text form, one item per candidate; `answer` in `statement.ts` writes them. */
interface CandidatesRow extends Row {
  /** null: the bank was deleted or cleared */
  revision: number | null;
  ids: string | null;
  flags: string;
  masks: string;
  keywords: string;
  cosines: string;
  heats: string;
  document_frequencies: string | null;
  units?: number;
  documents: string;
  positions: string;
  turns: string;
  tokens: string;
  mentioned: string;
  occurred_start?: string;
  occurred_end?: string;
  sources: string | null;
  superseded: string | null;
}

const number = (text: string): number => (text === NULL ? 0 : Number(text));
const nullable = (text: string | undefined): number | null => (text === undefined || text === NULL ? null : Number(text));

function supersededIn(text: string | null): Map<string, Supersession> {
  return new Map(
    (text?.split(',') ?? []).map((entry): [string, Supersession] => {
      const [id = '', by = '', validTo = ''] = entry.split(':');
      return [id, { by: by === '' ? null : by, validTo: validTo === '' ? null : Number(validTo) }];
    }),
  );
}

function candidatesOf(ids: string, row: CandidatesRow): Candidate[] {
  const flags = itemsOf(row.flags);
  const masks = itemsOf(row.masks);
  const keywords = itemsOf(row.keywords);
  const cosines = itemsOf(row.cosines);
  const heats = itemsOf(row.heats);
  const documents = itemsOf(row.documents);
  const positions = itemsOf(row.positions);
  const turns = itemsOf(row.turns);
  const tokens = itemsOf(row.tokens);
  const mentioned = itemsOf(row.mentioned);
  const starts = itemsOf(row.occurred_start ?? '{}');
  const ends = itemsOf(row.occurred_end ?? '{}');
  return itemsOf(ids).map((id, i) => {
    const bits = Number(flags[i]);
    return {
      id,
      mask: number(defined(masks[i])),
      keyword: number(defined(keywords[i])) / FEATURE_SCALE,
      cosine: number(defined(cosines[i])) / FEATURE_SCALE,
      heat: heats[i] === NULL ? null : Number(heats[i]) / FEATURE_SCALE,
      isInstruction: (bits & FLAG_INSTRUCTION) > 0,
      quoted: (bits & FLAG_QUOTED) > 0,
      type: defined(FACT_TYPES[bits & TYPE_BITS]),
      document: documents[i] === NULL ? null : defined(documents[i]),
      position: Number(positions[i]),
      turn: Number(turns[i]),
      tokens: Number(tokens[i]),
      asked: (bits & FLAG_ASKED) > 0,
      isSpoken: (bits & FLAG_SPOKEN) > 0,
      question: (bits & FLAG_QUESTION) > 0,
      onlyAsks: (bits & FLAG_ASKS) > 0,
      isForeign: (bits & FLAG_FOREIGN) > 0,
      extractive: (bits & FLAG_EXTRACTIVE) > 0,
      mentionedAt: nullable(mentioned[i]),
      occurredStart: nullable(starts[i]),
      occurredEnd: nullable(ends[i]),
    };
  });
}

function frequenciesOf(row: CandidatesRow, terms: number): number[] {
  const counts = new Array<number>(terms).fill(0);
  for (const pair of row.document_frequencies?.split(',') ?? []) {
    const [term, count] = pair.split(':');
    counts[Number(term)] = Number(count);
  }
  return counts;
}
