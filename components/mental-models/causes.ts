import type { MentalModelSource, MentalModelVersion } from '#lib/memory/mental-models/contract';

/**
 * Causes of the difference between two versions: added, dropped and unchanged facts, and the
 * operations on each block. Pure.
 */

export type DeltaOperation = NonNullable<MentalModelVersion['delta_operations']>['applied'][number];

export interface Facts {
  readonly added: readonly MentalModelSource[];
  readonly dropped: readonly MentalModelSource[];
  readonly unchanged: readonly MentalModelSource[];
}

type VersionSources = Pick<MentalModelVersion, 'source_ids' | 'sources'>;

/**
 * Compares the sources of any two versions. Each source comes from the response that contains it.
 */
export function factsBetween(from: VersionSources, to: VersionSources): Facts {
  const sources = new Map([...from.sources, ...to.sources].map((source) => [source.id, source]));
  const [before, after] = [new Set(from.source_ids), new Set(to.source_ids)];
  const sourcesOf = (ids: ReadonlySet<string>, isWanted: (id: string) => boolean) =>
    [...ids].flatMap((id) => (isWanted(id) ? (sources.get(id) ?? []) : []));
  return {
    added: sourcesOf(after, (id) => !before.has(id)),
    dropped: sourcesOf(before, (id) => !after.has(id)),
    unchanged: sourcesOf(after, (id) => before.has(id)),
  };
}

/**
 * An operation with a short name: U for an update, A for an addition, D for a deletion, and its
 * number in execution order.
 */
export interface ChangeStep {
  readonly chip: string;
  /** The version that the operation wrote, or null if it is only planned. */
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
): ChangeStep[] {
  let number = 0;
  return versions.flatMap(({ version, delta_operations }) =>
    (delta_operations?.applied ?? []).map((operation) => ({ chip: `${LETTERS[operation.op] ?? 'U'}${++number}`, version, operation })),
  );
}

/** Steps by the block they touched, with the keys of units. */
export function stepsByUnit(steps: readonly ChangeStep[]): ReadonlyMap<string, readonly ChangeStep[]> {
  const found = new Map<string, ChangeStep[]>();
  const put = (key: string, step: ChangeStep) => found.set(key, [...(found.get(key) ?? []), step]);
  for (const step of steps) {
    const { op, block_ids, section_id } = step.operation;
    for (const id of block_ids) put(id, step);
    if (op === 'rename_section' && section_id) put(`§${section_id}`, step);
  }
  return found;
}

/**
 * The heading of the section of an operation, from the first document that contains it, or null.
 */
export function headingOf({ heading, section_id }: DeltaOperation, documents: readonly MentalModelVersion['document'][]): string | null {
  if (heading) return heading;
  for (const document of documents) {
    const section = document?.sections.find(({ id }) => id === section_id);
    if (section) return section.heading;
  }
  return null;
}
