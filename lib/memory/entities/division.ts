import { defined } from '#lib/base/defined';
import { nameKey } from '#lib/base/text/names';
import { spellingFinder } from '#lib/memory/entities/spellings';

/** How the units and the name of an entity are divided when some of its spellings leave it. Pure. */

interface DividedUnit {
  readonly id: string;
  readonly text: string;
  readonly context: string;
  /** keys of the spellings it used when it was read; none: its text says which */
  readonly spellings: readonly string[];
}

interface Spelled {
  readonly canonical_name: string;
  readonly alias_keys: readonly string[];
  readonly alias_names: readonly string[];
}

/** The units of an entity by the spellings that they use; one that uses none of them stays. */
export function divide(texts: readonly DividedUnit[], keys: readonly string[], leaving: ReadonlySet<string>) {
  const find = spellingFinder(keys);
  const uses = new Map<string, number>();
  const go: string[] = [];
  const shared: string[] = [];
  const known = new Set(keys);
  const said = ({ text, context, spellings }: DividedUnit): ReadonlySet<string> => {
    const kept = spellings.filter((key) => known.has(key));
    if (kept.length > 0) return new Set(kept);
    const inText = find(text);
    return inText.size > 0 ? inText : find(context);
  };
  for (const unit of texts) {
    const { id } = unit;
    const used = said(unit);
    for (const key of used) uses.set(key, (uses.get(key) ?? 0) + 1);
    const leaves = [...used].filter((key) => leaving.has(key)).length;
    if (leaves === 0) continue;
    go.push(id);
    if (leaves < used.size) shared.push(id);
  }
  return { go, shared, uses };
}

export const spelled = ({ alias_keys, alias_names }: Spelled): ReadonlyMap<string, string> =>
  new Map(alias_keys.map((key, i) => [key, defined(alias_names[i])]));

/** Of some spellings the one that is most used; the longest of those that are used alike. */
export const favourite = (names: ReadonlyMap<string, string>, keys: readonly string[], uses: ReadonlyMap<string, number>): string =>
  defined(
    names.get(defined(keys.toSorted((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || b.length - a.length || (a < b ? -1 : 1))[0])),
  );

/** Whether what the entity is called is among the spellings that leave it. */
export const isNameOf = (entity: Spelled, names: ReadonlyMap<string, string>, leaving: ReadonlySet<string>): boolean =>
  leaving.has(nameKey(entity.canonical_name)) || [...leaving].some((key) => names.get(key) === entity.canonical_name);
