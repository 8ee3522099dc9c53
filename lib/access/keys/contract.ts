import { z } from 'zod';
import { ACCESS_ACTIONS, ACCESS_RULES, KEY_EXPIRIES, KEY_LOCKS, KEY_ORIGINS, KEY_STATUSES } from '#lib/access/keys/literals';
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
/** Bounds of what an organisation may hold at once; revoked and expired keys do not count. */
export const MAX_CHILDREN = 100;
export const MAX_KEYS = 200;

const utf8 = new TextEncoder();

/** More of a key than its visible prefix, or the beginning of one, in what everybody reads. */
const KEY_PIECE = /mb[ks]_[0-9A-Za-z]{8}/;
const name = () =>
  nameText(MAX_KEY_NAME)
    .refine((text) => !KEY_PIECE.test(text), { error: 'Value error, this looks like part of an API key: say what the key is for instead' })
    .describe('What the key is for. Need not be unique; nothing that looks like a key.');
const bankIds = () => z.array(idText()).min(1).max(MAX_BANKS);
const metadata = () =>
  z
    .record(z.string(), z.unknown())
    .refine((value) => utf8.encode(JSON.stringify(value)).length <= MAX_METADATA_BYTES, {
      error: `Value error, longer than ${MAX_METADATA_BYTES} bytes of JSON`,
    })
    .refine((value) => isKeyless(JSON.stringify(value)), KEYLESS);
const keyParams = z.object({ key_id: uuidText('key') });
const secret = z.string().describe('The key itself. This answer is the only one that ever holds it.');

const core = {
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe('The first characters, for recognition.'),
  status: z.enum(KEY_STATUSES).describe('`active` while neither it nor its parent is revoked or expired.'),
  metadata: z.record(z.string(), z.unknown()),
  created_at: timestampOut(),
  last_used_at: timestampOut().nullable().describe('Exact to a minute.'),
};

