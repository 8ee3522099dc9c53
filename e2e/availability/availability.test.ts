import { afterAll, describe, expect, it } from 'vitest';
import { AttackedServer, LIMIT_MS, lineOf } from '#e2e/availability/attacked-server';
import { type Attack, attackedOperations, attacksOn, journeys, labelOf, rawAttacks } from '#e2e/availability/attacks';
import { deliver } from '#e2e/availability/deliver';
import { freshBank } from '#e2e/contract/filling';
import { request, send } from '#e2e/fixtures/http';
import { isGate } from '#e2e/fixtures/runs';
import { healthReady } from '#lib/api/monitoring/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/**
 * No request stops the server. While hostile bodies of the maximum size arrive, `GET /health/live`
 * always responds within 250 ms, no response is a server error, and the process stays within its
 * memory limit. The gate runs the worst dozen attacks, `test:full` all of them. AVAILABILITY is a
 * regular expression that selects attacks by the line that a failure prints, for example
 * `AVAILABILITY='^recall_memories · query · tabs' npx vitest run --project availability`.
 */

const MIB = 1024 * 1024;
const chosen = new RegExp(process.env.AVAILABILITY ?? '');
/** The tests of an operation stop after this number of failures. */
const MAX_FAILURES = isGate ? 1 : 10;
/** Time limit of all attacks on one operation, on a busy machine. */
const TIMEOUT_MS = 1_800_000;
/** Enough for the embedded database, the bank caches, and several requests of 10 MiB. */
const MAX_BYTES = 2048 * MIB;
const IDLE_MS = isGate ? 200 : 3000;
const HONEST_BYTES = isGate ? 0.1 * MIB : MIB;

/** One or two attacks for each known cause of a stall. */
const GATE = [
  'POST /api/auth/callback/password · body · nested arrays · no key',
  'POST /api/auth/callback/password · body · nested arrays without an end · no key',
  'POST /login · body · multipart parts · no key',
  'retain_memories · body · nested arrays · key',
  'retain_memories · body · many keys · key',
  'recall_memories · query · no-break spaces · child key',
  'recall_memories · query · code fences · child key',
  'reflect · query · no-break spaces · key',
  'recall_memories · tag_groups · widest tree · key',
  'add_bank_background · content · line separators · key',
  'dry_run_extract_memories · content, largest chunks · semicolons · child key',
  'dry_run_extract_memories · content, largest chunks · JSON object of semicolons · key',
  'retain_memories · items.0.content · Teams lines · key',
  'retain_memories · items.0.content, 64 KiB · prices · key',
  'glob limits of observation scopes · journey · 64 characters · key',
  'many items with faults · journey · metadata · key',
];

const server = new AttackedServer({ watchMs: isGate ? 1500 : 6000 });
afterAll(() => server.close());

const everything = (): { readonly name: string; readonly attacks: readonly Attack[] }[] => [
  { name: 'routes without an operation', attacks: rawAttacks() },
  ...attackedOperations.map((operation) => ({ name: operation.id, attacks: attacksOn(operation) })),
  { name: 'journeys', attacks: journeys() },
];
const isChosen = (attack: Attack): boolean => (isGate ? GATE.includes(labelOf(attack)) : chosen.test(labelOf(attack)));
const suites = everything()
  .map(({ name, attacks }) => ({ name, attacks: attacks.filter(isChosen) }))
  .filter(({ attacks }) => attacks.length > 0);

const honestText = (bytes: number): string => {
  const line = 'Ann: I moved to Porto in March because the studio there is cheaper, and Ben helped me with the boxes.\n';
  return line.repeat(Math.ceil(bytes / line.length));
};

describe('without an attack', () => {
  it('answers at once, idle and during an ordinary retain', { timeout: TIMEOUT_MS }, async () => {
    const idle = await server.slowestDuring(() => new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
    const honest = await server.slowestDuring(({ world }) => {
      const body = JSON.stringify({ items: [{ content: honestText(HONEST_BYTES) }] });
      const sent = request(retainMemories, { key: world.alpha.key, path: { bank_id: freshBank() }, body });
      return deliver(world.server.url, sent, TIMEOUT_MS);
    });
    const { now } = await server.memory();
    console.log(
      `slowest answer of /health/live: ${Math.round(idle)} ms idle, ${Math.round(honest)} ms during an honest retain of ` +
        `${HONEST_BYTES / MIB} MiB; ${Math.round(now / MIB)} MiB of memory`,
    );
    expect(idle).toBeLessThan(LIMIT_MS);
  });
});

describe.each(suites)('$name', ({ attacks }) => {
  it(`withstands ${attacks.length} attacks`, { timeout: TIMEOUT_MS }, async () => {
    const failures = await server.withstandAll(attacks, MAX_FAILURES);
    expect(failures.map(lineOf)).toEqual([]);
  });

  it('stays within its memory and is ready', async () => {
    const { now } = await server.memory();
    expect(Math.round(now / MIB)).toBeLessThan(MAX_BYTES / MIB);
    await server.slowestDuring(async ({ world }) => expect((await send(world.server.url, request(healthReady, {}))).status).toBe(200));
  });
});

it.runIf(isGate)('knows every attack of the gate', () => {
  expect(suites.flatMap(({ attacks }) => attacks.map(labelOf)).toSorted()).toEqual(GATE.toSorted());
});
