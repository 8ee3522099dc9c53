import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { importing } from '#components/strings/importing';
import { operations } from '#components/strings/operations';
import { shell } from '#components/strings/shell';
import { transfer as t } from '#components/strings/transfer';
import { expect, test } from '#e2e/console/journey';
import { pathOf } from '#e2e/console/parts';
import { zipOf } from '#lib/base/zip/zip-writer';
import { retainMemories } from '#lib/memory/retain/contract';
import { getStats } from '#lib/memory/stats/contract';

const BANK = 'moving-out';
const NEW_BANK = 'moved-in';

test('a bank is exported, downloaded and restored elsewhere with the same contents', async ({ world, open }, info) => {
  const path = { bank_id: BANK };
  const items = ['Vera keeps the keys of the boathouse.', 'The ferry leaves at nine on Sundays.'].map((content, n) => ({
    ...{ content, document_id: `note ${n}` },
  }));
  await world.answer(world.owner, retainMemories, { path, body: { items } });
  await world.rest(BANK);
  const countsOf = async (bank_id: string) => {
    const { total_nodes, total_documents, total_entities } = await world.answer(world.owner, getStats, { path: { bank_id } });
    return { total_nodes, total_documents, total_entities };
  };

  const page = await open(world.admin);
  await page.goto(`${pathOf(world.org, 'b', BANK, 'settings')}?tab=transfer`);
  await page.getByRole('button', { name: t.exports.bank.title }).click();
  const files = page.getByRole('list', { name: t.files });
  const link = files.getByRole('link', { name: t.downloadOf(`${BANK}.zip`) });
  await expect(link).toBeVisible();
  await expect(files.getByText(t.counts.documents(2))).toBeVisible();
  await page.getByRole('button', { name: shell.runningOperations(0, 0) }).click();
  await expect(page.getByRole('dialog', { name: shell.bankPages.operations }).getByRole('link', { name: t.download })).toBeVisible();
  await page.keyboard.press('Escape');
  const downloading = page.waitForEvent('download');
  await link.click();
  const file = info.outputPath(`${BANK}.zip`);
  await (await downloading).saveAs(file);

  await page.goto(pathOf(world.org, 'banks'));
  await page.getByRole('button', { name: importing.title }).click();
  const sheet = page.getByRole('dialog', { name: importing.title });
  await sheet.getByLabel(importing.formats).setInputFiles(file);
  await expect(sheet.getByText(importing.kinds.bank_archive!)).toBeVisible();
  const id = sheet.getByRole('textbox', { name: importing.id });
  await expect(id).toHaveValue(BANK);
  await expect(sheet.getByText(importing.idTaken)).toBeVisible();
  await id.fill(NEW_BANK);
  await sheet.getByRole('button', { name: importing.title }).click();
  await expect(sheet).toBeHidden();
  const ended = page.getByRole('listitem').filter({ hasText: operations.tray.done(operations.kinds.import!) });
  await ended.getByRole('button', { name: operations.tray.openUnchanged }).click();
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'b', NEW_BANK)}$`));
  expect(await countsOf(NEW_BANK)).toEqual(await countsOf(BANK));
  await page.goto(pathOf(world.org, 'b', NEW_BANK, 'operations'));
  await expect(page.getByRole('main').getByText(operations.kinds.import!).first()).toBeVisible();

  const again = 'moved-again';
  const broken = info.outputPath('broken.zip');
  const manifest = { schema_version: 1, source_bank_id: again, archive_type: 'bank', rows: { version: 1, embedding_model: null } };
  await writeFile(broken, zipOf(Readable.from([{ name: 'manifest.json', parts: [JSON.stringify(manifest)] }]), new Date()));
  const restore = async (archive: string, isRepeated: boolean) => {
    await page.goto(pathOf(world.org, 'banks'));
    await page.getByRole('button', { name: importing.title }).click();
    await sheet.getByLabel(importing.formats).setInputFiles(archive);
    await id.fill(again);
    await expect(sheet.getByText(importing.idEmpty)).toBeVisible({ visible: isRepeated });
    await sheet.getByRole('button', { name: importing.title }).click();
    await expect(sheet).toBeHidden();
  };
  await restore(broken, false);
  await expect(page.getByText(operations.tray.failed(operations.kinds.import!)).first()).toBeVisible();
  await restore(file, true);
  // In the moment in which the empty bank is replaced, the answer has no time of its counts.
  await expect.poll(() => countsOf(again).catch(() => null)).toEqual(await countsOf(BANK));

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${pathOf(world.org, 'b', NEW_BANK, 'settings')}?tab=transfer`);
  await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 0.99 });
});
