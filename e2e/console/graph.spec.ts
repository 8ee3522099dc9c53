import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { wordOfEdge } from '#components/graph/link';
import { entities } from '#components/strings/entities';
import { graph as t } from '#components/strings/graph';
import { ui } from '#components/strings/ui';
import { expect, FULL, test } from '#e2e/console/journey';
import { choose, pathOf } from '#e2e/console/parts';
import type { ConsoleWorld } from '#e2e/console/world';
import { putBank } from '#lib/memory/banks/contract';
import { type Explorer, exploreGraph } from '#lib/memory/graph/contract';
import { retainMemories } from '#lib/memory/retain/contract';

type RetainedMemory = readonly [content: string, names: string, day?: string, tags?: readonly string[]];

/** Two groups of people, one person who knows both groups, and one unrelated person. */
const SAID: readonly RetainedMemory[] = [
  ['The oven came on Monday.', 'Mara Jules', '2026-01-05'],
  ['The rye is proofed overnight.', 'Mara Hana', '2026-01-12', ['recipe']],
  ['The permit was signed.', 'Jules Hana', '2026-02-02'],
  ['The sign hangs above the door.', 'Hana Priya', '2026-02-20'],
  ['The books are kept in a ledger.', 'Priya Tomasz', '2026-03-03'],
  ['The roof was mended.', 'Tomasz Leo', '2026-03-20'],
  ['The flour comes from the mill.', 'Leo Olga', '2026-04-04'],
  ['A letter came from the harbour.', 'Zeno', '2026-05-05'],
];

/**
 * Creates a bank in which nothing changes later, because a new observation during a test would move
 * all nodes.
 */
async function newBank(world: ConsoleWorld, name: string, said: readonly RetainedMemory[] = SAID): Promise<string> {
  const items = said.map(([content, names, day = '2026-01-01', tags = []], i) => ({
    content,
    document_id: `d${i}`,
    timestamp: day,
    tags: [...tags],
    entities: names
      .split(' ')
      .filter(Boolean)
      .map((text) => ({ text: text.replaceAll('_', ' '), type: 'PERSON' })),
  }));
  const path = { bank_id: name };
  await world.answer(world.owner, putBank, { path, body: { enable_observations: false } });
  await world.answer(world.owner, retainMemories, { path, body: { items } });
  return name;
}

const graphPath = (world: ConsoleWorld, bank: string, search = ''): string => `${pathOf(world.org, 'b', bank, 'graph')}${search}`;
const canvasOf = (page: Page): Locator => page.getByRole('application', { name: t.canvas });
const listOf = (page: Page): Locator => page.getByRole('list', { name: t.nodeList });
const sideOf = (page: Page): Locator => page.getByRole('complementary', { name: t.details });
const read = (world: ConsoleWorld, bank: string, query: Record<string, string> = {}): Promise<Explorer> =>
  world.answer(world.owner, exploreGraph, { path: { bank_id: bank }, query });

async function laid(page: Page, nodes?: number): Promise<void> {
  await expect(canvasOf(page)).toHaveAttribute('data-layout', 'done');
  if (nodes !== undefined) await expect(canvasOf(page)).toHaveAttribute('data-nodes', String(nodes));
}

