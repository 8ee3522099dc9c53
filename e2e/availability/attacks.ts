import { z } from 'zod';
import { fieldsOf, queryTexts } from '#e2e/availability/fields';
import { BODIES, type DeliveryMode, hostileGlob, isWorst, TEXTS, textNamed, wide, widestTagTree } from '#e2e/availability/payloads';
import { freshBank } from '#e2e/contract/filling';
import { type HttpRequest, request } from '#e2e/fixtures/http';
import { goodRequest, hasBank, type Target } from '#e2e/fixtures/requests';
import { OWN_BANK } from '#e2e/fixtures/tenants';
import { asMember, type World } from '#e2e/fixtures/world';
import { consoleOperations, operations } from '#lib/api/operations';
import type { Operation } from '#lib/base/contract/operation';
import { bankSettings } from '#lib/memory/settings/contract';

/** Every hostile request: the operation, the field, the payload and the caller. */

export type Caller = 'key' | 'child key' | 'no key' | 'owner';

/** The properties of the target server that requests depend on. */
export interface Site {
  readonly world: World;
  readonly target: Target;
}

export interface Hostile extends HttpRequest {
  readonly manner?: DeliveryMode;
}

export interface Attack {
  /** the id of the operation, or method and path if there is none */
  readonly operation: string;
  /** a path like `items.0.content`, `query`, or `body` for the whole body */
  readonly field: string;
  readonly payload: string;
  readonly caller: Caller;
  /** run one after another; each step is created after the previous one is answered */
  readonly steps: (site: Site) => readonly (() => Hostile)[];
  /** background work may continue after the last step is answered */
  readonly leavesWork: boolean;
  /** the operation declares status 504 */
  readonly mayTimeOut: boolean;
  /**
   * its requests have a normal size, and the later ones only make sense after the earlier ones are
   * answered
   */
  readonly isPatient?: boolean;
  /** runs together with adjacent attacks first, and alone only if they do harm */
  readonly isSmall?: boolean;
}

export const labelOf = ({ operation, field, payload, caller }: Attack): string => `${operation} · ${field} · ${payload} · ${caller}`;

const KIB = 1024;
/** The size of a body for routes without their own limit. */
const UNBOUNDED_BYTES = 16 * KIB * KIB;
const PAGE_BYTES = 8 * KIB * KIB;
const MAX_QUERY = 7000;
/** A token of a link: well-formed, but never issued. */
const TOKEN = 'AAAAAAAAAAAAAAAAAAAAAA';

/**
 * Sizes below the maximum. The largest bodies may be rejected early; these reach the code behind
 * that check.
 */
const SMALLER: Readonly<Record<string, readonly number[]>> = { retain_memories: [64 * KIB], recall_memories: [4 * KIB] };

/** Further valid bodies of an operation; the same fields are tried in each. */
const VARIANTS: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  dry_run_extract_memories: { 'largest chunks': { retain_chunk_size: 16_000, retain_structured_chunk_size: 64_000 } },
};

/** The schema of the values of a record that the body schema leaves open. */
const SCHEMAS: Readonly<Record<string, z.ZodType>> = { update_bank_config: z.object({ updates: bankSettings.partial() }) };

const mayTimeOut = ({ errors }: Operation): boolean => errors.includes(504);
const isWriting = ({ method, permission }: Operation): boolean => method !== 'GET' && permission !== 'bank.read';

const headersOf = (caller: Caller, { auth }: Operation, world: World) =>
  caller === 'owner'
    ? asMember(world.people.alpha, world.people.alpha.owner)
    : auth === 'visitor'
      ? { 'sec-fetch-site': 'same-origin' }
      : {};

const keyOf = (caller: Caller, world: World): string | null =>
  caller === 'key' ? world.alpha.key : caller === 'child key' ? world.alpha.child : null;

/**
 * An operation that creates content uses a new bank each time. An operation that changes a bank
 * uses the existing one.
 */
const pathFor = (operation: Operation, caller: Caller, { world, target }: Site) => ({
  ...target,
  bank_id: caller === 'child key' ? OWN_BANK : operation.id === 'retain_memories' ? freshBank() : target.bank_id,
  // An entity id in place of a key id. Otherwise a session could revoke the keys that send the
  // attacks.
  ...(operation.auth === 'session' && { key_id: target.entity_id }),
  user_id: world.people.alpha.member.userId,
  session_id: world.people.alpha.member.sessionId,
  invitation_id: target.entity_id,
  token: TOKEN,
});

