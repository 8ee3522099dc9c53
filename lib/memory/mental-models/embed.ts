import type { Db, Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import { inBank, lockBank } from '#lib/memory/banks/service';
import { embeddedText } from '#lib/memory/mental-models/refresh/port';
import * as write from '#lib/memory/mental-models/store-write';
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
    const vectors = await embedder.embed(
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
