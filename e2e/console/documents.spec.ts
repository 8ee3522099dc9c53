import { audit } from '#components/strings/audit';
import { deletion } from '#components/strings/deletion';
import { documents as t } from '#components/strings/documents';
import { memories } from '#components/strings/memories';
import { recognition } from '#components/strings/recognition';
import { ui } from '#components/strings/ui';
import { expect, FULL, test } from '#e2e/console/journey';
import { choose, pathOf, rowOf } from '#e2e/console/parts';
import { putBank } from '#lib/memory/banks/contract';
import { getDocument, listDocuments } from '#lib/memory/documents/contract';
import { listMemories } from '#lib/memory/memories/contract';
import { retainMemories } from '#lib/memory/retain/contract';
import { updateBankConfig } from '#lib/memory/settings/contract';
import conversation from '../../scripts/demo/conversation.json' with { type: 'json' };

const TALK = conversation.sessions[0]!.turns.join('\n');
const NOTES = 'The workshop closes at six on Thursdays because Tomasz teaches. Hal orders tyres from Fernhill in Bergen.';
const file = (name: string, text: string | Buffer) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('files are added, each shows its result, and their memories are marked in the text', async ({ world, open }) => {
  const bank = 'filing';
  await world.answer(world.owner, putBank, { path: { bank_id: bank }, body: {} });
  const page = await open(world.member);
  await page.goto(pathOf(world.org, 'b', bank, 'documents'));
  await expect(page.getByRole('heading', { name: t.emptyTitle })).toBeVisible();
  await page.getByRole('button', { name: t.add }).first().click();
  const sheet = page.getByRole('dialog', { name: t.add });
  await sheet
    .locator('input[type="file"]')
    .setInputFiles([
      file('talk.txt', TALK),
      file('b & 100%.md', `# Notes\n\n${NOTES}`),
      file('photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47])),
      file('blank.txt', ' \n'),
    ]);
  await expect(sheet.getByText(t.notText)).toBeVisible();
  await expect(sheet.getByText(t.blank)).toBeVisible();
  await sheet.getByRole('button', { name: t.leaveOut('photo.png') }).click();
  await sheet.getByRole('button', { name: t.leaveOut('blank.txt') }).click();
  await sheet.getByLabel(t.tag).fill('#may, notes');
  await sheet.getByRole('button', { name: t.addFiles(2), exact: true }).click();
  await expect(sheet.getByText(t.outcomes.facts, { exact: true })).toHaveCount(2, { timeout: 30_000 });
  await sheet.getByRole('button', { name: t.done }).click();
  await expect(sheet).toBeHidden();

  const { items } = await world.answer(world.owner, listDocuments, { path: { bank_id: bank } });
  expect(items.map(({ id }) => id).sort()).toEqual(['b & 100%.md', 'talk.txt']);
  expect(items.every(({ tags }) => tags.join() === 'may,notes')).toBe(true);
  const { total } = await world.answer(world.owner, listMemories, { path: { bank_id: bank }, query: { document_id: 'talk.txt' } });
  await expect(rowOf(page, 'talk.txt')).toContainText(String(total));

  await page.getByRole('link', { name: t.open('b & 100%.md') }).click();
  await expect(page).toHaveURL(/documents\/b%20%26%20100%25\.md$/);
  await expect(page.getByRole('heading', { level: 1, name: 'b & 100%.md' })).toBeVisible();
  const region = page.locator('section').filter({ has: page.getByRole('heading', { name: t.textOf, exact: true }) });
  await expect(region).toContainText('Hal orders tyres from Fernhill in Bergen.');
  await expect(region.getByRole('link').or(region.getByRole('button')).first()).toBeVisible();
  await expect(page.getByRole('list', { name: t.read }).getByRole('link').first()).toHaveAttribute('href', /\/memories\/[0-9a-f-]{36}$/);
});

const CHAT = `02/03/2025, 18:00 - Messages and calls are end-to-end encrypted.
02/03/2025, 18:01 - Ann: I bring the ladder.
13/03/2025, 18:04 - Bob: My van is blue.
09/05/2026, 07:30 - Ann: I come at nine.`;

test('dropped files show what was recognized before they are added', async ({ world, open }) => {
  const bank = 'dropping';
  await world.answer(world.owner, putBank, { path: { bank_id: bank }, body: {} });
  const page = await open(world.member);
  await page.goto(`${pathOf(world.org, 'b', bank, 'documents')}?add=true`);
  const sheet = page.getByRole('dialog', { name: t.add });
  await sheet.getByRole('radio', { name: t.kinds.text }).click();
  // Anywhere on the page, also while a text is entered: the browser must not leave the page.
  const files = await page.evaluateHandle((chat) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([chat], 'chat.txt', { type: 'text/plain' }));
    transfer.items.add(new File([Uint8Array.from('Gr\u00fc\u00dfe aus Porto.', (sign) => sign.charCodeAt(0))], 'old.log'));
    transfer.items.add(new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47])], 'photo.png'));
    return transfer;
  }, CHAT);
  await page.dispatchEvent('html', 'dragover', { dataTransfer: files });
  await page.dispatchEvent('html', 'drop', { dataTransfer: files });
  const entry = (name: string) => sheet.getByRole('list', { name: t.chosen }).getByRole('listitem').filter({ hasText: name });
  await expect(entry('chat.txt')).toContainText('WhatsApp export, 2 speakers, 3 messages, 1 other message omitted');
  await expect(entry('chat.txt')).toContainText('2 Mar 2025 to 9 May 2026');
  await expect(entry('chat.txt')).toContainText('Ann and Bob');
  await expect(entry('old.log')).toContainText(t.legacyEncoding);
  await expect(entry('old.log')).toContainText(`${recognition.formats.plain_text}, 1 passage`);
  await expect(entry('photo.png')).toContainText(t.notText);
  expect((await world.answer(world.owner, listDocuments, { path: { bank_id: bank } })).items).toEqual([]);

  await sheet.getByRole('button', { name: t.leaveOut('photo.png') }).focus();
  await page.keyboard.press('Enter');
  await expect(entry('photo.png')).toHaveCount(0);
  await sheet.getByRole('button', { name: t.addFiles(2), exact: true }).press('Enter');
  await expect(sheet.getByText(t.outcomes.facts, { exact: true })).toHaveCount(2, { timeout: 30_000 });
  const { items } = await world.answer(world.owner, listDocuments, { path: { bank_id: bank } });
  expect(items.map(({ id }) => id).sort()).toEqual(['chat.txt', 'old.log']);
});