const requestBy = (operation: Operation, caller: Caller, site: Site, body: string | Buffer, headers = {}): Hostile =>
  request(operation, {
    key: keyOf(caller, site.world),
    path: pathFor(operation, caller, site),
    body,
    headers: { ...headersOf(caller, operation, site.world), ...headers },
  });

const NO_TARGET = {} as Target;
const goodBody = (operation: Operation): unknown => goodRequest({ ...operation, query: undefined }, NO_TARGET, null).body;

function fieldAttacks(operation: Operation, caller: Caller): Attack[] {
  const schema = SCHEMAS[operation.id] ?? operation.body!;
  const good = goodBody(operation) as object;
  const variants = Object.entries({ '': {}, ...VARIANTS[operation.id] });
  const sizes = [...(SMALLER[operation.id] ?? []), operation.maxBodyBytes];
  return variants.flatMap(([variant, more]) =>
    fieldsOf(schema, { ...good, ...more }).flatMap(({ name, payloads }) =>
      payloads.flatMap((payload) =>
        sizes.map(
          (size): Attack => ({
            operation: operation.id,
            field: [name, variant, size < operation.maxBodyBytes ? `${size / KIB} KiB` : ''].filter(Boolean).join(', '),
            payload: payload.name,
            caller,
            isSmall: payload.isSmall,
            leavesWork: isWriting(operation),
            mayTimeOut: mayTimeOut(operation),
            steps: (site) => [() => requestBy(operation, caller, site, JSON.stringify(payload.body(size)))],
          }),
        ),
      ),
    ),
  );
}

const bodyAttacks = (operation: Operation, caller: Caller): Attack[] =>
  BODIES.map(({ name, type, manner, headers, bytes }) => ({
    operation: operation.id,
    field: 'body',
    payload: name,
    caller,
    leavesWork: false,
    mayTimeOut: mayTimeOut(operation),
    steps: (site) => [
      () => {
        const sent = requestBy(operation, caller, site, bytes(operation.maxBodyBytes), { 'content-type': type ?? undefined, ...headers });
        return { ...sent, manner };
      },
    ],
  }));

/** Percent-encodes a payload for an id in the path or a query parameter. */
const encodable = (text: (size: number) => string): string => {
  const bytesPerUnit = encodeURIComponent(text(300).toWellFormed()).length / text(300).length;
  return text(Math.floor(MAX_QUERY / bytesPerUnit)).toWellFormed();
};

function queryAttacks(operation: Operation, caller: Caller): Attack[] {
  if (!operation.query) return [];
  return queryTexts(operation.query).flatMap((field) =>
    TEXTS.map(
      ({ name, text }): Attack => ({
        operation: operation.id,
        field: `query ${field}`,
        payload: name,
        caller,
        isSmall: true,
        leavesWork: false,
        mayTimeOut: mayTimeOut(operation),
        steps: (site) => [
          () => {
            const asked = goodRequest({ ...operation, body: undefined }, site.target, keyOf(caller, site.world));
            const query = { ...(asked.query as Record<string, string>), [field]: encodable(text) };
            const headers = headersOf(caller, operation, site.world);
            return request(operation, { ...asked, path: pathFor(operation, caller, site), query, headers });
          },
        ],
      }),
    ),
  );
}

const ID_TEXTS = ['one letter', 'percent signs', 'combining marks', 'emoji families', 'slashes', 'full stops'];

/** Ids as long as the maximum length of a URL. */
const idAttacks = (operation: Operation): Attack[] =>
  !operation.path.includes('{')
    ? []
    : ID_TEXTS.map((name) => ({
        operation: operation.id,
        field: 'path',
        payload: name,
        caller: 'key',
        isSmall: true,
        leavesWork: false,
        mayTimeOut: mayTimeOut(operation),
        steps: (site) => [
          () => {
            const id = encodable((size) => textNamed(name).text(Math.min(size, 2000)));
            const [last] = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param!).slice(-1);
            const headers = headersOf(operation.auth === 'key' ? 'key' : 'owner', operation, site.world);
            return request(operation, {
              key: keyOf('key', site.world),
              path: { ...pathFor(operation, 'key', site), [last!]: id },
              headers,
            });
          },
        ],
      }));

