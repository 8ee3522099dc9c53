import { defined } from '#lib/base/defined';
import { MARK, TERMS_VERSION, termsBeside, termsOf } from '#lib/base/text/index-terms';
import { ENGLISH, languageBeside, languageOf } from '#lib/base/text/languages/of';
import { lexemes, terms } from '#lib/base/text/terms';
import { Deferred, type Job } from '#lib/jobs/operations/port';
import { inBank, lockBank, noteTerms, setTermsVersion } from '#lib/memory/banks/service';
import { reindexModels } from '#lib/memory/mental-models/embed';
import { searchedOf } from '#lib/memory/observations/plan';
import * as store from '#lib/memory/reembedding/store';
import { BUILTIN_MODEL } from '#lib/models/embeddings/builtin';
import { encodedVectors } from '#lib/models/embeddings/encode';
import type { Embedder } from '#lib/models/embeddings/port';

/**
 * Gives memories in languages other than English the terms and, with the built-in model, the
 * vectors of this version. Those of English memories never change, so they are only read. Each page
 * is one transaction, and pages that are done already change nothing: a run may stop at any point.
 */

const PAGE = 400;

/** What the terms of a memory are made of. */
type IndexedText = Pick<store.IndexedMemory, 'text' | 'speaker' | 'context' | 'terms'>;

/** The new terms of a memory, and their number in its body for BM25. */
export interface NewTerms {
  readonly lexemes: readonly string[];
  readonly count: number;
}

/**
 * null: the terms are current. Terms of a heading above the memory, or of names given with it, are
 * in no column: they remain as they are, and a question finds them by its plain form.
 */
export function newTerms({ text, speaker, context, terms: stored }: IndexedText): NewTerms | null {
  const body = searchedOf(text, speaker);
  const language = languageOf(body);
  if (language === ENGLISH && languageBeside(context, ENGLISH) === ENGLISH) return null;
  const own = termsOf(body, language);
  const former = new Set([...terms(body), ...terms(context)]);
  const others = stored.filter((term) => term.startsWith(MARK) || !former.has(term));
  const all = lexemes([...own, ...termsBeside(context, body), ...others]);
  const before = new Set(stored);
  return all.length === before.size && all.every((term) => before.has(term)) ? null : { lexemes: all, count: own.length };
}

/**
 * Re-indexes all memories and mental models of a bank, then stores the version. `until`: epoch
 * milliseconds at which it defers itself. Returns false if the bank was deleted. Throws `Deferred`.
 */
export async function reindex(job: Job, embedder: Embedder, until: number): Promise<boolean> {
  const { db } = job.app;
  const bank = await store.readIndexState(db, job.scope);
  if (bank === null) return false;
  // A change of the model re-embeds everything, and the terms may be current.
  if (bank.terms_version >= TERMS_VERSION && bank.embedding_model !== embedder.model) return true;
  // Vectors of a provider depend on its model alone.
  const vectors = embedder.model === BUILTIN_MODEL && bank.embedding_model === BUILTIN_MODEL ? embedder : null;
  for (let after: string | null = null; ; ) {
    job.signal.throwIfAborted();
    if (Date.now() > until) throw new Deferred(1, 'Paused so that other operations can run.', true);
    const page: store.IndexedMemory[] = await store.readIndexed(db, job.scope, { after, limit: PAGE });
    if (page.length === 0) break;
    await reindexPage(job, vectors, page);
    after = defined(page.at(-1)).id;
  }
  await reindexModels(db, job.scope, vectors, { signal: job.signal, fence: (tx) => job.fence(tx) });
  return inBank(db, job.scope, async (tx) => {
    await job.fence(tx);
    if ((await lockBank(tx, job.scope)) === null) return false;
    await setTermsVersion(tx, job.scope, TERMS_VERSION);
    return true;
  });
}

async function reindexPage(job: Job, embedder: Embedder | null, page: readonly store.IndexedMemory[]): Promise<void> {
  const changed = page.flatMap((memory) => {
    const made = newTerms(memory);
    return made ? [{ ...made, id: memory.id, revision: memory.revision, searched: searchedOf(memory.text, memory.speaker) }] : [];
  });
  if (changed.length === 0) return;
  const vectors =
    embedder &&
    (await encodedVectors(
      embedder,
      changed.map(({ searched }) => searched),
    ));
  const rows = changed.map((row, i) => ({ ...row, vector: vectors?.[i] ?? null }));
  await inBank(job.app.db, job.scope, async (tx) => {
    await job.fence(tx);
    const revision = await lockBank(tx, job.scope);
    if (revision === null) return;
    const { ids, termDelta } = await store.setTerms(tx, job.scope, revision, rows);
    if (ids.length === 0) return;
    if (embedder)
      await store.setVectors(
        tx,
        job.scope,
        embedder.model,
        rows.filter(({ id }) => ids.includes(id)),
      );
    await noteTerms(tx, job.scope, { revision, termDelta });
  });
}
