import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Case } from '#e2e/contract/cases';
import type { Reply, RequestOptions } from '#e2e/fixtures/http';
import { goodRequest, type Target } from '#e2e/fixtures/requests';
import { asMember, type World } from '#e2e/fixtures/world';
import type { Operation } from '#lib/base/contract/operation';
import { ROLES } from '#lib/base/literals';
import { may } from '#lib/base/roles';

const NOBODY = '00000000-0000-7000-8000-000000000000';

/** Ids of things that do not exist. */
export const CONSOLE_ABSENT: Target & Readonly<Record<string, string>> = {
  bank_id: 'absent',
  document_id: 'absent',
  chunk_id: NOBODY,
  operation_id: NOBODY,
  mental_model_id: 'absent',
  directive_id: NOBODY,
  page_id: 'absent',
  node_id: 'absent',
  version: '0',
  memory_id: NOBODY,
  entity_id: NOBODY,
  change_id: NOBODY,
  log_id: NOBODY,
  key: 'absent',
  key_id: NOBODY,
  user_id: NOBODY,
  session_id: NOBODY,
  invitation_id: NOBODY,
  receipt_id: NOBODY,
  token: 'AAAAAAAAAAAAAAAAAAAAAA',
};

/** Values of required query parameters. */
const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  delete_organization: { name: 'not its name' },
  check_access: { key_id: NOBODY, bank_id: 'own', action: 'bank.read' },
};

export const isWrite = ({ method }: Operation): boolean => method !== 'GET';

/**
 * Returns a request as a page sends it: by the Owner of the first organization, with ids that do
 * not exist.
 */
export const consoleRequest = (operation: Operation, { people }: World, more: Partial<RequestOptions> = {}): RequestOptions => ({
  ...goodRequest(operation, CONSOLE_ABSENT, null),
  query: QUERIES[operation.id] ?? {},
  headers: operation.auth === 'visitor' ? { 'sec-fetch-site': 'same-origin' } : asMember(people.alpha, people.alpha.owner),
  ...more,
});

/** Origins of writes that do not come from a page of the service. */
export const FOREIGN_PAGES: readonly (readonly [string, (url: string) => Record<string, string>])[] = [
  ['neither header', () => ({})],
  ['another site', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['another site that has the right origin', (url) => ({ 'sec-fetch-site': 'cross-site', origin: url })],
  ['a sister host', () => ({ 'sec-fetch-site': 'same-site' })],
  ['no page at all', () => ({ 'sec-fetch-site': 'none' })],
  ['a foreign origin', () => ({ origin: 'https://evil.example' })],
  ['an opaque origin', () => ({ origin: 'null' })],
  ['the origin under https', (url) => ({ origin: url.replace('http:', 'https:') })],
  ['the origin on another port', (url) => ({ origin: url.replace(/\d+$/, '1') })],
  ['an origin that begins alike', (url) => ({ origin: `${url}.evil.example` })],
  ['a referrer alone', (url) => ({ referer: `${url}/o/x/keys` })],
];

const code =
  (expected: string) =>
  (body: never): void =>
    void expect((body as { code: string }).code).toBe(expected);

const tooLong = 'x'.repeat(513);

/** Cases that follow from the contract of the operation alone. */
export function consoleCases(operation: Operation): Case[] {
  const cases: Case[] = [];
  const add = (status: number, when: string, ask: (world: World) => Partial<RequestOptions>, check?: (body: never, reply: Reply) => void) =>
    cases.push({ operation, status, when, ask: (world) => consoleRequest(operation, world, ask(world)), check });
  const page = { 'sec-fetch-site': 'same-origin' };
  const isSession = operation.auth === 'session';

  if (isSession) {
    add(401, 'nobody signed in', ({ people }) => ({ headers: { ...page, 'x-organization': people.alpha.slug } }), code('unauthorized'));
    add(
      401,
      'a forged cookie',
      () => ({ headers: { ...page, cookie: 'next-auth.session-token=eyJhbGciOiJkaXIifQ..a.b.c' } }),
      code('unauthorized'),
    );
    add(401, 'a key in the place of a session', ({ alpha }) => ({ key: alpha.key, headers: page }), code('unauthorized'));
    add(
      401,
      'nobody, before the input is validated',
      () => ({ headers: page, ...(operation.body && { body: '{' }) }),
      code('unauthorized'),
    );
  }
  if (isWrite(operation))
    for (const [from, headers] of FOREIGN_PAGES)
      add(
        403,
        `a call from ${from}`,
        ({ people, server }) => ({
          headers: { ...(isSession && { cookie: people.alpha.owner.cookie, 'x-organization': people.alpha.slug }), ...headers(server.url) },
        }),
        code('cross_origin'),
      );
  if (isSession && operation.permission !== null) {
    const { permission } = operation;
    add(
      400,
      'somebody of several organisations who names none',
      ({ traveler }) => ({ headers: { ...page, cookie: traveler.cookie } }),
      code('bad_request'),
    );
    for (const [whose, slugOf] of [
      ['another', ({ people }: World) => people.beta.slug],
      ['an unknown', () => 'nowhere'],
      ['a suspended', ({ people }: World) => people.suspended.slug],
    ] as const)
      add(
        404,
        `the Owner of one organisation in ${whose} one`,
        (world) => ({ headers: asMember({ slug: slugOf(world) }, world.people.alpha.owner) }),
        code('not_a_member'),
      );
    if (operation.query && 'status' in operation.query.shape)
      add(422, 'a status that there is not', ({ people }) => ({
        query: { status: 'no such' },
        headers: asMember(people.alpha, people.alpha.owner),
      }));
    for (const role of ROLES.filter((one) => !may(one, permission)))
      add(403, `the role ${role}`, ({ people }) => ({ headers: asMember(people.alpha, people.alpha[role]) }), code('forbidden'));
  }
  for (const name of Object.keys(operation.params?.shape ?? {})) {
    const isUuid = operation.params?.shape[name]?.meta()?.format === 'uuid';
    add(isUuid ? 400 : 422, `a ${name} of 513 characters`, () => ({ path: { ...CONSOLE_ABSENT, [name]: tooLong } }));
  }
  if (operation.body) {
    const headersOf = (world: World) => consoleRequest(operation, world).headers;
    add(413, 'a body one byte over the limit', () => ({ body: '{}'.padEnd(operation.maxBodyBytes + 1) }));
    add(415, 'a form', (world) => ({ headers: { ...headersOf(world), 'content-type': 'application/x-www-form-urlencoded' } }));
    add(415, 'plain text', (world) => ({ headers: { ...headersOf(world), 'content-type': 'text/plain' } }));
    add(415, 'a compressed body', (world) => ({ body: gzipSync('{}'), headers: { ...headersOf(world), 'content-encoding': 'gzip' } }));
    add(422, 'truncated JSON', () => ({ body: '{"name": "x"' }));
    add(422, 'a list in the place of the object', () => ({ body: [] }));
  }
  return cases;
}
