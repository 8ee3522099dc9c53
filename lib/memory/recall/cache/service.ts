import type { z } from 'zod';
import { overReachableCells } from '#lib/base/db/cells';
import type { Db } from '#lib/base/db/db';
import type { OrgScope } from '#lib/base/scope';
import type { getBankCache } from '#lib/memory/recall/cache/contract';
import { WANTED_STATES } from '#lib/memory/recall/cache/literals';
import { findNames } from '#lib/memory/recall/cache/store';
import type { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';

/** Maximum number of banks in the list. */
const LISTED = 50;

/**
 * The cache of this process, with the banks of the organization that recall wanted in it: those
 * without room first, then those being read, and large banks before small ones.
 */
export async function describeCache(
  db: Db,
  scope: OrgScope,
  cachedBanks: Pick<CachedBanks, 'wanted' | 'usage'>,
): Promise<z.input<typeof getBankCache.response>> {
  const wanted = cachedBanks.wanted();
  const uids = wanted.map(({ bankUid }) => bankUid);
  const named = await overReachableCells(db, (at) => findNames(at, scope, uids));
  const names = new Map(named.flatMap((each) => [...each]));
  const banks = WANTED_STATES.flatMap((state) =>
    wanted
      .filter((bank) => bank.state === state)
      .sort((a, b) => b.memories - a.memories || a.bankUid - b.bankUid)
      .flatMap(({ bankUid, progress, memories, bytes }) => {
        const row = names.get(bankUid);
        return row ? [{ bank_id: row.id, name: row.name, state, progress, memories, bytes }] : [];
      }),
  );
  const { bytes, most } = cachedBanks.usage();
  return { used_bytes: bytes, max_bytes: most, total: banks.length, banks: banks.slice(0, LISTED) };
}
