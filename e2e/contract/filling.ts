import type { Target } from '#e2e/fixtures/requests';
import type { World } from '#e2e/fixtures/world';
import { listDocumentChunks } from '#lib/documents/contract';
import { retainMemories } from '#lib/retain/contract';

/** A bank with known content, which no case changes. */
export const FILLED = 'filled';

export const VISIT = 'notes/visit #1';
export const VISIT_TEXT = 'Ana: I moved to Porto on 2026-03-04 because the studio there is cheaper.\nBen: I am allergic to cats.';
export const CHAT = 'chat-1';
export const CHAT_TEXT = 'Ana: I adopted a dog called Pixel last week.\nBen: I started to learn Portuguese in March.';

const FILLING = {
  items: [
    { content: VISIT_TEXT, document_id: VISIT, tags: ['move', 'people'], metadata: { source: 'notebook' }, context: 'a visit' },
    { content: CHAT_TEXT, document_id: CHAT, timestamp: '2026-05-02T10:00:00Z', tags: ['people'] },
    { content: 'The archive room is number seven.', document_id: 'plain' },
  ],
};

export async function fillBank(world: World): Promise<void> {
  await world.ask(retainMemories, { key: world.alpha.key, path: { bank_id: FILLED }, body: FILLING });
}

/** A document of the filled bank and one of its chunks. */
export async function filledTarget(world: World): Promise<Target> {
  const reply = await world.ask(listDocumentChunks, { key: world.alpha.key, path: { bank_id: FILLED, document_id: VISIT } });
  const { items } = reply.json as { items: { chunk_id: string }[] };
  return { bank_id: FILLED, document_id: VISIT, chunk_id: items[0]!.chunk_id };
}

let counter = 0;
/** A bank id that no other case uses. */
export const freshBank = (): string => `bank-${++counter}`;

/** Retains one text into a new bank and gives its id. */
export async function bankWith(world: World, items: readonly Record<string, unknown>[]): Promise<string> {
  const bank_id = freshBank();
  await world.ask(retainMemories, { key: world.alpha.key, path: { bank_id }, body: { items } });
  return bank_id;
}
