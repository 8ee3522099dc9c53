import { extract as t } from '#components/strings/extract';
import { recognition } from '#components/strings/recognition';
import { expect, FULL, test } from '#e2e/console/journey';
import { pathOf } from '#e2e/console/parts';
import { BANKS } from '#e2e/console/world';
import { getStats } from '#lib/memory/stats/contract';

const TEXT = 'Ana: I moved to Porto on 3 March 2026.\nBen: I sold the blue bicycle to Hal.';

test('a text is extracted twice and compared; nothing is stored, and the address contains only the options', async ({ world, open }) => {
  const path = { bank_id: BANKS[1] };
  // Earlier memories may cause observations in the meantime.
  const held = async () => {
    const { total_documents, nodes_by_fact_type } = await world.answer(world.owner, getStats, { path, query: { refresh: 'true' } });
    return { total_documents, ...nodes_by_fact_type, observation: null };
  };
  const before = await held();
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'b', BANKS[1], 'play', 'extract'));
  await expect(page.getByText(t.costsNothing)).toBeVisible();
  await page.getByRole('button', { name: t.run, exact: true }).click();
  await expect(page.getByText(t.textMissing)).toBeVisible();

  await page.getByRole('textbox', { name: t.text, exact: true }).fill(TEXT);
  await page.getByRole('button', { name: t.run, exact: true }).click();
  await expect(page.getByText(/moved to Porto/).last()).toBeVisible();
  await expect(page.getByText('3 Mar 2026').first()).toBeVisible();
  await expect(page.getByRole('region', { name: recognition.label })).toContainText('Transcript, 2 speakers, 2 messages');

  await page.getByLabel('Extraction mode').selectOption('chunks');
  await page.getByLabel(t.time, { exact: true }).fill('yesterday');
  await page.getByRole('button', { name: t.run }).click();
  await expect(page.getByText(t.timeWrong)).toBeVisible();
  await page.getByLabel(t.time, { exact: true }).fill('2026-05-06');
  await expect(page.getByText(t.timeWrong)).toHaveCount(0);
  await page.getByLabel('Chunk size (characters)', { exact: true }).fill('0');
  await expect(page.getByText('Must be at least 1.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: t.clear }).click();
  await page.getByLabel('Extraction mode').selectOption('chunks');
  await expect(page.getByText(t.changedSince)).toBeVisible();
  await page.getByRole('button', { name: t.runBoth }).click();
  const rows = page.getByRole('list', { name: t.resultOf }).getByRole('listitem');
  await expect(rows.filter({ hasText: t.onlyCandidate })).toHaveCount(1);
  await expect(page.getByText(t.changedSince)).toHaveCount(0);
  await expect(page).toHaveURL(/[?&]retain_extraction_mode=chunks/);
  expect(page.url()).not.toContain('Porto');

  await page.getByRole('button', { name: new RegExp(`^${t.curl}`) }).click();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  expect(line).toContain(`${world.url}/v1/default/banks/${BANKS[1]}/memories/dry-run-extract`);
  expect(line).toContain('"retain_extraction_mode":"chunks"');

  await page.reload();
  await expect(page.getByLabel('Extraction mode')).toHaveValue('chunks');
  await expect(page.getByRole('textbox', { name: t.text, exact: true })).toHaveValue('');
  expect(await held()).toEqual(before);
});

test('one failed extraction does not hide the other', FULL, async ({ world, open }) => {
  const page = await open(world.member, { refusals: [503] });
  await page.route('**/dry-run-extract', (route) =>
    route.request().postData()?.includes('chunks')
      ? route.fulfill({ status: 503, json: { detail: 'The model did not answer', code: 'unavailable' } })
      : route.continue(),
  );
  await page.goto(`${pathOf(world.org, 'b', BANKS[1], 'play', 'extract')}?retain_extraction_mode=chunks`);
  await page.getByRole('textbox', { name: t.text, exact: true }).fill(TEXT);
  await page.getByRole('button', { name: t.runBoth }).click();
  await expect(page.getByText(t.failed.candidate)).toBeVisible();
  await expect(page.getByText('The model did not answer')).toBeVisible();
  await expect(page.getByText(/moved to Porto/).last()).toBeVisible();
});