test('a text is added, found by its tag, given other tags, and deleted with its memories', async ({ world, open }) => {
  const bank = 'clippings';
  const at = { path: { bank_id: bank } };
  await world.answer(world.owner, retainMemories, { ...at, body: { items: [{ content: NOTES, document_id: 'notes' }] } });
  const page = await open(world.owner);
  await page.goto(`${pathOf(world.org, 'b', bank, 'documents')}?add=true`);
  const sheet = page.getByRole('dialog', { name: t.add });
  await sheet.getByRole('radio', { name: t.kinds.text }).click();
  await sheet.getByRole('button', { name: t.addText }).click();
  await expect(sheet.getByText(t.textMissing)).toBeVisible();
  await sheet.getByLabel(t.text, { exact: true }).fill('Ana moved to Porto in May 2024. She repairs sails at the harbour.');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: ui.discardTitle }).getByRole('button', { name: ui.keepWriting }).click();
  // A reload loses the input, so the form is closed, not open and empty.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page).not.toHaveURL(/add=true/);
  await expect(sheet).toHaveCount(0);
  await page.getByRole('button', { name: t.add }).first().click();
  await sheet.getByRole('radio', { name: t.kinds.text }).click();
  await sheet.getByLabel(t.text, { exact: true }).fill('Ana moved to Porto in May 2024. She repairs sails at the harbour.');
  await sheet.getByLabel(t.id).fill('ana');
  await sheet.getByLabel(t.tag).fill('people');
  await sheet.getByRole('button', { name: t.addText }).click();
  await expect(sheet.getByText(t.outcomes.facts, { exact: true })).toBeVisible({ timeout: 30_000 });
  await sheet.getByRole('button', { name: t.done }).click();

  await page.getByRole('group', { name: t.filters }).getByRole('button', { name: t.tag, exact: true }).click();
  await page.getByRole('checkbox', { name: '#people' }).check();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'notes')).toHaveCount(0);
  await expect(page).toHaveURL(/tag=people/);
  await page.reload();
  await expect(rowOf(page, 'ana')).toBeVisible();
  await expect(rowOf(page, 'notes')).toHaveCount(0);

  await page.getByRole('columnheader', { name: t.columns.size }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=text_length/);
  await rowOf(page, 'ana')
    .getByRole('link', { name: t.open('ana') })
    .click();
  await page.getByRole('button', { name: t.editTags }).click();
  await page.getByRole('dialog', { name: t.tagsTitle }).getByLabel(t.tag).fill('people, sailing');
  await page.getByRole('button', { name: t.saveTags }).click();
  await expect(page.getByText('#sailing')).toBeVisible();
  const { items } = await world.answer(world.owner, listMemories, { ...at, query: { document_id: 'ana' } });
  expect(items.every(({ tags }) => tags.includes('sailing'))).toBe(true);

  await page.getByRole('button', { name: t.reprocess, exact: true }).click();
  const again = page.getByRole('alertdialog');
  await expect(again).toContainText(t.cost);
  await again.getByRole('button', { name: t.reprocess }).click();
  await expect(page.getByText(t.reprocessed)).toBeVisible({ timeout: 30_000 });
  const { memory_unit_count: count } = await world.answer(world.owner, getDocument, { path: { bank_id: bank, document_id: 'ana' } });
  expect(count).toBeGreaterThan(0);

  await page.getByRole('button', { name: t.deleteIt, exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(t.removeText(count));
  await dialog.getByRole('button', { name: ui.cancel }).click();
  await page.getByRole('button', { name: t.deleteIt, exact: true }).click();
  await dialog.getByRole('button', { name: t.removeAction }).click();
  await expect(page).toHaveURL(/\/documents$/);
  await expect(rowOf(page, 'notes')).toBeVisible();
  await expect(rowOf(page, 'ana')).toHaveCount(0);
  expect((await world.call(world.owner, getDocument, { path: { bank_id: bank, document_id: 'ana' } })).status).toBe(404);
  expect((await world.answer(world.owner, listMemories, { ...at, query: { tags: 'sailing', tags_match: 'any_strict' } })).total).toBe(0);

  await choose(page, t.actionsOf('notes'), t.deleteIt);
  await dialog.getByLabel(deletion.copies).check();
  await expect(dialog.getByLabel(deletion.preview)).toContainText(deletion.places.documents!);
  await dialog.getByRole('button', { name: t.removeAction }).click();
  const receipt = page.getByRole('dialog', { name: deletion.done });
  await receipt.getByRole('button', { name: audit.purge.verify }).click();
  await expect(receipt).toContainText(audit.purge.clean);
  await receipt.getByRole('button', { name: deletion.close }).last().click();
  await expect(page.getByRole('heading', { name: t.emptyTitle })).toBeVisible();
});

