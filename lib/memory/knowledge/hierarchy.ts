/** Folders and the folders that contain them. Pure; every walk ends even if there is a cycle. */

/** The parent of each folder; null: it is at the top level. */
export type Parents = ReadonlyMap<string, string | null>;

/** The folder and those above it, innermost first. `isCyclic`: a folder is above itself. */
export function ancestorsOf(parents: Parents, id: string): { readonly ids: ReadonlySet<string>; readonly isCyclic: boolean } {
  const ids = new Set<string>();
  for (let next: string | null | undefined = id; next != null && parents.has(next); next = parents.get(next)) {
    if (ids.has(next)) return { ids, isCyclic: true };
    ids.add(next);
  }
  return { ids, isCyclic: false };
}

/** The folders by level: the folder itself, those in it, those in them, and so on. */
export function levelsBelow(parents: Parents, id: string): string[][] {
  const children = new Map<string, string[]>();
  for (const [child, parent] of parents) if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), child]);
  const seen = new Set([id]);
  const levels: string[][] = [];
  for (let level = [id]; level.length > 0; ) {
    levels.push(level);
    const next = level.flatMap((one) => children.get(one) ?? []).filter((one) => !seen.has(one));
    for (const one of next) seen.add(one);
    level = next;
  }
  return levels;
}
