import type { Queryable, Row } from '#lib/base/db/db';
import { FACT_TYPES } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import type { Arms, Candidate } from '#lib/memory/recall/rank';
import { pairsIn } from '#lib/memory/recall/retrieval/cached/store';
import {
  FEATURE_SCALE,
  FLAG_ASKED,
  FLAG_ASKS,
  FLAG_EXTRACTIVE,
  FLAG_QUESTION,
  FLAG_QUOTED,
  FLAG_STANDING,
} from '#lib/memory/recall/retrieval/database/parts';
import { armsStatement } from '#lib/memory/recall/retrieval/database/statement';
import type { ArmsArguments } from '#lib/memory/recall/retrieval/port';

interface ArmsRow extends Row {
  ids: string | null;
  flags: string;
  masks: string;
  keywords: string;
  cosines: string;
  heats: string;
  document_frequencies: string | null;
  documents: string;
  positions: string;
  turns: string;
  tokens: string;
  mentioned: string;
  occurred_start?: string;
  occurred_end?: string;
  sources: string | null;
}

const NULL = 'NULL';
const items = (array: string): string[] => array.slice(1, -1).split(',');
const itemsOf = (array: string | undefined): string[] => (array === undefined ? [] : items(array));
const number = (text: string): number => (text === NULL ? 0 : Number(text));
const nullable = (text: string | undefined): number | null => (text === undefined || text === NULL ? null : Number(text));

/** Statement 1: what every arm found, as features. */
export async function readArms(db: Queryable, args: ArmsArguments): Promise<Arms> {
  const [row] = await db.query<ArmsRow>(armsStatement(args));
  const frequencies = frequenciesOf(row!, args.terms.length);
  if (row!.ids === null) return { candidates: [], frequencies, sources: new Map() };
  return { candidates: candidatesOf(row!), frequencies, sources: pairsIn(row!.sources) };
}

function candidatesOf(row: ArmsRow): Candidate[] {
  const flags = items(row.flags);
  const masks = items(row.masks);
  const keywords = items(row.keywords);
  const cosines = items(row.cosines);
  const heats = items(row.heats);
  const documents = items(row.documents);
  const positions = items(row.positions);
  const turns = items(row.turns);
  const tokens = items(row.tokens);
  const mentioned = items(row.mentioned);
  const starts = itemsOf(row.occurred_start);
  const ends = itemsOf(row.occurred_end);
  return items(row.ids!).map((id, i) => {
    const bits = Number(flags[i]);
    return {
      id,
      mask: number(masks[i]!),
      keyword: number(keywords[i]!) / FEATURE_SCALE,
      cosine: number(cosines[i]!) / FEATURE_SCALE,
      heat: heats[i] === NULL ? null : Number(heats[i]) / FEATURE_SCALE,
      standing: (bits & FLAG_STANDING) > 0,
      quoted: (bits & FLAG_QUOTED) > 0,
      type: FACT_TYPES[bits & 3]!,
      document: documents[i] === NULL ? null : documents[i]!,
      position: Number(positions[i]),
      turn: Number(turns[i]),
      tokens: Number(tokens[i]),
      asked: (bits & FLAG_ASKED) > 0,
      question: (bits & FLAG_QUESTION) > 0,
      onlyAsks: (bits & FLAG_ASKS) > 0,
      extractive: (bits & FLAG_EXTRACTIVE) > 0,
      mentionedAt: nullable(mentioned[i]),
      occurredStart: nullable(starts[i]),
      occurredEnd: nullable(ends[i]),
    };
  });
}

function frequenciesOf(row: ArmsRow, terms: number): number[] {
  const counts = new Array<number>(terms).fill(0);
  for (const pair of row.document_frequencies?.split(',') ?? []) {
    const [term, count] = pair.split(':');
    counts[Number(term)] = Number(count);
  }
  return counts;
}

/** For the reranker alone: texts of the best units. */
export async function readTexts(db: Queryable, scope: BankScope, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; text: string }>({
    name: 'recall_texts',
    text: 'select id, text from memories where bank_uid = $1 and id = any($2::uuid[])',
    values: [scope.bankUid, ids],
  });
  return new Map(rows.map(({ id, text }) => [id, text]));
}
