import type { MemoryResponse } from '#lib/memory/memories/contract';

/** The form of a memory and its changes. Pure. */

export interface EditForm {
  readonly text: string;
  readonly context: string;
  readonly fact_type: 'world' | 'experience';
  readonly occurred_start: string;
  readonly occurred_end: string;
  /** empty: never */
  readonly expires_at: string;
  /** One name per line. */
  readonly entities: string;
}

const MIDNIGHT = 'T00:00:00.000Z';
const LAST_MOMENT = 'T23:59:59.999Z';
/** A date only, if the time is the start or end of the day; otherwise to the second. */
const dateText = (at: string | null, edge: string): string => {
  if (at === null) return '';
  const iso = new Date(at).toISOString();
  return iso.endsWith(edge) ? iso.slice(0, 10) : `${iso.slice(0, 19)}Z`;
};

const DAY_ALONE = /^\d{4}-\d\d-\d\d$/;
/** An end date means the last moment of that day. */
const wholeDay = (text: string): string => (DAY_ALONE.test(text) ? `${text}${LAST_MOMENT}` : text);

export const namesOf = (lines: string): string[] => [
  ...new Set(
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

export const formOf = (memory: MemoryResponse): EditForm => ({
  text: memory.text,
  context: memory.context,
  fact_type: memory.type === 'world' ? 'world' : 'experience',
  occurred_start: dateText(memory.occurred_start, MIDNIGHT),
  occurred_end: dateText(memory.occurred_end, LAST_MOMENT),
  expires_at: dateText(memory.expires_at, MIDNIGHT),
  entities: memory.entity_refs.map(({ name }) => name).join('\n'),
});

/** Only the changed fields. */
export function changeOf(before: EditForm, now: EditForm) {
  const differs = (field: keyof EditForm): boolean => before[field].trim() !== now[field].trim();
  const names = namesOf(now.entities);
  return {
    ...(differs('text') && { text: now.text.trim() }),
    ...(differs('context') && { context: now.context.trim() }),
    ...(differs('fact_type') && { fact_type: now.fact_type }),
    ...(differs('occurred_start') && { occurred_start: now.occurred_start.trim() }),
    ...(differs('occurred_end') && { occurred_end: wholeDay(now.occurred_end.trim()) }),
    ...(differs('expires_at') && { expires_at: now.expires_at.trim() }),
    ...(names.join('\n') !== namesOf(before.entities).join('\n') && { entities: names }),
  };
}

/** The source of the entities after the change. */
export function namesFrom({ entities_given }: Pick<MemoryResponse, 'entities_given'>, change: ReturnType<typeof changeOf>) {
  if (change.entities) return 'willBeGiven';
  if (entities_given) return 'given';
  return change.text === undefined ? 'asRead' : 'willBeRead';
}

const STAMP = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s*(?:Z|[+-]\d\d:?\d\d)?)?$/i;

export type Fault = 'text' | 'occurred_start' | 'occurred_end' | 'order' | 'expires_at';

const ended = (text: string): string => (text.length > 10 && !/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? `${text}Z` : text);

const isDate = (value: string): boolean => value === '' || (STAMP.test(value) && !Number.isNaN(Date.parse(ended(value))));

/** Whether an expiry can be set: empty, or a time in the future. */
export const isExpiry = (value: string, now: number): boolean => isDate(value) && (value === '' || Date.parse(ended(value)) > now);

/** Validation errors. An expiry that did not change is no error. */
export function faultsOf(
  { text, occurred_start, occurred_end, expires_at }: EditForm,
  before: Pick<EditForm, 'expires_at'>,
  now = Date.now(),
): readonly Fault[] {
  const [start, end] = [occurred_start.trim(), wholeDay(occurred_end.trim())];
  const faults: Fault[] = [];
  if (text.trim() === '') faults.push('text');
  if (!isDate(start)) faults.push('occurred_start');
  if (!isDate(end)) faults.push('occurred_end');
  if (isDate(start) && isDate(end) && start !== '' && end !== '' && Date.parse(ended(start)) > Date.parse(ended(end))) faults.push('order');
  if (expires_at !== before.expires_at && !isExpiry(expires_at.trim(), now)) faults.push('expires_at');
  return faults;
}
