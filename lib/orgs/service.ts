import type { Queryable } from '#lib/db/db';
import { newId } from '#lib/ids';
import { upsertOrganization } from '#lib/orgs/store';

/** The organisation that every store has. Gives back its id. */
export const ensureDefaultOrganization = (db: Queryable): Promise<string> =>
  upsertOrganization(db, { id: newId(), slug: 'default', name: 'Default' });