const saved = async (page: Page, item: string): Promise<{ name: string; bytes: Buffer }> => {
  const [download] = await Promise.all([page.waitForEvent('download'), choose(page, t.export, item)]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
};

/** Blocks all matching requests until it opens. */
class Gate {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

interface File {
  elements: { nodes: { data: { id: string; label: string; kind: string }; position: { x: number; y: number } }[]; edges: unknown[] };
}
const jsonOf = async (page: Page): Promise<File> => JSON.parse((await saved(page, t.exports.json)).bytes.toString());
const placesIn = (file: File): Map<string, { x: number; y: number }> =>
  new Map(file.elements.nodes.map(({ data, position }) => [data.label, position]));

test('search and expand without moving other nodes; the link shows the same picture elsewhere', async ({ world, open }) => {
  const bank = await newBank(world, 'graph-shared');
  const page = await open(world.owner);
  // With few nodes, expanding finds the omitted ones.
  await page.goto(graphPath(world, bank, '?limit=6'));
  await laid(page, 6);
  await expect(page.getByText(/^6 of \d+ nodes/)).toBeVisible();
  const before = placesIn(await jsonOf(page));

  // The oldest memory is not in view: the search finds it in the bank, and adds it with the
  // entities it mentions.
  await page.getByRole('combobox', { name: t.search }).fill('oven');
  await expect(page.getByRole('group', { name: t.foundElsewhere }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(sideOf(page).getByText(SAID[0]![0]).first()).toBeVisible();
  await expect(listOf(page).getByRole('button', { name: /Mara/ })).toBeVisible();
  await laid(page);

  await page.getByRole('combobox', { name: t.search }).fill('flour');
  await page.keyboard.press('Enter');
  await expect(canvasOf(page)).toBeFocused();
  await expect(sideOf(page).getByText(SAID[6]![0]).first()).toBeVisible();
  await sideOf(page)
    .getByRole('button', { name: /^Expand/ })
    .click();
  await expect(page.getByText(/\d+ added/)).toBeVisible();
  await laid(page);
  const after = placesIn(await jsonOf(page));
  expect(after.size).toBeGreaterThan(before.size);
  for (const [label, place] of before) expect(after.get(label), label).toEqual(place);

  await choose(page, `${t.layout}: ${t.layoutShort.force}`, t.layouts.rings);
  await laid(page);
  await sideOf(page).getByRole('button', { name: t.pin, exact: true }).click();
  await page.getByRole('button', { name: t.undo, exact: true }).click();
  await page.getByRole('button', { name: t.redo, exact: true }).click();
  await expect(sideOf(page).getByRole('button', { name: t.unpin })).toBeVisible();
  const mine = placesIn(await jsonOf(page));
  expect(mine.has(SAID[0]![0])).toBe(true);
  await page.getByRole('button', { name: t.copyLink }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const other = await open(world.admin);
  await other.goto(link);
  await laid(other, mine.size);
  expect(placesIn(await jsonOf(other))).toEqual(mine);
  await expect(sideOf(other).getByRole('button', { name: t.unpin })).toBeVisible();

  // A new document moves nothing, after a page load and on the way back to the page.
  await page.goto(graphPath(world, bank));
  await laid(page);
  const whole = placesIn(await jsonOf(page));
  const addAbout = (name: string, id: string) =>
    world.answer(world.owner, retainMemories, {
      path: { bank_id: bank },
      body: { items: [{ content: `${name} swept the yard, note ${id}.`, document_id: id, entities: [{ text: name, type: 'PERSON' }] }] },
    });
  await addAbout('Mara', 'e1');
  await page.reload();
  await laid(page, whole.size + 1);
  const loaded = placesIn(await jsonOf(page));
  for (const [label, place] of whole) expect(loaded.get(label), label).toEqual(place);
  await page.getByRole('link', { name: entities.title, exact: true }).click();
  await expect(page.getByRole('searchbox', { name: entities.search })).toBeVisible();
  await addAbout('Olga', 'e2');
  await page.goBack();
  await laid(page, whole.size + 2);
  const returned = placesIn(await jsonOf(page));
  for (const [label, place] of whole) expect(returned.get(label), label).toEqual(place);
});

test('actions wait for the one in progress, and the link reflects their result', FULL, async ({ world, open }) => {
  const said = Array.from(
    { length: 70 },
    (_, i): RetainedMemory => [`Mara baked loaf ${i}.`, 'Mara', `2026-01-${String((i % 28) + 1).padStart(2, '0')}`],
  );
  const bank = await newBank(world, 'graph-hasty', [...said, ...SAID]);
  const page = await open(world.owner, { refusals: [503] });
  // The gate delays responses until they are released.
  let gate = new Gate();
  await page.route('**/graph/neighbors**', async (route) => {
    const response = await route.fetch();
    await gate.opened;
    await route.fulfill({ response });
  });
  await page.goto(graphPath(world, bank, '?limit=12'));
  await laid(page, 12);
  await page.getByRole('combobox', { name: t.search }).fill('Mara');
  await page.keyboard.press('Enter');
  await expect(sideOf(page)).toBeVisible();
  await canvasOf(page).focus();
  for (const key of ['e', 'e', 'p']) await page.keyboard.press(key);
  gate.open();
  await expect(page).toHaveURL(/acts=e\w+\.e\w+\.p/);
  await laid(page, 62);
  gate = new Gate();
  await page.keyboard.press('e');
  await page.keyboard.press('Control+z');
  gate.open();
  await expect(canvasOf(page)).toHaveAttribute('data-nodes', '62');
  await expect(page).toHaveURL(/acts=e\w+\.e\w+\.p[^.]*$/);
  const here = placesIn(await jsonOf(page));

  // An error is shown, and the address is unchanged until a retry succeeds.
  const other = await open(world.owner, { refusals: [503] });
  await other.route('**/graph/neighbors**', (route) => route.fulfill({ status: 503, json: { detail: 'Later.', code: 'unavailable' } }));
  await other.goto(page.url());
  await laid(other, 12);
  const toast = other.getByRole('listitem').filter({ hasText: t.linkUnread });
  await expect(toast).toBeVisible();
  const actsIn = (of: Page): string | null => new URL(of.url()).searchParams.get('acts');
  expect(actsIn(other)).toBe(actsIn(page));
  await other.unroute('**/graph/neighbors**');
  await toast.getByRole('button', { name: t.linkAgain }).click();
  await laid(other, 62);
  expect(placesIn(await jsonOf(other))).toEqual(here);

  // The URL encodes the neighbors of a hub as one short word.
  await canvasOf(other).focus();
  await other.keyboard.press('i');
  await expect(other).toHaveURL(/\.o[\w-]{6}$/);
  await other.getByRole('radio', { name: t.modes.entities }).click();
  await expect(other).toHaveURL(/mode=entities/);
});

test('a user who looks elsewhere while a node is loading is not moved to it; a repeated request is', FULL, async ({ world, open }) => {
  const bank = await newBank(world, 'graph-awaited');
  const page = await open(world.owner);
  await page.goto(graphPath(world, bank, '?limit=6'));
  await laid(page, 6);
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/neighbors/, async (route) => {
    await held;
    await route.continue();
  });
  const bring = async () => {
    await page.getByRole('combobox', { name: t.search }).fill('oven');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
  };
  await bring();
  // Selects the node by name, because the first item changes as nodes arrive.
  const [first] = /^\p{L}+/u.exec((await listOf(page).getByRole('button').first().textContent())!.trim())!;
  const other = listOf(page)
    .getByRole('button', { name: new RegExp(first) })
    .first();
  await other.click();
  await expect(canvasOf(page)).not.toHaveAttribute('data-selected', '');
  const chosen = await canvasOf(page).getAttribute('data-selected');
  letGo();
  await expect(listOf(page).getByRole('button', { name: /Mara/ })).toBeVisible();
  await laid(page);
  await expect(canvasOf(page)).toHaveAttribute('data-selected', chosen!);

  // The node is in the picture now, and the page moves to it on every request.
  for (const _ of [1, 2]) {
    await bring();
    await expect(sideOf(page).getByText(SAID[0]![0]).first()).toBeVisible();
    await other.click();
    await expect(canvasOf(page)).toHaveAttribute('data-selected', chosen!);
  }
});

test('files contain what is in view; a path, a filter and a time window change it, and say so', FULL, async ({ world, open }) => {
  const bank = await newBank(world, 'graph-narrowed');
  const whole = await read(world, bank);
  const page = await open(world.owner);
  await page.goto(graphPath(world, bank));
  await laid(page, whole.nodes.length);

  // Exported files contain the visible part.
  const png = await saved(page, t.exports.pngAll);
  expect(png.name).toBe(`graph-${bank}.png`);
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(png.bytes.readUInt32BE(16)).toBeGreaterThanOrEqual(1920);
  expect(png.bytes.length).toBeGreaterThan(20_000);
  const svg = (await saved(page, t.exports.svg)).bytes.toString();
  for (const { label } of whole.nodes.filter(({ kind }) => kind === 'entity')) expect(svg).toContain(label);
  expect(svg).toContain(`${t.caption.mode('both')}: ${t.shownNodes(whole.nodes.length, whole.nodes.length, 'both')}`);
  const rowsOf = (file: { bytes: Buffer }) => file.bytes.toString().trim().split('\r\n');
  expect(rowsOf(await saved(page, t.exports.nodes))).toHaveLength(whole.nodes.length + 1);
  expect(rowsOf(await saved(page, t.exports.edges))).toHaveLength(whole.edges.length + 1);
  expect((await jsonOf(page)).elements.edges).toHaveLength(whole.edges.length);

  const pick = (name: string) =>
    listOf(page)
      .getByRole('button', { name: new RegExp(name) })
      .click();
  await pick('Mara');
  await sideOf(page).getByRole('button', { name: t.pathFrom }).click();
  await pick('Priya');
  await expect(page.getByRole('status').filter({ hasText: t.pathFound(4) })).toBeAttached();
  await expect(page).toHaveURL(/acts=w/);
  await page.getByRole('button', { name: t.pathEnd }).click();
  await expect(page).toHaveURL(/acts=[\w-]+\.x/);
  await page.getByRole('button', { name: t.undo, exact: true }).click();
  await expect(page.getByText(t.pathShown('Mara', 'Priya', 4))).toBeVisible();
  await expect(page.getByRole('list', { name: t.path, exact: true }).getByRole('button')).toHaveCount(5);

  const lines = page.getByRole('button', { name: new RegExp(`^${t.edgeKinds.mentions} ?\\d`) });
  await lines.click();
  await expect(canvasOf(page)).toHaveAttribute('data-edges', String(whole.edges.filter(({ kind }) => kind !== 'mentions').length));
  await lines.click();
  const facts = whole.nodes.filter(({ kind }) => kind !== 'entity').length;
  await page.getByRole('checkbox', { name: t.kinds.entity }).uncheck();
  await expect(canvasOf(page)).toHaveAttribute('data-nodes', String(facts));
  await page.getByRole('checkbox', { name: t.kinds.entity }).check();

  await page.getByRole('slider', { name: t.from }).focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('PageUp');
  await page.getByRole('slider', { name: t.to }).focus();
  await page.keyboard.press('PageDown');
  await expect(page.getByRole('status').filter({ hasText: /\d+ new, with a ring\. \d+ nodes/ })).toBeAttached();
  const ringed = Number(
    (await page
      .getByText(/\d+ new, with a ring/)
      .first()
      .textContent())!.match(/(\d+) new/)![1],
  );
  await page.getByRole('checkbox', { name: t.onlyWindow }).check();
  await expect.poll(async () => Number(await canvasOf(page).getAttribute('data-nodes'))).toBeLessThan(whole.nodes.length - 4);
  // All counted nodes are visible.
  const inWindow = Number(await canvasOf(page).getAttribute('data-nodes'));
  expect(ringed).toBeGreaterThan(0);
  expect(ringed).toBeLessThanOrEqual(inWindow);
  await expect(page.getByText(t.byLinks(inWindow))).toBeVisible();
  await expect(page.getByText(t.briefInView(inWindow))).toBeVisible();
  await page.getByRole('button', { name: t.about }).click();
  await expect(page.getByText(new RegExp(`in view ${inWindow} of these ${whole.nodes.length} nodes`))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox', { name: t.kinds.observation })).toHaveCount(0);
  await page.getByRole('button', { name: t.wholeTime }).click();
  await laid(page, whole.nodes.length);

  const scoped = await read(world, bank, { tags: 'recipe', tags_match: 'exact' });
  await page.getByRole('button', { name: new RegExp(`^${t.data}`) }).click();
  await page.getByRole('textbox', { name: t.tags }).fill('#recipe');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: t.tagsHow }).selectOption('exact');
  await laid(page, scoped.nodes.length);
  expect(scoped.nodes.length).toBeLessThan(whole.nodes.length);
  // Neighbors are always read from the whole bank, and the page says so.
  await pick('Mara');
  await expect(sideOf(page).getByText(t.expandWide)).toBeVisible();
  await expect(sideOf(page).getByRole('heading', { name: 'Mara' })).toBeVisible();
  await page.getByRole('button', { name: t.clear }).click();
  await laid(page, whole.nodes.length);

  // The legend explains the colors and has switches; the file contains it.
  await choose(page, ui.labeled(t.color, t.colorsChosen.type), t.colors.community);
  const others = page.getByRole('button', { name: new RegExp(`^${t.otherCommunities}`) });
  await expect(others).toBeVisible();
  expect((await saved(page, t.exports.svg)).bytes.toString()).toMatch(/rx="3" fill="#[0-9a-f]{6}"\/><text [^>]*>[^<]+ \d+</);
  await others.click();
  await expect.poll(async () => Number(await canvasOf(page).getAttribute('data-nodes'))).toBeLessThan(whole.nodes.length);
  await expect(page.getByRole('status').filter({ hasText: /nodes? and \d+ links? in view$/ })).toBeAttached();
  await others.click();
  await laid(page, whole.nodes.length);

  const entities = await read(world, bank, { mode: 'entities' });
  // The pin only applies to the previous mode, and the page says so.
  await pick('Mara');
  await sideOf(page).getByRole('button', { name: t.pin, exact: true }).click();
  await page.getByRole('radio', { name: t.modes.entities }).click();
  await expect(page.getByText(t.modeChanged('both'))).toBeVisible();
  await laid(page, entities.nodes.length);
  await expect(page.locator(`[data-fitted="${entities.nodes.length}"]`)).toBeAttached();

  // The search finds a memory in a view without memories, and opens it in a view that shows
  // memories.
  await page.getByRole('combobox', { name: t.search }).fill('oven');
  await expect(page.getByRole('option').filter({ hasText: t.opensBoth })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: t.modes.both })).toBeChecked();
  await expect(sideOf(page).getByText(SAID[0]![0]).first()).toBeVisible();
});

test('everything works by keyboard: walk, open, expand, hide, pin, follow a path, leave', FULL, async ({ world, open }) => {
  const bank = await newBank(world, 'graph-keys');
  const page = await open(world.owner, { reducedMotion: 'reduce', forcedColors: 'active' });
  await page.goto(graphPath(world, bank, '?mode=entities'));
  await laid(page, 8);
  const canvas = canvasOf(page);
  await page.getByRole('combobox', { name: t.search }).focus();
  while (!(await canvas.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(canvas).not.toHaveAttribute('data-selected', '');
  const first = await canvas.getAttribute('data-selected');
  await expect(page.getByRole('status').filter({ hasText: /mentions?, \d+ links? shown/ })).toBeAttached();
  await page.keyboard.press(']');
  await expect(canvas).not.toHaveAttribute('data-selected', first!);
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/acts=p/);
  await page.keyboard.press('Control+z');
  await expect(page).not.toHaveURL(/acts=/);
  await page.keyboard.press('h');
  await laid(page, 7);
  await page.keyboard.press('Control+z');
  await laid(page, 8);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('i');
  await expect(page).toHaveURL(/acts=o/);
  await expect.poll(async () => Number(await canvas.getAttribute('data-nodes'))).toBeLessThan(8);
  await page.keyboard.press('Control+z');
  await expect(page).not.toHaveURL(/acts=/);
  await laid(page, 8);
  await page.keyboard.press('Enter');
  await expect(sideOf(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(canvas).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sideOf(page)).toBeHidden();
  // Details that open later leave the focus in the picture.
  await page.keyboard.press('ArrowRight');
  await expect(sideOf(page)).toBeVisible();
  await expect(canvas).toBeFocused();

  // The link that was followed, and in the list of neighbors the link to each.
  const here = await canvas.getAttribute('data-selected');
  await page.keyboard.press(']');
  await expect(canvas).not.toHaveAttribute('data-selected', here!);
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/edge=/);
  await page.keyboard.press('Enter');
  await expect(sideOf(page)).toBeFocused();
  await sideOf(page).getByRole('region', { name: t.edgeBetween }).getByRole('button').first().press('Enter');
  await expect(page).not.toHaveURL(/edge=/);
  await sideOf(page).getByRole('region', { name: t.neighbors }).getByRole('listitem').first().getByRole('button').first().press('l');
  await expect(page).toHaveURL(/edge=/);
  await expect(sideOf(page)).toBeFocused();
  await page.goBack();
  await expect(page).not.toHaveURL(/edge=/);
  await expect(sideOf(page).getByRole('region', { name: t.neighbors })).toBeVisible();
  await canvas.focus();
  await expect(canvas).not.toHaveAttribute('data-selected', '');

  // Walking to a path does not end the path at nodes on the way.
  const start = await canvas.getAttribute('data-selected');
  await page.keyboard.press('w');
  const note = page.getByRole('status').filter({ hasText: t.pathStop });
  await page.keyboard.press(']');
  await expect(canvas).not.toHaveAttribute('data-selected', start!);
  await expect(note).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(note).toBeHidden();
  await page.keyboard.press('w');
  await page.keyboard.press('[');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/acts=w/);
  const shown = page.getByRole('status').filter({ hasText: t.pathEnd });
  await expect(shown).toBeVisible();
  // Each Escape moves one step back: the path, then the node.
  await page.keyboard.press('Escape');
  await expect(shown).toBeHidden();
  await expect(sideOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sideOf(page)).toBeHidden();

  // The address has the viewpoint once it was moved, also after a reload.
  await page.keyboard.press('+');
  await expect(page).toHaveURL(/[?&]at=/);
  await page.reload();
  await laid(page, 8);
  await expect(page).toHaveURL(/[?&]at=/);
  await canvas.press('0');
  await expect(page).not.toHaveURL(/[?&]at=/);
});

test('a link between two nodes has its own address, and Back returns to it', FULL, async ({ world, open }) => {
  const bank = await newBank(world, 'graph-links');
  const { edges, nodes } = await read(world, bank);
  const edge = edges.find(({ kind }) => kind === 'mentions')!;
  const page = await open(world.owner);
  await page.goto(graphPath(world, bank, `?edge=${wordOfEdge(edge)}`));
  await laid(page, nodes.length);
  await expect(sideOf(page).getByText(t.edgeWeight)).toBeVisible();
  // Details open above the picture, so that nothing moves under the pointer.
  const box = await canvasOf(page).boundingBox();
  await sideOf(page).getByRole('button', { name: t.close }).click();
  await expect(sideOf(page)).toBeHidden();
  expect(await canvasOf(page).boundingBox()).toEqual(box);
  await page.goBack();
  await sideOf(page).getByRole('region', { name: t.edgeBetween }).getByRole('button').last().click();
  await expect(canvasOf(page)).toHaveAttribute('data-selected', edge.target);
  await expect(page).not.toHaveURL(/edge=/);
  await page.goBack();
  await expect(sideOf(page).getByText(t.edgeWeight)).toBeVisible();
  await expect(page).toHaveURL(/edge=/);
  // Both ends of the link have pages. Two entities are linked by memories, which can be opened.
  await expect(sideOf(page).getByRole('region', { name: t.edgeBetween }).getByRole('link')).toHaveCount(2);
  const people = await read(world, bank, { mode: 'entities' });
  const pair = people.edges[0]!;
  await page.goto(graphPath(world, bank, `?mode=entities&edge=${wordOfEdge(pair)}`));
  await laid(page, people.nodes.length);
  const both = sideOf(page).getByRole('region', { name: t.namingBoth }).getByRole('link');
  await expect(both).toHaveCount(pair.weight);
  await both.first().click();
  await expect(page).toHaveURL(/memories\/[0-9a-f-]{36}/);

  // If the URL contains a missing item, the page shows a message.
  const nobody = 'sel=01a00000-0000-7000-8000-00000000dead';
  await page.goto(graphPath(world, bank, `?${nobody}&acts=foo`));
  for (const part of [nobody, 'acts=foo']) await expect(page.getByText(part, { exact: true })).toBeVisible();
});

test('no nodes, one node, only unconnected ones, very long and right-to-left names', FULL, async ({ world, open }) => {
  const page = await open(world.owner, { refusals: [500] });
  await newBank(world, 'graph-one', [['Alone.', '']]);
  await page.goto(graphPath(world, 'graph-one'));
  await laid(page, 1);
  await page.getByRole('radio', { name: t.modes.entities }).click();
  await expect(page.getByText(t.namelessText(1))).toBeVisible();
  await page.getByRole('button', { name: t.modes.both, exact: true }).click();
  await laid(page, 1);
  await page.goto(graphPath(world, 'graph-one', '?q=nothing'));
  await expect(page.getByText(t.emptyFiltered, { exact: true })).toBeVisible();

  const long = `Long ${'x'.repeat(9_990)}`;
  await newBank(world, 'graph-odd', [
    [long, 'שלום_עולם'],
    ['Two.', 'محمد_بن_عبد_الله'],
    ['Three.', '👩‍🚀_Ada'],
  ]);
  await page.goto(graphPath(world, 'graph-odd', '?mode=entities'));
  await laid(page, 3);
  const places = [...placesIn(await jsonOf(page)).values()].map(({ x, y }) => `${x} ${y}`);
  expect(new Set(places).size).toBe(3);
  await page.getByRole('radio', { name: t.modes.memories }).click();
  await laid(page);
  await listOf(page)
    .getByRole('button', { name: /Long x/ })
    .first()
    .click();
  await expect(sideOf(page)).toBeVisible();

  // A filter that fails shows nothing of the former picture, also not beside it.
  await page.route('**/graph/explore**', (route) => route.fulfill({ status: 500, json: { detail: 'No.', code: 'internal' } }));
  await page.getByRole('radio', { name: t.modes.both }).click();
  await expect(page.getByRole('alert').filter({ hasText: t.failed })).toBeVisible();
  await expect(listOf(page).getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('region', { name: t.time, exact: true })).toHaveCount(0);
});
