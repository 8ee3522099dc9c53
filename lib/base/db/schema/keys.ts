import { sql } from 'drizzle-orm';
import { bigint, boolean, check, foreignKey, index, pgTable, primaryKey, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bankCells } from '#lib/base/db/schema/cells';
import { bytea, deletedWith, instant, record } from '#lib/base/db/schema/columns';
import { orgId } from '#lib/base/db/schema/orgs';

/**
 * Secrets are stored as SHA-256 only: 256 random bits cannot be guessed, so a slow hash would
 * protect nothing.
 */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    orgId: orgId(),
    name: text('name').notNull(),
    hash: bytea('hash').notNull().unique(),
    hashVersion: smallint('hash_version').notNull().default(1),
    prefix: text('prefix').notNull(),
    scopeKind: text('scope_kind').notNull(),
    parentId: uuid('parent_id'),
    canMint: boolean('can_mint').notNull().default(false),
    metadata: record('metadata').notNull().default({}),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
    revokedBy: text('revoked_by'),
    lastUsedAt: instant('last_used_at'),
    /** the OAuth grant of an application's key; null: not an application's */
    grantId: text('grant_id').unique('api_keys_grant_id'),
    /** the person who granted it; the key works while they are a member */
    grantedBy: uuid('granted_by'),
    readOnly: boolean('read_only').notNull().default(false),
  },
  (t) => [
    unique('api_keys_org_id_id').on(t.orgId, t.id),
    index('api_keys_org_created').on(t.orgId, t.createdAt.desc()),
    index('api_keys_parent').on(t.orgId, t.parentId),
    foreignKey({ columns: [t.orgId, t.parentId], foreignColumns: [t.orgId, t.id], name: 'api_keys_parent_fk' }),
    check('api_keys_scope_kind', sql`${t.scopeKind} in ('all', 'banks')`),
    check(
      'api_keys_granted',
      sql`(${t.grantId} is null) = (${t.grantedBy} is null)
        and (${t.grantId} is null or (not ${t.canMint} and ${t.parentId} is null and ${t.expiresAt} is not null))`,
    ),
    check(
      'api_keys_child_never_mints',
      sql`${t.parentId} is null or (not ${t.canMint} and ${t.scopeKind} = 'banks' and ${t.expiresAt} is not null)`,
    ),
  ],
);

/** A key of kind `banks` with no row here reaches nothing: absence never means all. */
export const apiKeyBanks = pgTable(
  'api_key_banks',
  {
    orgId: uuid('org_id').notNull(),
    keyId: uuid('key_id').notNull(),
    bankUid: bigint('bank_uid', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.keyId, t.bankUid] }),
    deletedWith('api_key_banks_key_fk', [t.orgId, t.keyId], [apiKeys.orgId, apiKeys.id]),
    // The bank of a cleared one has another number.
    deletedWith('api_key_banks_bank_fk', [t.orgId, t.bankUid], [bankCells.orgId, bankCells.uid]).onUpdate('cascade'),
    index('api_key_banks_bank').on(t.bankUid),
  ],
);
