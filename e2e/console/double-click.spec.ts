import type { Page } from '@playwright/test';
import { documents } from '#components/strings/documents';
import { entities as t } from '#components/strings/entities';
import { memories } from '#components/strings/memories';
import { expect, FULL, test } from '#e2e/console/journey';
import { pathOf } from '#e2e/console/parts';
import type { ConsoleWorld } from '#e2e/console/world';
import { retainMemories } from '#lib/memory/retain/contract';

/**
 * Some users double-click everything. A double click must cause one action, and must not show an
 * error if it succeeded.
 */

const named = (content: string, document_id: string, ...names: string[]) => ({
  content,
  document_id,
  entities: names.map((text) => ({ text, type: 'ORGANIZATION' })),
});
const SAID = [
  named('The oak for the stairs came from Fernhill Joinery.', 'oak', 'Fernhill Joinery'),
  named('The invoice of Fernhill Joinery was paid on Monday.', 'invoice', 'Fernhill Joinery'),
  named('Joinery Fernhill closes for two weeks in August.', 'august', 'Joinery Fernhill'),
  named('Fernhill Joinery and Joinery Fernhill share a yard.', 'yard', 'Fernhill Joinery', 'Joinery Fernhill'),
];

async function newBank(world: ConsoleWorld, name: string): Promise<string> {
  await world.answer(world.owner, retainMemories, { path: { bank_id: name }, body: { items: SAID } });
  return name;
}

/**
 * Returns the requests of the page since the last call, each by the last segment of its path.
 * Recounts are ignored.
 */
function actsOf(page: Page): () => string[] {
  const acts: string[] = [];
  page.on('request', (request) => {
    const word = new URL(request.url()).pathname.split('/').at(-1);
    if (request.method() !== 'GET' && word !== 'count') acts.push(`${request.method()} ${word}`);
  });
  return () => acts.splice(0);
}

const toastWith = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

test(
  'entities are merged, separated again from the notification and from the list of changes, once each',
  FULL,
  async ({ world, open }) => {
    const bank = await newBank(world, 'twice-entities');
    const page = await open(world.owner);
    const acts = actsOf(page);
    const [into, from] = ['Fernhill Joinery', 'Joinery Fernhill'];
    await page.goto(`${pathOf(world.org, 'b', bank, 'entities')}?view=same`);
    const merge = async () => {
      await page.getByRole('button', { name: t.same.merge(from, into) }).dblclick();
      await page.getByRole('alertdialog').getByRole('button', { name: t.merge, exact: true }).dblclick();
      await expect(toastWith(page, t.mergeDone(from, into)).last()).toBeVisible();
      expect(acts()).toEqual(['POST merge']);
    };
    await merge();
    await toastWith(page, t.mergeDone(from, into)).getByRole('button', { name: t.undo }).dblclick();
    await expect(toastWith(page, t.undoDone)).toHaveCount(1);
    expect(acts()).toEqual(['POST undo']);

    await page.getByRole('radio', { name: t.view.list }).click();
    await page.getByRole('row').filter({ hasText: from }).dblclick();
    const drawer = page.getByRole('complementary', { name: from, exact: true });
    await drawer.getByRole('button', { name: t.rename }).dblclick();
    const sheet = page.getByRole('dialog', { name: t.renameTitle });
    await sheet.getByLabel(t.name, { exact: true }).fill('Fernhill Yard');
    await sheet.getByRole('button', { name: t.save }).dblclick();
    const renamed = page.getByRole('complementary', { name: 'Fernhill Yard', exact: true });
    await renamed.getByRole('tab', { name: t.changes }).click();
    expect(acts()).toEqual([`PATCH ${new URL(page.url()).searchParams.get('entity')}`]);
    await renamed.getByRole('button', { name: t.undoOf(t.renamed(from, 'Fernhill Yard')) }).dblclick();
    await expect(drawer).toBeVisible();
    expect(acts()).toEqual(['POST undo']);
    await expect(page.getByText(t.undoFailed)).toHaveCount(0);
  },
);

test('a memory is invalidated, reverted and deleted, and a document deleted, once each', FULL, async ({ world, open }) => {
  const bank = await newBank(world, 'twice-memories');
  const page = await open(world.owner);
  const acts = actsOf(page);
  await page.goto(pathOf(world.org, 'b', bank, 'memories'));
  await page.getByRole('list', { name: memories.list }).getByRole('link', { name: SAID[0]!.content }).dblclick();
  const drawer = page.getByRole('complementary', { name: memories.one, exact: true });
  const id = () => new URL(page.url()).searchParams.get('memory');
  await drawer.getByRole('button', { name: memories.invalidate }).dblclick();
  await page.getByRole('alertdialog').getByRole('button', { name: memories.invalidate }).dblclick();
  await expect(toastWith(page, memories.invalidateDone)).toHaveCount(1);
  expect(acts()).toEqual([`PATCH ${id()}`]);
  await drawer.getByRole('button', { name: memories.revert }).dblclick();
  await expect(toastWith(page, memories.revertDone)).toHaveCount(1);
  expect(acts()).toEqual([`PATCH ${id()}`]);
  await drawer.getByRole('button', { name: memories.more }).click();
  await page.getByRole('menuitem', { name: memories.removeAction }).dblclick();
  const asked = page.getByRole('alertdialog');
  await asked.getByRole('textbox').fill(memories.removeWord);
  const doomed = id();
  await asked.getByRole('button', { name: memories.removeAction }).dblclick();
  await expect(toastWith(page, memories.removeDone)).toHaveCount(1);
  expect(acts()).toEqual([`DELETE ${doomed}`]);

  await page.goto(pathOf(world.org, 'b', bank, 'documents', 'invoice'));
  await page.getByRole('button', { name: documents.deleteIt, exact: true }).dblclick();
  await page.getByRole('alertdialog').getByRole('button', { name: documents.removeAction }).dblclick();
  await expect(toastWith(page, documents.removed('invoice'))).toHaveCount(1);
  expect(acts()).toEqual(['DELETE invoice']);
});
