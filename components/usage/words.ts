import { durationText } from '#components/operations/words';
import { dateFormat } from '#components/strings/counted';
import { usage as t } from '#components/strings/usage';
import { type Group, OTHERS, type UsageLine } from '#components/usage/sums';
import { csvLine } from '#lib/base/text/csv';

const plain = (word: string): string => {
  const words = word.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const workOf = (operation: string): string => t.work[operation] ?? plain(operation);

/** The display name of a group. */
export function groupName(group: Group, key: string): string {
  if (key === OTHERS) return t.others;
  if (group === 'operation') return workOf(key);
  return group === 'model' ? key.slice(key.indexOf(' ') + 1) : key;
}

/** The provider of a model. */
export const providerOf = (key: string): string => key.slice(0, key.indexOf(' '));

/** "3 May" */
export const shortDay = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });

/** "Sat, 3 May 2026" */
export const wholeDay = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "14:00" */
export const hourText = (at: string): string => `${new Date(at).toISOString().slice(11, 13)}:00`;

export const failureText = (failure: string): string => t.failures[failure] ?? plain(failure);

export const meanDuration = (durationMs: number, calls: number): string | null => (calls === 0 ? null : durationText(durationMs / calls));

/** All lines as CSV. */
export const csvOf = (lines: readonly UsageLine[]): string =>
  [
    csvLine(t.csv),
    ...lines.map((line) =>
      csvLine([
        line.day,
        line.bank_id,
        line.operation,
        line.configuration,
        line.provider,
        line.model,
        ...[
          line.calls,
          line.failed,
          line.input_tokens,
          line.cached_tokens,
          line.output_tokens,
          line.thoughts_tokens,
          line.total_tokens,
        ].map(String),
        String(line.duration_ms),
      ]),
    ),
  ].join('');
