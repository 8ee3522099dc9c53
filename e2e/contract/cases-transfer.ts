import { expect } from 'vitest';
import { ABSENT, type Case } from '#e2e/contract/cases';
import { bankWith, FILLED, freshBank } from '#e2e/contract/filling';
import type { RequestOptions } from '#e2e/fixtures/http';
import { eventually } from '#e2e/fixtures/jobs';
import { formWith } from '#e2e/fixtures/requests';
import type { SignedIn, World } from '#e2e/fixtures/world';
import type { Operation } from '#lib/base/contract/operation';
import { getOperation, type OperationStatusResponse } from '#lib/jobs/operations/contract';
import { listBanks } from '#lib/memory/banks/contract';
import { listMemories } from '#lib/memory/memories/contract';
import * as contract from '#lib/memory/transfer/contract';

/** Waits for the end of an export, and returns its result. */
async function resultOf(
  world: World,
  { key = null, path }: RequestOptions,
  { operation_id }: contract.TransferSubmitted,
  type = 'export',
): Promise<Readonly<Record<string, unknown>>> {
  const ended = await eventually(async () => {
    const { json } = await world.ask(getOperation, { key, path: { ...path, operation_id } });
    const operation = json as OperationStatusResponse;
    return operation.status !== 'pending' && operation.status !== 'processing' && operation;
  }, 'the end of the export');
  expect(ended).toMatchObject({ status: 'completed', operation_type: type });
  return ended.result_metadata ?? {};
}

const exported: Case['check'] = async (body: contract.TransferSubmitted, _, world, asked) => {
  const result = await resultOf(world, asked, body);
  expect(result).toMatchObject({ counts: { documents: 1 }, filename: expect.stringMatching(/\.zip$/) });
  const { status, text } = await world.ask(contract.downloadFile, { key: asked.key ?? null, path: { key: String(result.storage_key) } });
  expect([status, text.slice(0, 2)]).toEqual([200, 'PK']);
};

const ofNewBank: Case['ask'] = async (world) => ({
  key: world.alpha.key,
  path: { bank_id: await bankWith(world, [{ content: 'Ana keeps bees.' }]) },
});

/** Copies get different ids. */
let copies = 0;

async function exportNewBank(world: World): Promise<string> {
  const asked = await ofNewBank(world);
  const { json } = await world.ask(contract.exportBank, asked);
  return String((await resultOf(world, asked, json as contract.TransferSubmitted)).storage_key);
}

const archives = new WeakMap<World, Promise<string>>();

/** The key of an archive of the first organization. */
function archiveOf(world: World): Promise<string> {
  const archive = archives.get(world) ?? exportNewBank(world);
  archives.set(world, archive);
  return archive;
}

/** An archive of a bank of the first organization. */
async function bytesOfArchive(world: World): Promise<Buffer> {
  const key = await archiveOf(world);
  const { bytes } = await world.ask(contract.downloadFile, { key: world.alpha.key, path: { key } });
  return bytes;
}

const imported = (operation: Operation, query: Record<string, string>, type: string, wanted: object): Case => ({
  operation,
  status: 202,
  when: `an operation that imports (${Object.values(query).join(' ')})`,
  ask: async (world) => ({
    ...{ key: world.alpha.key, path: { bank_id: freshBank() }, query },
    ...formWith({ file: await bytesOfArchive(world), ...(type === 'import' && { target_bank_id: `restored ${++copies}` }) }),
  }),
  check: async (body: contract.TransferSubmitted, _, world, asked) => {
    expect(await resultOf(world, asked, body, type)).toMatchObject(wanted);
  },
});

const MEMORIES = Buffer.from(JSON.stringify({ results: [{ id: 'm1', memory: 'Ana prefers tea.', user_id: 'ana' }] }));

/** As .NET sends it: it quotes only what is not a word. */
const formOfHttpClient = (): Buffer =>
  Buffer.concat([
    Buffer.from('--xyz\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=mode\r\n\r\nmerge\r\n'),
    Buffer.from("--xyz\r\nContent-Disposition: form-data; name=file; filename=a.json; filename*=utf-8''a.json\r\n\r\n"),
    MEMORIES,
    Buffer.from('\r\n--xyz--\r\n'),
  ]);

const previewed = (operation: Operation, query: Record<string, string>): Case => ({
  operation,
  status: 200,
  when: 'a dry run, which does not create the bank',
  ask: ({ alpha }) => ({
    ...{ key: alpha.key, path: { bank_id: freshBank() }, query: { ...query, dry_run: 'true' } },
    ...formWith({ file: MEMORIES }),
  }),
  check: async (body: contract.ImportPreview, _, world, { key = null, path }) => {
    expect(body).toMatchObject({ format: 'mem0', bank_exists: false, content: { documents: 1, facts: 1 }, documents_existing: 0 });
    const { json } = await world.ask(listBanks, { key, query: { q: String(path?.bank_id) } });
    expect(json).toMatchObject({ total: 0 });
  },
});

const unknown = (operation: Operation): Case => ({
  operation,
  status: 400,
  when: 'a file of an unknown format',
  ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED }, ...formWith({ file: '{"results": [{"content": "Hello"}]}' }) }),
  check: (body: { detail: string }) =>
    void expect(body.detail).toContain('Known formats: an archive of a bank (ZIP), or an export of mem0'),
});

const withQuery =
  (query: Record<string, string> | string[][], bank_id = FILLED): Case['ask'] =>
  ({ alpha }) => ({ key: alpha.key, path: { bank_id }, query });

