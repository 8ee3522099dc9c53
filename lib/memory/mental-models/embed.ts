import type { Db, Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import { ENGLISH, languageOf } from '#lib/base/text/languages/of';
import { inBank, lockBank, noteRevision } from '#lib/memory/banks/service';
import { wordsOf } from '#lib/memory/mental-models/commit';
import { embeddedText } from '#lib/memory/mental-models/refresh/port';
import * as write from '#lib/memory/mental-models/store-write';
import { encodedVectors } from '#lib/models/embeddings/encode';
import type { Embedder } from '#lib/models/embeddings/port';

const PAGE = 50;

/**
 * Embeds every mental model of a bank that switched to another embedding model. Until then they are
 * found by words. The rows themselves show the remaining work. A mental model that is written
 * meanwhile gets its vector from its writer. Throws the errors of the embedder.
 */
export async function embedModels(
  db: Db,
  scope: BankScope,
  embedder: Embedder,
  { signal, fence }: { readonly signal: AbortSignal; readonly fence: (tx: Tx) => Promise<void> },
): Promise<void> {
  const { model } = embedder;
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const page = await write.readUnembedded(db, scope, { model, after, limit: PAGE });
    if (page.length === 0) return;
    const vectors = await encodedVectors(
      embedder,
      page.map((model) => embeddedText(model)),
      { signal },
    );
    await inBank(db, scope, async (tx) => {
      await fence(tx);
      if ((await lockBank(tx, scope)) === null) return;
      const rows = page.flatMap((model, i) => (vectors[i] ? [{ ...model, vector: vectors[i] }] : []));
      await write.setVectors(tx, scope, model, rows);
    });
    after = defined(page.at(-1)).id;
  }
}

/**
 * Stores the current index terms of the mental models in languages other than English, and their
 * vectors if `embedder` is given. Mental models that are written meanwhile get theirs from their
 * writers. Throws the errors of the embedder.
 */
export async function reindexModels(
  db: Db,
  scope: BankScope,
  embedder: Embedder | null,
  { signal, fence }: { readonly signal: AbortSignal; readonly fence: (tx: Tx) => Promise<void> },
): Promise<void> {
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const page = await write.readIndexed(db, scope, { after, limit: PAGE });
    if (page.length === 0) return;
    const others = page
      .map((model) => ({ ...model, text: embeddedText(model), words: wordsOf(model) }))
      .filter(({ text, words, terms }) => languageOf(text) !== ENGLISH && !isSame(words, terms));
    if (others.length > 0) {
      const vectors =
        embedder &&
        (await encodedVectors(
          embedder,
          others.map(({ text }) => text),
        ));
      await inBank(db, scope, async (tx) => {
        await fence(tx);
        const revision = await lockBank(tx, scope);
        if (revision === null) return;
        for (const model of others) await write.setTerms(tx, scope, revision, model);
        const embedded = others.flatMap((model, i) => (vectors?.[i] ? [{ ...model, vector: vectors[i] }] : []));
        if (embedder && embedded.length > 0) await write.setVectors(tx, scope, embedder.model, embedded);
        await noteRevision(tx, scope, revision);
      });
    }
    after = defined(page.at(-1)).id;
  }
}

const isSame = (words: readonly string[], terms: readonly string[]): boolean =>
  words.length === terms.length && words.every((word) => terms.includes(word));
