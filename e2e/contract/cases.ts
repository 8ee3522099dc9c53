import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Reply, RequestOptions } from '#e2e/fixtures/http';
import { formWith, goodRequest, hasBank, isKeyed, type Target } from '#e2e/fixtures/requests';
import { OWN_BANK } from '#e2e/fixtures/tenants';
import { asMember, type World } from '#e2e/fixtures/world';
import type { Operation } from '#lib/base/contract/operation';
import { may } from '#lib/base/roles';

/**
 * A request to an operation and the expected status. The title of the test describes the contract.
 */
export interface Case {
  readonly operation: Operation;
  readonly status: number;
  readonly when: string;
  readonly ask: (world: World) => RequestOptions | Promise<RequestOptions>;
  /** called after `body` was validated against the declared schema of the status */
  readonly check?: (body: never, reply: Reply, world: World, asked: RequestOptions) => void | Promise<void>;
}

export const ABSENT: Target = {
  bank_id: 'absent',
  document_id: 'absent',
  chunk_id: '00000000-0000-7000-8000-000000000000',
  memory_id: '00000000-0000-7000-8000-000000000000',
  entity_id: '00000000-0000-7000-8000-000000000000',
  change_id: '00000000-0000-7000-8000-000000000000',
  key: 'banks/absent/exports/00000000-0000-7000-8000-000000000000.zip',
  key_id: '00000000-0000-7000-8000-000000000000',
  operation_id: '00000000-0000-7000-8000-000000000000',
  log_id: '00000000-0000-7000-8000-000000000000',
  mental_model_id: 'absent',
  directive_id: '00000000-0000-7000-8000-000000000000',
  page_id: 'absent',
  node_id: 'absent',
  version: '0',
};

const tooLong = 'x'.repeat(513);

const isUuidParam = ({ params }: Operation, name: string): boolean => params?.shape[name]?.meta()?.format === 'uuid';