const download = (status: number, when: string, ask: (world: World) => Promise<{ asker: string; file: string }>): Case => ({
  operation: contract.downloadFile,
  status,
  when,
  ask: async (world) => {
    const { asker, file } = await ask(world);
    return { key: asker, path: { key: file } };
  },
});

/** A link to an archive of the first organization. It sends no header of the console. */
const link = (
  status: number,
  when: string,
  ask: (world: World) => { by: Pick<SignedIn, 'cookie'> | { key: string }; to: string[] },
): Case => ({
  operation: contract.downloadFile,
  status,
  when: `a link, ${when}`,
  ask: async (world) => {
    const { by, to } = ask(world);
    const caller = 'key' in by ? by : { key: null, headers: { cookie: by.cookie, 'sec-fetch-site': 'same-origin' } };
    return { ...caller, path: { key: await archiveOf(world) }, query: to.map((slug) => ['organization', slug]) };
  },
});

export const transferCases: Case[] = [
  { operation: contract.exportDocuments, status: 202, when: 'an operation that writes an archive', ask: ofNewBank, check: exported },
  { operation: contract.exportBank, status: 202, when: 'an operation that writes an archive of the bank', ask: ofNewBank, check: exported },
  {
    operation: contract.cloneBank,
    status: 202,
    when: 'an operation that copies the bank',
    ask: async (world) => ({ ...(await ofNewBank(world)), query: { target_bank_id: `copy ${++copies}` } }),
    check: async (body: contract.TransferSubmitted, _, world, asked) => {
      const result = await resultOf(world, asked, body, 'clone');
      const path = { bank_id: String(result.target_bank_id) };
      const { json } = await world.ask(listMemories, { key: asked.key ?? null, path });
      expect((json as { items: { text: string }[] }).items.map(({ text }) => text)).toEqual(['Ana keeps bees.']);
    },
  },
  { operation: contract.cloneBank, status: 400, when: 'the bank itself', ask: withQuery({ target_bank_id: FILLED }) },
  { operation: contract.cloneBank, status: 404, when: 'a missing bank', ask: withQuery({ target_bank_id: 'copy' }, ABSENT.bank_id) },
  { operation: contract.cloneBank, status: 422, when: 'no target', ask: withQuery({}) },
  {
    operation: contract.exportDocuments,
    status: 400,
    when: 'documents together with observations',
    ask: withQuery({ document_id: 'a', include_observations: 'true' }),
  },
  {
    operation: contract.exportBank,
    status: 400,
    when: 'nothing to export',
    ask: withQuery({ include_data: 'false', include_bank_config: 'false' }),
  },
  { operation: contract.exportBank, status: 400, when: 'documents together with the settings', ask: withQuery({ document_id: 'a' }) },
  { operation: contract.exportDocuments, status: 404, when: 'a missing bank', ask: withQuery({}, ABSENT.bank_id) },
  { operation: contract.exportBank, status: 404, when: 'a missing bank', ask: withQuery({}, ABSENT.bank_id) },
  imported(contract.importBank, { mode: 'restore' }, 'import', { documents_imported: 1, facts_imported: 1 }),
  imported(contract.importDocuments, { on_conflict: 'new-id' }, 'document_import', { documents_imported: 1, remapped_document_ids: {} }),
  previewed(contract.importBank, { mode: 'merge' }),
  previewed(contract.importDocuments, {}),
  {
    ...previewed(contract.importBank, { mode: 'merge' }),
    when: 'a form whose names are not quoted',
    ask: ({ alpha }) => ({
      ...{ key: alpha.key, path: { bank_id: freshBank() }, query: { dry_run: 'true' } },
      ...{ body: formOfHttpClient(), headers: { 'content-type': 'multipart/form-data; boundary="xyz"' } },
    }),
  },
  ...[contract.importBank, contract.importDocuments].map(unknown),
  { operation: contract.exportDocumentsDirectly, status: 410, when: 'any bank', ask: withQuery({}) },
  download(200, 'an archive', async (world) => ({ asker: world.alpha.key, file: await archiveOf(world) })),
  download(403, 'a child key, which may not export', async (world) => ({ asker: world.alpha.child, file: await archiveOf(world) })),
  download(404, 'an archive of another organization', async (world) => ({ asker: world.beta.key, file: await archiveOf(world) })),
  download(404, 'an archive of a bank out of reach', async (world) => ({ asker: world.alpha.restricted, file: await archiveOf(world) })),
  download(404, 'a key that leads out of its folder', async (world) => ({
    asker: world.alpha.key,
    file: `banks/../${await archiveOf(world)}`,
  })),
  link(200, 'of somebody who names their organization', ({ people: { alpha } }) => ({ by: alpha.owner, to: [alpha.slug] })),
  link(403, 'of a member, who may not export', ({ people: { alpha } }) => ({ by: alpha.member, to: [alpha.slug] })),
  link(404, 'of somebody of another organization who names this one', ({ people: { alpha, beta } }) => ({
    by: beta.owner,
    to: [alpha.slug],
  })),
  link(404, 'of somebody of another organization who names that one', ({ people: { beta } }) => ({ by: beta.owner, to: [beta.slug] })),
  link(400, 'which names two organizations', ({ people: { alpha, beta } }) => ({ by: alpha.owner, to: [alpha.slug, beta.slug] })),
  link(404, 'with a key of another organization', ({ beta, people: { alpha } }) => ({ by: { key: beta.key }, to: [alpha.slug] })),
  link(422, 'which names no organization', ({ alpha }) => ({ by: { key: alpha.key }, to: [''] })),
  download(404, 'a missing archive', async (world) => ({ asker: world.alpha.key, file: ABSENT.key })),
];