/** The callers that are allowed to call an operation, and those that are rejected but can send. */
const callersOf = ({ auth }: Operation): { readonly full: readonly Caller[]; readonly bodies: readonly Caller[] } =>
  auth === 'key'
    ? { full: ['key', 'child key'], bodies: ['no key'] }
    : auth === 'session'
      ? { full: ['owner'], bodies: ['no key'] }
      : { full: ['no key'], bodies: [] };

/**
 * A child key differs from its parent only in its permissions, so it runs only the worst large
 * payloads.
 */
const isForChild = ({ isSmall, payload }: Attack): boolean => !isSmall && (isWorst(payload) || !TEXTS.some(({ name }) => name === payload));

/** All attacks on one operation. */
export function attacksOn(operation: Operation): Attack[] {
  const { full, bodies } = callersOf(operation);
  const all = [...full, ...bodies];
  const mayReach = (caller: Caller): boolean => caller !== 'child key' || (hasBank(operation) && operation.permission !== 'bank.configure');
  return [
    ...(operation.body ? all.flatMap((caller) => bodyAttacks(operation, caller)) : []),
    ...(operation.body
      ? full
          .filter(mayReach)
          .flatMap((caller) => fieldAttacks(operation, caller).filter((attack) => caller !== 'child key' || isForChild(attack)))
      : []),
    ...full.slice(0, 1).flatMap((caller) => queryAttacks(operation, caller)),
    ...idAttacks(operation),
  ];
}

export const attackedOperations: readonly Operation[] = [...operations, ...consoleOperations].filter(
  ({ body, query, path }) => body || path.includes('{') || (query && queryTexts(query).length > 0),
);

/** Routes without an operation: those of the sign-in library, and pages, which accept no body. */
const RAW_ROUTES: readonly (readonly [string, string, number])[] = [
  ...['callback/password', 'callback/oidc', 'signin/password', 'signout', 'session', 'csrf', '_log', 'nothing'].map(
    (action) => ['POST', `/api/auth/${action}`, UNBOUNDED_BYTES] as const,
  ),
  ...['/', '/login', '/account', '/status', '/docs', '/o/x', '/o/x/b/y', '/o/x/b/y/play/recall', `/invite/${TOKEN}`, `/reset/${TOKEN}`].map(
    (path) => ['POST', path, PAGE_BYTES] as const,
  ),
  ['PUT', '/login', PAGE_BYTES],
  ['DELETE', '/login', PAGE_BYTES],
  ['GET', '/login', PAGE_BYTES],
  ['POST', '/not-there', PAGE_BYTES],
  ['POST', '/_next/image', PAGE_BYTES],
  ['POST', '/v1/not-there', PAGE_BYTES],
  ['POST', '/health/live', PAGE_BYTES],
  ['GET', '/v1/default/banks', PAGE_BYTES],
  ['POST', '/metrics', PAGE_BYTES],
  ['POST', '/openapi.json', PAGE_BYTES],
];

export const rawAttacks = (): Attack[] =>
  RAW_ROUTES.flatMap(([method, path, size]) =>
    BODIES.map(
      ({ name, type, manner, headers, bytes }): Attack => ({
        operation: `${method} ${path}`,
        field: 'body',
        payload: name,
        caller: 'no key',
        leavesWork: false,
        mayTimeOut: false,
        steps: () => [
          () => ({
            method,
            path,
            manner,
            headers: { 'sec-fetch-site': 'same-origin', ...(type !== null && { 'content-type': type }), ...headers },
            body: bytes(size),
          }),
        ],
      }),
    ),
  );

function operationWith(id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`no operation has the id ${id}`);
  return found;
}

interface Step {
  readonly operation: string;
  readonly body?: unknown;
  readonly query?: Record<string, string>;
}

/** Requests of an organization-wide key on one bank, one after another. */
const journey = (name: string, payload: string, steps: () => readonly Step[], bank = freshBank): Attack => ({
  operation: name,
  field: 'journey',
  payload,
  caller: 'key',
  isPatient: true,
  leavesWork: true,
  mayTimeOut: true,
  steps: (site) => {
    const bank_id = bank();
    return steps().map(
      ({ operation, body, query }) =>
        () =>
          request(operationWith(operation), { key: site.world.alpha.key, path: { ...site.target, bank_id }, body, query }),
    );
  },
});