test('a missing document, an unreadable list and an unsupported file show an error', FULL, async ({ world, open }) => {
  const bank = 'mishaps';
  await world.answer(world.owner, retainMemories, { path: { bank_id: bank }, body: { items: [{ content: NOTES, document_id: 'notes' }] } });
  const page = await open(world.owner, { refusals: [404, 500, 503] });
  const list = pathOf(world.org, 'b', bank, 'documents');
  await page.goto(`${list}/nothing`);
  await expect(page.getByRole('heading', { name: t.missing })).toBeVisible();

  const reads = `**/v1/default/banks/${bank}/documents?*`;
  await page.route(reads, (route) => route.fulfill({ status: 500, json: { detail: 'It broke', code: 'internal', request_id: 'r1' } }));
  await page.goto(list);
  await expect(page.getByRole('heading', { name: t.failed })).toBeVisible();
  await page.unroute(reads);
  await page.getByRole('button', { name: ui.tryAgain }).click();
  await expect(rowOf(page, 'notes')).toBeVisible();

  const writes = `**/v1/default/banks/${bank}/memories`;
  await page.route(writes, (route) => route.fulfill({ status: 503, json: { detail: 'Closed for a minute', code: 'unavailable' } }));
  await page.getByRole('button', { name: t.add }).click();
  const sheet = page.getByRole('dialog', { name: t.add });
  await sheet.locator('input[type="file"]').setInputFiles([file('late.txt', NOTES)]);
  await sheet.getByRole('button', { name: t.addFiles(1), exact: true }).click();
  await expect(sheet.getByText('Closed for a minute')).toBeVisible();
  await page.unroute(writes);
  await sheet.getByRole('button', { name: t.again }).click();
  await expect(sheet.getByText(t.outcomes.facts, { exact: true })).toBeVisible({ timeout: 30_000 });
});

