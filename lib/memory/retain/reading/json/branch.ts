import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/**
 * The active branch of a conversation whose messages form a tree: an edited question or a repeated
 * answer begins a new branch, and the old one is no longer part of the conversation.
 */

export interface TreeMessage {
  readonly id: string | null;
  readonly parent: string | null;
}

/**
 * For each message, whether it was abandoned. `current`: the id of the last message of the active
 * branch; null if the file does not have it, which makes it the last message. Messages that are not
 * connected to the active branch are only abandoned if `current` is known.
 */
export function* abandoned(messages: readonly TreeMessage[], current: string | null): Steps<boolean[]> {
  const isStep = stepMeter();
  const byId = new Map<string, number>();
  for (const [i, { id }] of messages.entries()) {
    if (isStep(0)) yield;
    if (id !== null) byId.set(id, i);
  }
  const known = current === null ? undefined : byId.get(current);
  const active = new Set<number>();
  /** the active child of each parent */
  const chosen = new Map<string, number>();
  for (let at = known ?? lastLeaf(messages); at !== undefined && !active.has(at); ) {
    if (isStep(0)) yield;
    active.add(at);
    const parent: string | null | undefined = messages[at]?.parent;
    if (parent === null || parent === undefined || parent === '') break;
    chosen.set(parent, at);
    at = byId.get(parent);
  }
  const isOut: boolean[] = [];
  for (const i of messages.keys()) {
    if (isStep(0)) yield;
    isOut.push(known !== undefined && !active.has(i) && messages[i]?.id !== null);
  }
  if (known !== undefined) return isOut;
  // parents usually precede their children; a child in front of an abandoned parent is rare
  for (const [i, { parent }] of messages.entries()) {
    if (isStep(0)) yield;
    if (parent === null || active.has(i)) continue;
    const sibling = chosen.get(parent);
    const above = byId.get(parent);
    isOut[i] = (sibling !== undefined && sibling !== i) || (above !== undefined && above !== i && isOut[above] === true);
  }
  return isOut;
}

const lastLeaf = (messages: readonly TreeMessage[]): number | undefined => {
  for (let i = messages.length - 1; i >= 0; i--) if (messages[i]?.id != null && messages[i]?.parent != null) return i;
  return undefined;
};
