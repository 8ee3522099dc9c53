import type { ModelSource, ModelVersion } from '#lib/memory/mental-models/contract';

/** Why two versions differ: the facts that came, went and stayed, and what was done to which block. Pure. */

export type DeltaOperation = NonNullable<ModelVersion['delta_operations']>['applied'][number];

export interface Facts {
  readonly added: readonly ModelSource[];
  readonly dropped: readonly ModelSource[];
  readonly kept: readonly ModelSource[];
}

type Cited = Pick<ModelVersion, 'source_ids' | 'sources'>;

/** Between any two versions; what one of them cites is told by its own answer. */
export function factsBetween(from: Cited, to: Cited): Facts {
  const sources = new Map([...from.sources, ...to.sources].map((source) => [source.id, source]));
  const [before, after] = [new Set(from.source_ids), new Set(to.source_ids)];
  const told = (ids: ReadonlySet<string>, isWanted: (id: string) => boolean) =>
    [...ids].flatMap((id) => (isWanted(id) ? (sources.get(id) ?? []) : []));
  return {
    added: told(after, (id) => !before.has(id)),
    dropped: told(before, (id) => !after.has(id)),
    kept: told(after, (id) => before.has(id)),
  };
}

/** An operation with its short name: U for what it changed, A added, D deleted, and its place in the order of doing. */
export interface Step {
  readonly chip: string;
  /** that it made; null: none, it is only planned */
  readonly version: number | null;
  readonly operation: DeltaOperation;
}

const LETTERS: Readonly<Record<string, string | undefined>> = {
  append_block: 'A',
  insert_block: 'A',
  add_section: 'A',
  remove_block: 'D',
  remove_section: 'D',
};

export function stepsOf(
  versions: readonly {
    readonly version: number | null;
    readonly delta_operations?: { readonly applied: readonly DeltaOperation[] } | null | undefined;
  }[],
): Step[] {
  let number = 0;
  return versions.flatMap(({ version, delta_operations }) =>
    (delta_operations?.applied ?? []).map((operation) => ({ chip: `${LETTERS[operation.op] ?? 'U'}${++number}`, version, operation })),
  );
}

/** Which steps touched a block; keys as units have them. */
export function stepsByUnit(steps: readonly Step[]): ReadonlyMap<string, readonly Step[]> {
  const found = new Map<string, Step[]>();
  const put = (key: string, step: Step) => found.set(key, [...(found.get(key) ?? []), step]);
  for (const step of steps) {
    const { op, block_ids, section_id } = step.operation;
    for (const id of block_ids) put(id, step);
    if (op === 'rename_section' && section_id) put(`§${section_id}`, step);
  }
  return found;
}

/** The heading of the section that an operation is about, in any of the documents; null: it is in none. */
export function headingOf({ heading, section_id }: DeltaOperation, documents: readonly ModelVersion['document'][]): string | null {
  if (heading) return heading;
  for (const document of documents) {
    const section = document?.sections.find(({ id }) => id === section_id);
    if (section) return section.heading;
  }
  return null;
}
