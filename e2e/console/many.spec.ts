import { keys as t } from '#components/strings/keys';
import { expect, FULL, test } from '#e2e/console/journey';
import { pathOf } from '#e2e/console/parts';
import { PASSWORD, type SignedInMember } from '#e2e/console/world';
import { signIn } from '#e2e/fixtures/console';
import { startServer } from '#e2e/fixtures/server';
import { openStore } from '#e2e/fixtures/store';
import { DEFAULT_SLUG, ensureDefaultOrganization } from '#lib/access/orgs/service';
import { ensureOwner } from '#lib/access/people/service';
import { sql } from '#lib/base/db/db';

const KEYS = 1000;
/** The list also contains the key of the server. */
const MADE = KEYS - 1;
/** Maximum number of rendered rows: the visible ones and some before and after. */
const DRAWN = 80;
const EMAIL = 'many@example.org';

test(`${KEYS} keys are one list that renders only the visible rows`, FULL, async ({ open }) => {
  const store = await openStore();
  await store.look(async (db) => {
    const orgId = await ensureDefaultOrganization(db);
    await ensureOwner(db, orgId, EMAIL, PASSWORD);
    await db.query(sql`
      insert into api_keys (id, org_id, name, hash, prefix, scope_kind, created_by, created_at, expires_at)
      select gen_random_uuid(), ${orgId}, 'Agent ' || lpad(n::text, 4, '0'), sha256(n::text::bytea), 'mbk_' || lpad(n::text, 8, '0'), 'all',
        'journey', now() - make_interval(mins => n), now() + interval '90 days'
      from generate_series(1, ${MADE}::int) n`);
  });
  const server = await startServer({ env: { ...store.env } });
  try {
    const cookie = await signIn(server.url, { email: EMAIL, password: PASSWORD });
    const owner: SignedInMember = { email: EMAIL, password: PASSWORD, userId: '', name: 'Many', role: 'owner', cookie };
    const page = await open(owner, { baseURL: server.url });
    await page.goto(`${pathOf(DEFAULT_SLUG, 'keys')}?sort=name&order=asc`);
    const rowOf = (n: number) => page.getByRole('row').filter({ hasText: `Agent ${String(n).padStart(4, '0')}` });
    const drawn = () => page.getByRole('row').count();
    await expect(rowOf(1)).toBeVisible();
    await expect(page.getByRole('treegrid', { name: t.listLabel })).toHaveAttribute('aria-rowcount', String(KEYS + 1));
    expect(await drawn()).toBeLessThan(DRAWN);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (const [share, n] of [
      [0.5, 500],
      [0.95, 950],
    ] as const) {
      await page.evaluate((at) => window.scrollTo(0, (document.documentElement.scrollHeight - window.innerHeight) * at), share);
      await expect(rowOf(n)).toBeVisible();
      expect(await drawn()).toBeLessThan(DRAWN);
    }
    // Rows that are not rendered still take up space, so that the page does not jump while
    // scrolling.
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    await page.getByRole('link', { name: t.open('Agent 0950') }).focus();
    await page.keyboard.press('k');
    await expect(page.getByRole('link', { name: t.open('Agent 0949') })).toBeFocused();

    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(rowOf(1)).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(rowOf(MADE)).toBeVisible();
    expect(await drawn()).toBeLessThan(DRAWN);
    // A page logs errors to its console after its server has stopped.
    await page.context().close();
  } finally {
    await server.stop();
    await store.drop();
  }
});
