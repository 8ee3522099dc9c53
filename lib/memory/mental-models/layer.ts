import { array, json, type Queryable, type Row, sql, vectorText } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { mentalModels } from '#lib/base/db/schema/mental-models';
import type { BankScope } from '#lib/base/scope';
import type { TagGroup } from '#lib/base/tags/contract';
import type { TagFilter } from '#lib/base/tags/filter';
import { formsOf } from '#lib/base/text/word-forms';
import { ADDED_PREFIX, isSupported } from '#lib/memory/mental-models/decisions/added-block';
import { readDocument, renderDocument } from '#lib/memory/mental-models/refresh/document';
import { IS_DEAD, readStale } from '#lib/memory/mental-models/store-staleness';
import type { MentalModelLayer, MentalModelMatch, MentalModelSearch } from '#lib/memory/reflect/evidence';
import { bookedTo, writingEmbedder } from '#lib/models/embeddings/choose';
import type { Embedder } from '#lib/models/embeddings/port';

/** Mental models as a layer of evidence for answers. */

/**
 * The vector of a text in the bank's embedding model; null: the embedder knows none of its words.
 */
export async function vectorOf(
  configured: Embedder,
  scope: BankScope,
  text: string,
  { signal, operationId = null }: { readonly signal?: AbortSignal; readonly operationId?: string | null } = {},
): Promise<{ readonly model: string; readonly values: Float32Array } | null> {
  const embedder = writingEmbedder(
    bookedTo(configured, { scope, operation: 'refresh_mental_model', operationId }),
    scope.bank?.embeddingModel,
  );
  const [values] = await embedder.embed([text], signal && { signal });
  return values ? { model: embedder.model, values } : null;
}

/** The form that the database function `tag_group_matches` reads. */
function toGroup(filter: TagFilter): TagGroup {
  switch (filter.kind) {
    case 'leaf':
      return { tags: [...filter.tags], match: filter.mode };
    case 'not':
      return { not: toGroup(filter.part) };
    case 'and':
      return { and: filter.parts.map(toGroup) };
    case 'or':
      return { or: filter.parts.map(toGroup) };
  }
}

/** A person fixed a block whose evidence was deleted since. */
const HAS_UNSUPPORTED = `jsonb_path_exists(m.document, '$.sections[*].blocks[*] ? (@.sourceIds.size() == 0 && !(@.id starts with "${ADDED_PREFIX}"))')`;

/**
 * A mental model passes a filter if its own tags and those of every cited memory pass. So must
 * those of a cited mental model, and of all memories and mental models that it was written from
 * when it was cited. What was deleted fails, because its tags are unknown, and so does a fixed
 * block without sources. A block that a person added has the tags of its mental model.
 */
export const within = (tags: TagFilter) => {
  const group = json(toGroup(tags));
  const hides = (table: string, id: string, ids: string) =>
    sql`exists (select from jsonb_array_elements_text(${sql.raw(ids)}) x(id) left join ${sql.raw(table)} u
      on u.bank_uid = m.bank_uid and u.id = ${sql.raw(id)} where u.id is null or not tag_group_matches(u.tags, ${group}))`;
  return sql`tag_group_matches(m.tags, ${group}) and not ${sql.raw(HAS_UNSUPPORTED)} and not exists (
    select from model_block_sources b left join memories u
      on u.bank_uid = b.bank_uid and u.id = case when not b.is_model then b.source_id::uuid end
    where b.bank_uid = m.bank_uid and b.model_id = m.id and not b.is_model and (u.id is null or not tag_group_matches(u.tags, ${group})))
  and not exists (
    select from model_block_sources b
    left join jsonb_to_recordset(m.based_on) as f(id text, kind text, origins jsonb) on f.kind = 'mental_model' and f.id = b.source_id
    where b.bank_uid = m.bank_uid and b.model_id = m.id and b.is_model and (f.origins is null
      or ${hides('mental_models', 'x.id', `jsonb_build_array(b.source_id) || coalesce(f.origins->'modelIds', '[]')`)}
      or ${hides('memories', 'x.id::uuid', `f.origins->'memoryIds'`)}))`;
};

