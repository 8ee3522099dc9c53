import { z } from 'zod';
import { ACCESS_ACTIONS, ACCESS_LEVELS, ACCESS_RULES, KEY_EXPIRIES, KEY_LOCKS, KEY_ORIGINS, KEY_STATUSES } from '#lib/access/keys/literals';
import { MAX_CHILD_DAYS, MAX_CUSTOM_DAYS, MAX_KEY_NAME } from '#lib/base/bounds';
import {
  idText,
  isKeyless,
  KEYLESS,
  limitParam,
  nameText,
  offsetParam,
  pageOf,
  searchText,
  timestampOut,
  uuidText,
} from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';

const MAX_BANKS = 1000;
const MAX_METADATA_BYTES = 16 * 1024;
/** Limits for an organization; revoked and expired keys do not count. */
export const MAX_CHILDREN = 100;
export const MAX_KEYS = 200;
/** Active applications of one person in one organization; they do not count as keys. */
export const MAX_APPLICATIONS = 50;
/** Of these, those of one client at one address, such as an editor on several computers. */
export const MAX_INSTALLATIONS = 3;

const utf8 = new TextEncoder();

/**
 * Detects a whole or partial key, longer than its visible prefix, in text that everybody can read.
 */
const KEY_PIECE = /mb[ks]_[0-9A-Za-z]{8}/;
const name = () =>
  nameText(MAX_KEY_NAME)
    .refine((text) => !KEY_PIECE.test(text), { error: 'Value error, contains part of an API key: describe the purpose of the key instead' })
    .describe('The purpose of the key. It does not have to be unique, and must not look like a key.');
const bankIds = () => z.array(idText()).min(1).max(MAX_BANKS);
const metadata = () =>
  z
    .record(z.string(), z.unknown())
    .refine((value) => utf8.encode(JSON.stringify(value)).length <= MAX_METADATA_BYTES, {
      error: `Value error, longer than ${MAX_METADATA_BYTES} bytes of JSON`,
    })
    .refine((value) => isKeyless(JSON.stringify(value)), KEYLESS);
const keyParams = z.object({ key_id: uuidText('key') });
const secret = z.string().describe('The key itself. Only this response contains it: store it now.');

const core = {
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe('The first characters of the key, which identify it in lists.'),
  status: z.enum(KEY_STATUSES).describe('`active` while neither it nor its parent is revoked or expired.'),
  metadata: z.record(z.string(), z.unknown()),
  created_at: timestampOut(),
  last_used_at: timestampOut().nullable().describe('Accurate to one minute.'),
};

/** A child key as its parent sees it. */
export const scopedKey = z.object({
  ...core,
  allowed_bank_ids: z.array(z.string()).describe('Banks that both the key and its parent can access now.'),
  parent_id: z.string(),
  expires_at: timestampOut(),
});
export type ScopedKey = z.output<typeof scopedKey>;

export const createScopedKey = operation({
  id: 'create_scoped_key',
  method: 'POST',
  path: '/v1/api-keys/scoped',
  tag: 'API keys',
  summary: 'Create a child key',
  description: `Requires a key with the capability \`create_scoped_keys\`. The child can access some or all banks of its parent and expires no later than its parent. It cannot create keys, and it cannot be changed. At most ${MAX_CHILDREN} active children of one key and ${MAX_KEYS} active keys of one organization. Only this response contains the key itself.`,
  auth: 'key',
  permission: 'key.mint',
  body: z
    .object({
      name: name(),
      allowed_bank_ids: bankIds().describe('Banks in the scope of the calling key. Duplicates are ignored.'),
      expires_in_days: z.int().min(1).max(MAX_CHILD_DAYS).describe('Not later than the expiry of the calling key.'),
      metadata: metadata().default({}).describe('Any JSON object. Returned unchanged.'),
    })
    .meta({ examples: [{ name: 'night agent', allowed_bank_ids: ['my-bank'], expires_in_days: 7 }] }),
  response: scopedKey.extend({ key: secret }),
  status: 201,
  errors: [409],
  nulls: 'sent',
});

