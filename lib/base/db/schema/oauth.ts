import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, record } from '#lib/base/db/schema/columns';

/**
 * Clients, codes, tokens and running authorizations of the OAuth server. Ids of codes and tokens
 * are stored as their SHA-256. The grant is also that of a key (`api_keys.grant_id`).
 */
export const oauthRecords = pgTable(
  'oauth_records',
  {
    /** the name of the library's model, such as `AccessToken` */
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    payload: record('payload').notNull(),
    grantId: text('grant_id'),
    uid: text('uid'),
    /** null: never */
    expiresAt: instant('expires_at'),
    consumedAt: instant('consumed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.id] }),
    index('oauth_records_grant').on(t.grantId),
    index('oauth_records_uid').on(t.uid),
    index('oauth_records_expires').on(t.expiresAt),
  ],
);