/**
 * A memory that `m` cites has another text than when a refresh read it: it was edited, or an
 * observation was updated.
 */
const IS_EDITED = `exists (select from jsonb_to_recordset(m.based_on) as f(id text, kind text, text text)
      join memories v on v.bank_uid = m.bank_uid and v.id = (case when f.kind <> 'mental_model' then f.id end)::uuid and v.text <> f.text
      where exists (select from model_block_sources s where s.bank_uid = m.bank_uid and s.model_id = m.id and not s.is_model and s.source_id = f.id))`;
/**
 * A mental model with a deleted or changed source is excluded from answers until its next refresh.
 */
const IS_WHOLE = sql`not exists (select from model_block_sources s where s.bank_uid = m.bank_uid and s.model_id = m.id and ${sql.raw(IS_DEAD)})
    and not ${sql.raw(IS_EDITED)}`;

/** Minimum score: a document about something else shares a few words with any question. */
const LEAST = 0.25;
/** Share of matching words in the score; the rest is semantic similarity. */
const WORDS = 0.5;

interface FoundRow extends Row, ColumnsOf<typeof mentalModels, 'id' | 'name' | 'content' | 'tags' | 'revision' | 'last_refreshed_at'> {
  score: number;
  /** only if a block is not supported */
  document: unknown;
}

const quoted = (term: string): string => `'${term.replace(/['\\]/g, '$&$&')}'`;
/** A `tsquery` that matches any form of a term of a question. */
export const anyForm = (term: string): string => formsOf(term).map(quoted).join(' | ');

function find(
  reader: Queryable,
  scope: BankScope,
  { vector, embeddingModel, terms, tags, excludeIds, limit }: MentalModelSearch,
): Promise<FoundRow[]> {
  const closeness = vector
    ? sql`case when m.embedding_model = ${embeddingModel} then greatest(0, 1 - (m.embedding <=> ${vectorText(vector)}::vector)) end`
    : sql`null::float8`;
  return reader.query<FoundRow>(sql`
    select id, name, content, document, tags, revision, last_refreshed_at, score from (
      select m.id, m.name, m.content, case when ${sql.raw(HAS_UNSUPPORTED)} then m.document end as document, m.tags, m.revision, m.last_refreshed_at,
        coalesce(${WORDS}::float8 * s.words + (1 - ${WORDS}::float8) * ${closeness}, s.words) as score
      from mental_models m cross join lateral (
        select coalesce(avg((m.search @@ t.word)::int), 0)::float8 as words from unnest(${array(terms.map(anyForm), 'tsquery[]')}) t(word)) s
      where m.bank_uid = ${scope.bankUid} and m.content <> '' and m.id <> all(${array(excludeIds, 'text[]')})
        and ${IS_WHOLE} and ${tags ? within(tags) : sql`true`}) found
    where score >= ${LEAST}::float8 order by score desc, id limit ${limit}::int`);
}

/** The content without unsupported blocks: answers do not use them. */
function supportedContent({ content, document }: FoundRow): string {
  const read = readDocument(document);
  if (!read) return content;
  const sections = read.sections.map((section) => ({ ...section, blocks: section.blocks.filter(isSupported) }));
  return renderDocument({ ...read, sections: sections.filter(({ blocks }) => blocks.length > 0) });
}

export const modelLayer: MentalModelLayer = {
  search: async (reader, scope, search): Promise<readonly MentalModelMatch[]> => {
    const rows = await find(reader, scope, search);
    if (rows.length === 0) return [];
    const stale = await readStale(
      reader,
      scope,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      content: supportedContent(row),
      tags: row.tags,
      revision: row.revision,
      refreshedAt: row.last_refreshed_at,
      isStale: stale.has(row.id),
      score: row.score,
    }));
  },
};
