import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from '#lib/base/db/schema/columns';
import { organizations, orgId } from '#lib/base/db/schema/orgs';

/**
 * A person. `email` is stored as `normalizeEmail` returns it, so that one address is one person.
 */
export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  /** argon2id; null for a person who signs in only through a provider */
  passwordHash: text('password_hash'),
  passwordChangedAt: instant('password_changed_at'),
  /** One of `LOCALE_CHOICES` */
  locale: text('locale').notNull().default('browser'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** A provider's id of a person. The email address decides only at the first sign-in. */
export const userIdentities = pgTable(
  'user_identities',
  {
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    userId: userId(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.subject] }), index('user_identities_user').on(t.userId)],
);

export const memberships = pgTable(
  'memberships',
  {
    orgId: orgId(),
    userId: userId(),
    role: text('role').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.userId] }),
    index('memberships_user').on(t.userId),
    check('memberships_role', sql`${t.role} in ('owner', 'admin', 'member')`),
  ],
);

/** Read on every request: ending a session, or deleting the row, affects the next request. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    /** `password` or a provider's name */
    method: text('method').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    address: text('address').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [index('sessions_user').on(t.userId, t.createdAt.desc())],
);

/** Nobody is invited as owner. Only the SHA-256 of the link's token is stored. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    orgId: orgId(),
    email: text('email').notNull(),
    role: text('role').notNull(),
    tokenHash: bytea('token_hash').notNull().unique(),
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    acceptedBy: uuid('accepted_by').references(() => users.id, { onDelete: 'set null' }),
    cancelledAt: instant('cancelled_at'),
  },
  (t) => [
    index('invitations_org').on(t.orgId, t.createdAt.desc()),
    uniqueIndex('invitations_open').on(t.orgId, t.email).where(sql`accepted_at is null and cancelled_at is null`),
    check('invitations_role', sql`${t.role} in ('admin', 'member')`),
  ],
);

/** Single-use links: the set-up of the first owner, and a password reset that an admin allows. */
export const accountLinks = pgTable(
  'account_links',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    tokenHash: bytea('token_hash').notNull().unique(),
    /** null for the set-up */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** the admin who allowed the password reset, and their organization */
    orgId: uuid('org_id').references(() => organizations.id, { onDelete: 'cascade' }),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    index('account_links_user').on(t.userId),
    check('account_links_kind', sql`(${t.kind} = 'setup' and ${t.userId} is null) or (${t.kind} = 'reset' and ${t.userId} is not null)`),
  ],
);