const STORED = 16 * KIB;

/** Hostile content that is stored and then read by every operation on the bank. */
const storedJourneys = (): Attack[] =>
  TEXTS.filter(({ name }) => name !== 'lone surrogates').map(({ name, text }) =>
    journey('store and use', name, () => [
      { operation: 'update_bank', body: { mission: text(STORED), retain_mission: text(STORED) } },
      { operation: 'retain_memories', body: { items: [{ content: text(STORED), context: text(2000), document_id: 'hostile' }] } },
      { operation: 'retain_memories', body: { items: [{ content: `${text(STORED)} Ann moved.`, document_id: 'hostile' }] } },
      { operation: 'retain_memories', body: { items: [{ content: text(1000), document_id: 'hostile', update_mode: 'append' }] } },
      { operation: 'trigger_consolidation', body: {} },
      { operation: 'recall_memories', body: { query: text(800), budget: 'high', include: { chunks: {}, source_facts: {}, entities: {} } } },
      { operation: 'recall_memories', body: { query: 'Who moved, and when?', budget: 'high', trace: true } },
      { operation: 'reflect', body: { query: text(2000), context: text(STORED), budget: 'high' } },
      { operation: 'create_mental_model', body: { name: 'Hostile', source_query: text(2000) } },
      { operation: 'list_memories', query: { q: encodable((size) => text(Math.min(size, 900))) } },
      { operation: 'list_entities', query: { q: encodable((size) => text(Math.min(size, 180))) } },
      { operation: 'export_memories_csv' },
      { operation: 'clear_bank_memories' },
    ]),
  );

const MANY = 2000;
const LARGE = 'large';
const largeItems = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ content: `Guest ${i} ordered tea number ${i}.`, document_id: `d${i % 10}`, tags: [`t${i}`] }));

const GLOB_TAG = 'a'.repeat(120);

const FAULTY = 9000;
/** Invalid items. A body repeats one of them, just below the maximum number of values. */
const FAULTY_ITEMS: Readonly<Record<string, object>> = {
  metadata: { content: 'x', metadata: wide(30, () => 1) },
  entities: { content: 'x', entities: Array(14).fill({}) },
  tags: { content: 'x', tags: Array(28).fill(1) },
  'observation scopes': { content: 'x', observation_scopes: Array(28).fill(1) },
};

/** Attacks that are not about a single field, or that need several requests. */
const scenarios = (): Attack[] => [
  ...Object.entries(FAULTY_ITEMS).map(([name, item]) =>
    journey('many items with faults', name, () => [{ operation: 'retain_memories', body: { items: Array(FAULTY).fill(item) } }]),
  ),
  ...[8, 64, 128].map((size) =>
    journey('glob limits of observation scopes', `${size} characters`, () => [
      { operation: 'update_bank_config', body: { updates: { observation_scope_limits: [{ scope: [hostileGlob(size)], limit: 5 }] } } },
      {
        operation: 'retain_memories',
        body: { items: [{ content: 'Ann moved to Porto.', tags: [GLOB_TAG], observation_scopes: 'per_tag' }] },
      },
      {
        operation: 'retain_memories',
        body: { items: [{ content: 'Ann adopted a dog.', tags: [GLOB_TAG], observation_scopes: 'per_tag' }] },
      },
      { operation: 'trigger_consolidation', body: {} },
    ]),
  ),
  journey('tag filters of a large bank', 'widest tree', () => [
    { operation: 'retain_memories', body: { items: largeItems(MANY) } },
    { operation: 'recall_memories', body: { query: 'tea' } },
    ...['recall_memories', 'reflect'].map((operation) => ({
      operation,
      body: { query: 'tea', tag_groups: [widestTagTree(1000 * KIB)] },
    })),
  ]),
  journey(
    'bulk acts on a large bank',
    'all memories',
    () => [
      { operation: 'retain_memories', body: { items: largeItems(MANY) } },
      { operation: 'invalidate_memories', body: { filter: { q: 'tea' } } },
      { operation: 'revert_memories', body: { filter: { q: 'tea' } } },
      { operation: 'trigger_consolidation', body: {} },
      { operation: 'clear_bank_memories' },
    ],
    () => LARGE,
  ),
];

export const journeys = (): Attack[] => [...scenarios(), ...storedJourneys()];