/** Cases that follow from the contract of the operation alone. */
export function generalCases(operation: Operation): Case[] {
  const cases: Case[] = [];
  const add = (status: number, when: string, ask: Case['ask'], check?: Case['check']) =>
    cases.push({ operation, status, when, ask, check });
  const good = (world: World, more: Partial<RequestOptions> = {}): RequestOptions => ({
    ...goodRequest(operation, { ...ABSENT, bank_id: OWN_BANK }, world.alpha.key),
    ...more,
  });
  const code =
    (expected: string): Case['check'] =>
    (body: { code: string }) =>
      void expect(body.code).toBe(expected);

  if (isKeyed(operation)) {
    add(401, 'no key', (world) => good(world, { key: null }), code('unauthorized'));
    add(401, 'a revoked key', (world) => good(world, { key: world.alpha.revoked }), code('key_revoked'));
    add(401, 'an expired key', (world) => good(world, { key: world.alpha.expired }), code('key_expired'));
    add(401, 'the child of a revoked key', (world) => good(world, { key: world.alpha.childOfRevoked }), code('key_revoked'));
    add(401, 'the child of an expired key', (world) => good(world, { key: world.alpha.childOfExpired }), code('key_expired'));
    add(401, 'a key of a suspended organisation', (world) => good(world, { key: world.suspended.key }), code('invalid_key'));
    const byMember = (world: World, slug: string): RequestOptions =>
      good(world, { key: null, headers: asMember({ slug }, world.people.alpha.owner) });
    for (const [whose, slugOf] of [
      ['another', ({ people }: World) => people.beta.slug],
      ['an unknown', () => 'nowhere'],
      ['a suspended', ({ people }: World) => people.suspended.slug],
    ] as const)
      add(404, `somebody signed in who names ${whose} organisation`, (world) => byMember(world, slugOf(world)), code('not_a_member'));
    const nameless = (world: World): RequestOptions =>
      good(world, { key: null, headers: { cookie: world.traveler.cookie, 'sec-fetch-site': 'same-origin' } });
    add(400, 'somebody of several organisations who names none', nameless, code('bad_request'));
    add(401, 'no key, before the input is looked at', (world) => good(world, { key: null, body: operation.body && '{', query: 'limit=x' }));
  }
  if (hasBank(operation)) {
    const foreign = { ...ABSENT, bank_id: 'other' };
    const outside: Case['check'] = code('bank_out_of_scope');
    add(403, 'a bank-restricted key on another bank', ({ alpha }) => goodRequest(operation, foreign, alpha.restricted), outside);
    add(403, 'a bank-restricted key on a bank that is not there', ({ alpha }) => goodRequest(operation, ABSENT, alpha.restricted), outside);
    add(403, 'a child key on another bank', ({ alpha }) => goodRequest(operation, foreign, alpha.child), outside);
    add(403, 'a key whose banks were deleted', (world) => good(world, { key: world.alpha.bankless }), outside);
    for (const [kind, pick] of [
      ['restricted_key', 'restricted'],
      ['child_key', 'child'],
    ] as const) {
      if (!may(kind, operation.permission!))
        add(
          403,
          `a ${pick} key on its own bank, which may not do this`,
          (world) => good(world, { key: world.alpha[pick] }),
          code('forbidden'),
        );
    }
    add(422, 'a bank id of 513 characters', (world) => good(world, { path: { ...ABSENT, bank_id: tooLong } }));
    add(422, 'a bank id of blanks', (world) => good(world, { path: { ...ABSENT, bank_id: '  ' } }));
    add(422, 'a bank id with a control character', (world) => good(world, { path: { ...ABSENT, bank_id: 'a\u0007b' } }));
  }
  // Every wrong key of a file is a 404.
  for (const name of Object.keys(operation.params?.shape ?? {}).filter((known) => known !== 'key'))
    add(isUuidParam(operation, name) ? 400 : 422, `a ${name} of 513 characters`, (world) =>
      good(world, { path: { ...ABSENT, bank_id: OWN_BANK, [name]: tooLong } }),
    );
  if (operation.body) {
    add(413, 'a body one byte over the limit', (world) => good(world, { body: '{}'.padEnd(operation.maxBodyBytes + 1) }));
    add(415, 'a body that is not JSON', (world) => good(world, { headers: { 'content-type': 'text/plain' } }));
    add(415, 'a body without a content type', (world) => good(world, { headers: { 'content-type': '' } }));
    add(
      415,
      'a compressed body',
      (world) => good(world, { body: gzipSync('{}'), headers: { 'content-encoding': 'gzip' } }),
      (body: { detail: string }) => void expect(body.detail).toContain('Content-Encoding'),
    );
    add(
      422,
      'truncated JSON',
      (world) => good(world, { body: '{"name": "x"' }),
      (body: { detail: { type: string; loc: unknown[] }[] }) => {
        expect(body.detail[0]).toMatchObject({ type: 'json_invalid', loc: ['body', 12] });
      },
    );
    // The domain checks what the schema accepts, with a 400.
    add(operation.body.safeParse([]).success ? 400 : 422, 'a list in the place of the object', (world) => good(world, { body: [] }));
    add(422, 'JSON nested 33 deep', (world) => good(world, { body: `{"x":${'['.repeat(33)}${']'.repeat(33)}}` }));
    add(422, 'NUL in a string', (world) => good(world, { body: '{"name":"a\\u0000b","query":"a\\u0000b","tags":["a\\u0000b"]}' }));
    add(422, 'bytes that are not UTF-8', (world) => good(world, { body: Buffer.from([0x22, 0xff, 0xfe, 0x22]) }));
  }
  if (operation.upload) {
    const size = operation.upload.maxBytes + 2 ** 21;
    add(413, 'a form that declares more than the limit', (world) =>
      good(world, { headers: { ...formWith({}).headers, 'content-length': size } }),
    );
    add(415, 'a body that is no form', (world) => good(world, { body: '{}', headers: {} }));
    add(422, 'a form without the file', (world) => good(world, formWith({ other: 'x' })));
    add(400, 'a form that ends too early', (world) => good(world, { body: '--xyz\r\n' }));
  }
  if (operation.query?.shape.limit) {
    add(422, 'a limit below 0', (world) => good(world, { query: { limit: '-1' } }));
    add(422, 'a limit that is no number', (world) => good(world, { query: { limit: 'ten' } }));
    add(422, 'a limit beyond 64 bits', (world) => good(world, { query: { limit: '9223372036854775808' } }));
  }
  if (operation.query?.shape.offset) {
    add(422, 'an offset below 0', (world) => good(world, { query: { offset: '-1' } }));
    add(422, 'an offset beyond 64 bits', (world) => good(world, { query: { offset: '9223372036854775808' } }));
  }
  return cases;
}