export const listScopedKeys = operation({
  id: 'list_scoped_keys',
  method: 'GET',
  path: '/v1/api-keys/scoped',
  tag: 'API keys',
  summary: 'List the child keys of the calling key',
  description: 'Newest first, without revoked ones unless `status` includes them. Never contains the keys themselves.',
  auth: 'key',
  permission: 'key.mint',
  query: z.object({
    status: z
      .array(z.enum(KEY_STATUSES))
      .optional()
      .describe('Only keys with this status; repeat the parameter for several. Default: active and expired.'),
    limit: limitParam(100),
    offset: offsetParam(),
  }),
  response: pageOf(scopedKey),
  nulls: 'sent',
});

export const revokeScopedKey = operation({
  id: 'revoke_scoped_key',
  method: 'DELETE',
  path: '/v1/api-keys/scoped/{key_id}',
  tag: 'API keys',
  summary: 'Revoke a child key',
  description:
    'Revokes a key that the calling key has created; any other is a 404. Takes effect immediately and is permanent. Revoking it again changes nothing.',
  auth: 'key',
  permission: 'key.mint',
  params: keyParams,
  response: scopedKey,
  errors: [400, 404],
  nulls: 'sent',
});

const lock = z.enum(KEY_LOCKS).nullable();

/** A key as the console shows it. */
export const consoleKey = z.object({
  ...core,
  origin: z.enum(KEY_ORIGINS),
  allowed_bank_ids: z.array(z.string()).nullable().describe('null: every bank, present and future.'),
  withheld_bank_ids: z
    .array(z.string())
    .describe('Banks of a child key that its parent can no longer access. The child regains access when the parent does.'),
  create_scoped_keys: z.boolean(),
  access: z.enum(ACCESS_LEVELS).nullable().describe('What a connected application may do; null for other keys.'),
  parent: z.object({ id: z.string(), name: z.string(), prefix: z.string(), status: z.enum(KEY_STATUSES) }).nullable(),
  child_count: z.int().describe('Number of active children.'),
  created_by: z.string().describe('An email address, a key with its prefix, or `bootstrap`.'),
  expires_at: timestampOut().nullable(),
  revoked_at: timestampOut().nullable(),
  revoked_by: z.string().nullable(),
  locks: z
    .object({ scope: lock, rotate: lock, revoke: lock })
    .describe('Why the bank scope cannot be edited, or the key cannot be rotated or revoked.'),
});
export type ConsoleKey = z.output<typeof consoleKey>;

const createdKey = consoleKey.extend({ key: secret });

const consoleOperation = { tag: 'Console', auth: 'session', nulls: 'sent' } as const;

export const listKeys = operation({
  ...consoleOperation,
  id: 'list_keys',
  method: 'GET',
  path: '/api/console/keys',
  summary: 'List keys',
  permission: 'key.view',
  query: z.object({
    status: z.array(z.enum(KEY_STATUSES)).optional().describe('Repeat the parameter for several. Default: only active ones.'),
    q: searchText().optional().describe('Part of the name, ignoring case, or the beginning of the prefix.'),
    parent_id: uuidText('key').optional().describe('Only children of this key.'),
    sort: z.enum(['created_at', 'name', 'last_used_at', 'expires_at']).default('created_at'),
    order: z
      .enum(['asc', 'desc'])
      .optional()
      .describe('Default order: newest or last used first, names from A to Z, soonest expiry first.'),
    limit: limitParam(100),
    offset: offsetParam(),
  }),
  response: pageOf(consoleKey).extend({
    counts: z.object({ active: z.int(), revoked: z.int(), expired: z.int() }).describe('Of all keys that match `q` and `parent_id`.'),
  }),
  errors: [400],
});

export const getKey = operation({
  ...consoleOperation,
  id: 'get_key',
  method: 'GET',
  path: '/api/console/keys/{key_id}',
  summary: 'Get a key with its children and the effects of revoking it',
  permission: 'key.view',
  params: keyParams,
  response: consoleKey.extend({
    children: z.array(consoleKey).describe('Active children first, then the newest; at most 200.'),
    consequences: z
      .object({
        keys: z.int().describe('Active keys that stop working: the key and its children.'),
        bank_ids: z.array(z.string()).nullable().describe('Banks that these keys can access; null: all.'),
        last_used_at: timestampOut().nullable().describe('The latest use of any of these keys.'),
        last_used_name: z.string().nullable().describe('The name of the key that was used last.'),
      })
      .describe('The effects of revoking the key now.'),
  }),
  errors: [400, 404],
});

