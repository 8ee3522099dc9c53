import { z } from 'zod';
import { MAX_ID } from '#lib/base/contract/fields';
import { DATE_GRAINS } from '#lib/base/literals';
import { pacer } from '#lib/base/pacer';
import { archiveFault } from '#lib/memory/transfer/archive/limits';
import { decodedJson, jsonOf } from '#lib/memory/transfer/archive/manifest';

/**
 * The records that archives of all programs have in common. What a program does not know is null
 * or absent.
 */

const time = z.iso.datetime({ offset: true, local: true }).nullish();
const tags = z.array(z.string()).nullish();
const metadata = z.record(z.string(), z.unknown()).nullish();

const factSchema = z.object({
  text: z.string(),
  /** of the memory in its source */
  source_id: z.string().nullish(),
  fact_type: z.string(),
  context: z.string().nullish(),
  occurred_start: time,
  occurred_end: time,
  mentioned_at: time,
  metadata,
  tags,
  observation_scopes: z.unknown().optional(),
  chunk_index: z.int().min(0).nullish(),
  /** canonical names */
  entities: z.array(z.string()).nullish(),
  /** the target is the index of a fact of the same document */
  causal_relations: z.array(z.object({ relation_type: z.string(), target_fact_index: z.int().min(0) })).nullish(),
  created_at: time,
  consolidated_at: time,
  // Only archives of this product have the following fields.
  speaker: z.string().nullish(),
  time_precision: z.enum(DATE_GRAINS).nullish().catch(null),
  /** as given or set by hand; what rules derived is derived again */
  valid_from: time,
  valid_to: time,
  expires_at: time,
});
export type ArchivedFact = z.input<typeof factSchema>;

const documentSchema = z.object({
  id: z.string().min(1).max(MAX_ID),
  /** null: the bank did not store it */
  original_text: z.string().nullish(),
  retain_params: metadata,
  tags,
  created_at: time,
  /** `tags` and `expires_at` only in archives of this product */
  chunks: z.array(z.object({ chunk_index: z.int().min(0), chunk_text: z.string(), tags, expires_at: time })).default([]),
  /** each is checked by itself */
  facts: z.array(z.unknown()).default([]),
});
type With<Fact, Document> = Omit<Document, 'facts'> & { readonly facts: Fact[] };
export type ArchivedDocument = With<ArchivedFact, z.input<typeof documentSchema>>;
export type ParsedDocument = With<z.output<typeof factSchema>, z.output<typeof documentSchema>>;

const observationSchema = z.object({
  text: z.string(),
  source_id: z.string().nullish(),
  context: z.string().nullish(),
  occurred_start: time,
  occurred_end: time,
  mentioned_at: time,
  metadata,
  tags,
  entities: z.array(z.string()).nullish(),
  proof_count: z.int().min(0).nullish(),
  /** the index is that of the fact in its document */
  sources: z.array(z.object({ document_id: z.string(), fact_index: z.int().min(0) })).default([]),
  created_at: time,
});
export type ArchivedObservation = z.input<typeof observationSchema>;
export type ParsedObservation = z.output<typeof observationSchema>;

/** The name of the member of the document at this index. */
export const DOCUMENTS_PREFIX = 'documents/';
export const documentName = (index: number): string => `${DOCUMENTS_PREFIX}${String(index).padStart(6, '0')}.json`;
export const OBSERVATIONS_NAME = 'observations.json';
export const MENTAL_MODELS_NAME = 'mental_models.json';
export const KNOWLEDGE_PAGES_NAME = 'knowledge_pages.json';

/** `path`: where the value is in its member */
function checked<T extends z.ZodType>(schema: T, value: unknown, name: string, path: readonly PropertyKey[] = []): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw archiveFault(`${name} has an unexpected value in ${[...path, ...(parsed.error.issues[0]?.path ?? [])].join('.')}`);
}

const parsedWith = <T extends z.ZodType>(schema: T, text: string, name: string): z.output<T> => checked(schema, jsonOf(text, name), name);

/** Lets other requests through between the facts. `name`: of the member. Throws `archiveFault`. */
export async function parseDocument(record: unknown, name: string): Promise<ParsedDocument> {
  const document = checked(documentSchema, record, name);
  const facts: ParsedDocument['facts'] = [];
  const pace = pacer();
  for (const [i, fact] of document.facts.entries()) {
    facts.push(checked(factSchema, fact, name, ['facts', i]));
    const pause = pace();
    if (pause) await pause;
  }
  return { ...document, facts };
}

/** Facts that are written at once. */
const FACTS = 500;

/** The JSON of a document, in pieces if it has many facts. */
export function* documentJson(document: ArchivedDocument): Generator<string> {
  const { facts } = document;
  if (facts.length <= FACTS) return yield JSON.stringify(document);
  yield `${JSON.stringify({ ...document, facts: undefined }).slice(0, -1)},"facts":[`;
  for (let at = 0; at < facts.length; at += FACTS) {
    const some = JSON.stringify(facts.slice(at, at + FACTS)).slice(1, -1);
    yield at === 0 ? some : `,${some}`;
  }
  yield ']}';
}

/** Throws `archiveFault`. */
export const parseObservation = (text: string): z.output<typeof observationSchema> =>
  parsedWith(observationSchema, text, OBSERVATIONS_NAME);

const modelSchema = z.object({
  id: z.string().min(1).max(128),
  name: z.string().nullish(),
  source_query: z.string().nullish(),
  tags: z.preprocess(decodedJson, tags),
  max_tokens: z.int().nullish(),
  trigger: z.preprocess(decodedJson, z.record(z.string(), z.unknown()).nullish().catch(null)),
  content: z.string().nullish(),
});
export type ParsedModel = z.output<typeof modelSchema>;

/** Throws `archiveFault`. */
export const parseModel = (text: string): ParsedModel => parsedWith(modelSchema, text, MENTAL_MODELS_NAME);

/** A folder of the knowledge base, or the place of a mental model in it. */
const nodeSchema = z.object({
  id: z.string().min(1).max(128),
  kind: z.enum(['folder', 'page']),
  name: z.string(),
  /** null: at the top level */
  parent_id: z.string().nullish(),
  /** of a page */
  mental_model_id: z.string().nullish(),
  sort_order: z.int().nullish(),
});
export type ParsedNode = z.output<typeof nodeSchema>;

/** Throws `archiveFault`. */
export const parseNode = (text: string): ParsedNode => parsedWith(nodeSchema, text, KNOWLEDGE_PAGES_NAME);

/** A JSON list, written as its items arrive. */
export async function* jsonList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[';
  for await (const item of items) {
    yield `${separator}${JSON.stringify(item)}`;
    separator = ',\n';
  }
  yield separator === '[' ? '[]' : ']';
}
