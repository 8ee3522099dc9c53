import type { Queryable } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { spellingFinder } from '#lib/memory/entities/spellings';
import { textsWithout } from '#lib/memory/expiry/service';
import * as store from '#lib/memory/purge/store';

/** The spellings of entities. */
interface EntitySpellings {
  /** normalized */
  readonly keys: readonly string[];
  readonly names: readonly string[];
}

interface TextQuery {
  /** of the entities, before their deletion */
  readonly ids: readonly string[];
  readonly spellings: EntitySpellings;
  /** memories that are deleted with them */
  readonly memoryIds: readonly string[];
  /** whether these are all memories of the entities, or only those that name no other one */
  readonly shared: boolean;
}

/**
 * Counts the stored passages that name entities without a memory of them: the memory was deleted
 * before, or a rule found none. A purge of their document removes them.
 */
export async function countTextsNaming(db: Queryable, scope: BankScope, { ids, spellings, memoryIds, shared }: TextQuery): Promise<number> {
  if (spellings.names.length === 0) return 0;
  const findSpellings = spellingFinder(spellings.keys);
  const textWithout = await textsWithout(db, scope, memoryIds);
  let count = 0;
  let after: string | null = store.FIRST_TEXT;
  while (after !== null) {
    const page: store.NamingPage = await store.readTextsNaming(db, scope, { ids, names: spellings.names, shared, after });
    count += page.texts.filter((chunk) => findSpellings(textWithout(chunk)).size > 0).length;
    after = page.last;
  }
  return count;
}