export const createKey = operation({
  ...consoleOperation,
  id: 'create_key',
  method: 'POST',
  path: '/api/console/keys',
  summary: 'Create a key',
  permission: 'key.manage',
  body: z
    .object({
      name: name(),
      expires_in: z.enum(KEY_EXPIRIES),
      expires_in_days: z.int().min(1).max(MAX_CUSTOM_DAYS).nullish().describe('Required with `custom`, otherwise not allowed.'),
      allowed_bank_ids: bankIds().nullable().describe('null: every bank, present and future.'),
      create_scoped_keys: z.boolean().default(false),
    })
    .superRefine(({ expires_in, expires_in_days }, context) => {
      if ((expires_in === 'custom') !== (expires_in_days != null))
        context.addIssue({
          code: 'custom',
          path: ['expires_in_days'],
          message: `Value error, ${expires_in === 'custom' ? 'required with' : 'only allowed with'} the expiry custom`,
        });
    }),
  response: createdKey,
  status: 201,
  errors: [409],
});

export const editKeyBanks = operation({
  ...consoleOperation,
  id: 'edit_key_banks',
  method: 'PUT',
  path: '/api/console/keys/{key_id}/banks',
  summary: 'Set the banks of a key',
  description: 'Only for an active key that was created in the console. Returns 409 for any other key.',
  permission: 'key.manage',
  params: keyParams,
  body: z.object({ allowed_bank_ids: bankIds().nullable().describe('null: every bank, present and future.') }),
  response: consoleKey,
  errors: [400, 404, 409],
});

export const revokeKey = operation({
  ...consoleOperation,
  id: 'revoke_key',
  method: 'POST',
  path: '/api/console/keys/{key_id}/revoke',
  summary: 'Revoke a key and all its children',
  description: 'Takes effect immediately and is permanent. Revoking it again changes nothing.',
  permission: 'key.manage',
  params: keyParams,
  body: z.object({ name: z.string().max(MAX_KEY_NAME).describe('The name of the key, as confirmation.') }),
  response: z.object({ revoked: z.int().describe('The number of keys that this call revoked.'), key: consoleKey }),
  errors: [400, 404],
});

export const rotateKey = operation({
  ...consoleOperation,
  id: 'rotate_key',
  method: 'POST',
  path: '/api/console/keys/{key_id}/rotate',
  summary: 'Rotate a key',
  description:
    'The new key has the same banks, capability and lifetime, counted from now. The old key keeps working until it is revoked. An expired key can be rotated, too. Returns 409 for revoked keys and child keys.',
  permission: 'key.manage',
  params: keyParams,
  body: z.object({ name: name().optional().describe('The name of the new key; by default the same name with a number.') }),
  response: createdKey,
  status: 201,
  errors: [400, 404, 409],
});

export const checkAccess = operation({
  ...consoleOperation,
  id: 'check_access',
  method: 'GET',
  path: '/api/console/access',
  summary: 'Check whether a key may perform an action in a bank, and by which rule',
  permission: 'key.view',
  query: z.object({
    key_id: uuidText('key'),
    bank_id: idText(),
    action: z.enum(ACCESS_ACTIONS).default('bank.read'),
  }),
  response: z.object({
    allowed: z.boolean(),
    rule: z.enum(ACCESS_RULES).describe('The rule that decided.'),
    words: z.string().describe('The rule in words.'),
    status: z.int().describe('The status that a call would return.'),
    code: z.string().nullable().describe('The error code that a call would return.'),
    action: z.enum(ACCESS_ACTIONS),
    key: z.object({ id: z.string(), name: z.string(), prefix: z.string(), status: z.enum(KEY_STATUSES) }),
    bank: z.object({ id: z.string(), exists: z.boolean() }),
  }),
  errors: [400, 404],
});
