import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServerDatabase, openTestDatabase, seedOrg, testDatabaseKind } from '#e2e/fixtures/database';
import { freshEmail, join, openSessionOf, type Person, seedPerson, visitor } from '#e2e/fixtures/people';
import { answerOperator, makeOperatorLink } from '#lib/access/people/operator';
import { getReset, resetPassword } from '#lib/access/people/service';
import { isLivingSession } from '#lib/access/sessions/service';
import { openDatabase } from '#lib/base/db/connect';
import { type Db, sql } from '#lib/base/db/db';
import { migrate } from '#lib/base/db/migrate';
import { projectFile } from '#lib/base/db/root';
import { ensureDatabaseTemplate } from '#lib/base/db/template';

const PLACE = { authOrigin: 'https://memory.example', host: '127.0.0.1', port: 3000 };

describe("an operator's link", () => {
  let db: Db;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  afterAll(() => db.close());

  it('lets an owner of several organizations choose a new password, once, and each of them logs it', async () => {
    const [one, two] = [await seedOrg(db), await seedOrg(db)];
    const person = await seedPerson(db);
    for (const { orgId } of [one, two]) await join(db, orgId, person, 'owner');
    const session = await openSessionOf(db, person);
    const former = await makeOperatorLink(db, PLACE, person.email);
    const link = await makeOperatorLink(db, PLACE, ` ${person.email.toUpperCase()} `);
    const tokenOf = (url: string | undefined) => /^https:\/\/memory\.example\/reset\/([\w-]{22})$/.exec(url ?? '')?.[1] ?? '';
    await expect(getReset(db, tokenOf(former?.url))).rejects.toMatchObject({ code: 'not_found' });
    expect((await getReset(db, tokenOf(link?.url))).email).toBe(person.email);
    expect((await resetPassword(db, tokenOf(link?.url), 'a new password', visitor())).ended).toBe(1);
    expect(await isLivingSession(db, session)).toBe(false);
    await expect(getReset(db, tokenOf(link?.url))).rejects.toMatchObject({ code: 'gone' });
    for (const { orgId } of [one, two]) {
      const [line] = await db.query(sql`
        select actor_kind, actor_label, target_id from audit_log where org_id = ${orgId} and action = 'member.reset_link' limit 1`);
      expect(line).toEqual({ actor_kind: 'system', actor_label: 'operator', target_id: person.userId });
    }
  });

  it('is not created for an unknown person', async () => {
    expect(await makeOperatorLink(db, PLACE, freshEmail('nobody'))).toBeNull();
  });

  it.each([
    [{ authOrigin: null, host: '0.0.0.0', port: 3100 }, 'http://127.0.0.1:3100/reset/'],
    [{ authOrigin: null, host: '::1', port: 80 }, 'http://[::1]:80/reset/'],
  ])('leads to the address of %j', async (place, start) => {
    const { email } = await seedPerson(db);
    expect((await makeOperatorLink(db, place, email))?.url.startsWith(start)).toBe(true);
  });
});

const run = promisify(execFile);

describe('npm run reset', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'memory-bank-reset-'));
  let settings: Record<string, string>;
  let drop = async (): Promise<void> => undefined;
  let db: Db;
  let person: Person;
  const isEmbedded = testDatabaseKind() === 'embedded';
  const open = () => openDatabase({ url: settings.DATABASE_URL ?? null, dataDir: folder });

  beforeAll(async () => {
    await ensureDatabaseTemplate();
    settings = { SERVICE_API_DATA_DIR: folder, NEXTAUTH_URL: PLACE.authOrigin };
    if (!isEmbedded) {
      const server = await createServerDatabase('pg');
      drop = server.drop;
      settings.DATABASE_URL = server.url;
    }
    db = await open();
    await migrate(db);
    person = await seedPerson(db);
    answerOperator(db, PLACE);
  });
  afterAll(async () => {
    await db.close();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const reset = (...args: string[]) =>
    run(process.execPath, [projectFile('scripts/reset.ts'), ...args], {
      env: { ...process.env, ...settings },
    }).then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr: string }) => stderr,
    );
  const token = (output: string) => /https:\/\/memory\.example\/reset\/([\w-]{22})$/m.exec(output)?.[1] ?? output;

  it('prints a link that works while the server runs, and when it is stopped', async () => {
    expect((await getReset(db, token(await reset(person.email)))).email).toBe(person.email);
    expect(await reset('nobody@example.org')).toBe('There is no account of nobody@example.org.\n');
    await db.close();
    const output = await reset(person.email);
    db = await open();
    expect((await getReset(db, token(output))).email).toBe(person.email);
  });

  it('explains what it needs', async () => {
    expect(await reset()).toBe('Name the person: npm run reset -- EMAIL\n');
  });
});