test('each line of a text has its own direction, regardless of the first one', FULL, async ({ world, open }) => {
  const LINES = ['وصلت الدراجات اليوم.', 'The bikes came today.', 'האופניים הגיעו היום.', 'Nobody had ordered them.'];
  const bank = 'documents-directions';
  await world.answer(world.owner, retainMemories, {
    path: { bank_id: bank },
    body: { items: [{ content: LINES.join('\n'), document_id: 'mixed' }] },
  });
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'b', bank, 'documents', 'mixed'));
  const text = page
    .getByRole('region', { name: t.textOf })
    .or(page.locator('section').filter({ has: page.getByRole('heading', { name: t.textOf }) }))
    .first();
  await expect(text).toContainText(LINES[3]!);
  /** The side of the text on which each line begins. */
  const sides = await text.evaluate((panel, lines) => {
    const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
    const found: Record<string, string> = {};
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const line of lines) {
        const at = node.nodeValue?.indexOf(line) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + line.length);
        const [words, box] = [range.getBoundingClientRect(), panel.getBoundingClientRect()];
        found[line] = words.left - box.left < box.right - words.right ? 'left' : 'right';
      }
    return found;
  }, LINES);
  expect(sides).toEqual({ [LINES[0]!]: 'right', [LINES[1]!]: 'left', [LINES[2]!]: 'right', [LINES[3]!]: 'left' });
});

test('a bank that does not store texts shows the memories and explains the missing text', FULL, async ({ world, open }) => {
  const bank = 'textless';
  const at = { path: { bank_id: bank } };
  await world.answer(world.owner, putBank, { ...at, body: {} });
  await world.answer(world.owner, updateBankConfig, { ...at, body: { updates: { store_document_text: false } } });
  await world.answer(world.owner, retainMemories, { ...at, body: { items: [{ content: NOTES, document_id: 'notes' }] } });
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'b', bank, 'documents', 'notes'));
  await expect(page.getByText(t.notStored)).toBeVisible();
  await expect(page.getByRole('button', { name: t.reprocess })).toHaveAttribute('aria-disabled', 'true');
  const memory = page.getByRole('list', { name: t.read }).getByRole('link').first();
  await expect(memory).toContainText('Tomasz');
  await memory.click();
  await page.getByRole('tab', { name: memories.source }).click();
  await expect(page.getByText(memories.notStored)).toBeVisible();
});