/** A child key as its parent sees it. */
export const scopedKey = z.object({
  ...core,
  allowed_bank_ids: z.array(z.string()).describe('Banks that both the key and its parent reach now.'),
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
  description: `Needs a key with the capability \`create_scoped_keys\`. The child reaches some of the banks of its parent, lives no longer than its parent, never creates keys itself and cannot be changed. At most ${MAX_CHILDREN} active children of one key and ${MAX_KEYS} active keys of one organisation. The key itself is in this answer only.`,
  auth: 'key',
  permission: 'key.mint',
  body: z
    .object({
      name: name(),
      allowed_bank_ids: bankIds().describe('Banks out of the scope of the calling key; repeats count once.'),
      expires_in_days: z.int().min(1).max(MAX_CHILD_DAYS).describe('Not beyond the expiry of the calling key.'),
      metadata: metadata().default({}).describe('Free-form, given back as it is.'),
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
  description: 'Newest first, without revoked ones unless `status` names them. Never holds a key itself.',
  auth: 'key',
  permission: 'key.mint',
  query: z.object({
    status: z.array(z.enum(KEY_STATUSES)).optional().describe('Only these; repeat the name for several. Active and expired without it.'),
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
  description: 'Only a key that the calling key has created; any other is a 404. For good, and at once. Revoking it again changes nothing.',
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
    .describe('Banks of a child that are no longer among those of its parent: it reaches them again once they are.'),
  create_scoped_keys: z.boolean(),
  parent: z.object({ id: z.string(), name: z.string(), prefix: z.string(), status: z.enum(KEY_STATUSES) }).nullable(),
  child_count: z.int().describe('Children that are active.'),
  created_by: z.string().describe('An e-mail address, a key with its prefix, or `bootstrap`.'),
  expires_at: timestampOut().nullable(),
  revoked_at: timestampOut().nullable(),
  revoked_by: z.string().nullable(),
  locks: z
    .object({ scope: lock, rotate: lock, revoke: lock })
    .describe('Why the bank scope cannot be edited, or the key not be rotated or revoked.'),
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
    status: z.array(z.enum(KEY_STATUSES)).optional().describe('Repeat the name for several. Only active ones without it.'),
    q: searchText().optional().describe('Part of the name in any case, or the beginning of the prefix.'),
    parent_id: uuidText('key').optional().describe('Only children of this key.'),
    sort: z.enum(['created_at', 'name', 'last_used_at', 'expires_at']).default('created_at'),
    order: z
      .enum(['asc', 'desc'])
      .optional()
      .describe('By default the newest and the last used first, names from A to Z, the soonest to expire first.'),
    limit: limitParam(100),
    offset: offsetParam(),
  }),
  response: pageOf(consoleKey).extend({
    counts: z.object({ active: z.int(), revoked: z.int(), expired: z.int() }).describe('Of all that match `q` and `parent_id`.'),
  }),
  errors: [400],
});

export const getKey = operation({
  ...consoleOperation,
  id: 'get_key',
  method: 'GET',
  path: '/api/console/keys/{key_id}',
  summary: 'Get a key with its children and what revoking it breaks',
  permission: 'key.view',
  params: keyParams,
  response: consoleKey.extend({
    children: z.array(consoleKey).describe('Active ones first, then the newest; at most 200.'),
    consequences: z
      .object({
        keys: z.int().describe('Active keys that stop working: itself and its children.'),
        bank_ids: z.array(z.string()).nullable().describe('Banks that they reach; null: all.'),
        last_used_at: timestampOut().nullable().describe('The latest use of any of them.'),
        last_used_name: z.string().nullable().describe('Which of them it was.'),
      })
      .describe('Of revoking it now.'),
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
      expires_in_days: z.int().min(1).max(MAX_CUSTOM_DAYS).nullish().describe('With `custom`, and only with it.'),
      allowed_bank_ids: bankIds().nullable().describe('null: every bank, present and future.'),
      create_scoped_keys: z.boolean().default(false),
    })
    .superRefine(({ expires_in, expires_in_days }, context) => {
      if ((expires_in === 'custom') !== (expires_in_days != null))
        context.addIssue({
          code: 'custom',
          path: ['expires_in_days'],
          message: `Value error, ${expires_in === 'custom' ? 'needed with' : 'only with'} the expiry custom`,
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
  description: 'Only of an active key that was created in the console; of any other it is a 409.',
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
  description: 'For good, and at once. Revoking it again changes nothing.',
  permission: 'key.manage',
  params: keyParams,
  body: z.object({ name: z.string().max(MAX_KEY_NAME).describe('The name of the key, typed once more.') }),
  response: z.object({ revoked: z.int().describe('How many keys this call revoked.'), key: consoleKey }),
  errors: [400, 404],
});

export const rotateKey = operation({
  ...consoleOperation,
  id: 'rotate_key',
  method: 'POST',
  path: '/api/console/keys/{key_id}/rotate',
  summary: 'Create a sibling of a key',
  description:
    'The sibling has the same banks, capability and length of life, counted from now. The old key stays as it is until it is revoked by hand; one that has expired has a sibling all the same. Not for revoked keys nor for children: 409.',
  permission: 'key.manage',
  params: keyParams,
  body: z.object({ name: name().optional().describe('The name of the sibling; the same name with a number without it.') }),
  response: createdKey,
  status: 201,
  errors: [400, 404, 409],
});

export const checkAccess = operation({
  ...consoleOperation,
  id: 'check_access',
  method: 'GET',
  path: '/api/console/access',
  summary: 'Say whether a key may do something in a bank, and by which rule',
  permission: 'key.view',
  query: z.object({
    key_id: uuidText('key'),
    bank_id: idText(),
    action: z.enum(ACCESS_ACTIONS).default('bank.read'),
  }),
  response: z.object({
    allowed: z.boolean(),
    rule: z.enum(ACCESS_RULES).describe('The rule that decided.'),
    words: z.string().describe('The same in a sentence.'),
    status: z.int().describe('The status that a call would meet by this decision.'),
    code: z.string().nullable().describe('The code of the error that a call would meet.'),
    action: z.enum(ACCESS_ACTIONS),
    key: z.object({ id: z.string(), name: z.string(), prefix: z.string(), status: z.enum(KEY_STATUSES) }),
    bank: z.object({ id: z.string(), exists: z.boolean() }),
  }),
  errors: [400, 404],
});
