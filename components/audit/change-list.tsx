import type { ReactNode } from 'react';
import { changesOf, type FieldChange, type Value } from '#components/audit/difference';
import { fieldName, valueText } from '#components/audit/words';
import { audit as t } from '#components/strings/audit';
import { ui } from '#components/strings/ui';
import { cx } from '#components/ui/cx';
import type { AuditEntryView } from '#lib/access/audit/contract';

/**
 * Changes with removed values struck through and added values tinted. Screen readers hear both
 * marks.
 */
export function ChangeList({ entry }: { entry: AuditEntryView }) {
  const changes = changesOf(entry);
  if (changes.length === 0) return <p className="text-muted">{t.noChanges}</p>;
  return (
    <dl className="grid grid-cols-[minmax(88px,max-content)_minmax(0,1fr)] gap-x-4 gap-y-2">
      {changes.map((change) => (
        <div key={change.field} className="col-span-2 grid grid-cols-subgrid items-baseline">
          <dt className="max-w-36 text-faint">{fieldName(change.field)}</dt>
          <dd className="min-w-0 break-words">
            <Change change={change} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Change({ change }: { change: FieldChange }) {
  const { field } = change;
  switch (change.kind) {
    case 'replaced':
      return (
        <>
          <Deleted>{valueText(field, change.before)}</Deleted> <Came>{valueText(field, change.after)}</Came>
        </>
      );
    case 'set':
      return <SetChange change={change} />;
    case 'stated':
      return <Stated field={field} value={change.value} />;
    case 'deleted':
      return (
        <Deleted>
          <Stated field={field} value={change.value} />
        </Deleted>
      );
  }
}

function SetChange({ change }: { change: Extract<FieldChange, { kind: 'set' }> }) {
  const { added, removed, unchanged, wasAll, isAll } = change;
  const nothing = !isAll && !wasAll && added.length + removed.length + unchanged.length === 0;
  return (
    <ul className="grid gap-1">
      {wasAll && !isAll && <Line mark="−" of={<Deleted>{t.allBanks}</Deleted>} />}
      {removed.map((each) => (
        <Line key={each} mark="−" of={<Deleted>{each}</Deleted>} />
      ))}
      {isAll && !wasAll && <Line mark="+" of={<Came>{t.allBanks}</Came>} />}
      {added.map((each) => (
        <Line key={each} mark="+" of={<Came>{each}</Came>} />
      ))}
      {unchanged.map((each) => (
        <Line key={each} mark=" " of={each} />
      ))}
      {nothing && <Line mark=" " of={t.none} />}
    </ul>
  );
}

const Line = ({ mark, of }: { mark: string; of: ReactNode }) => (
  <li className="flex gap-2">
    <span aria-hidden className={cx('w-2 shrink-0 font-mono', mark === '+' ? 'text-ok-text' : 'text-bad-text')}>
      {mark}
    </span>
    <span className="min-w-0 break-words">{of}</span>
  </li>
);

function Stated({ field, value }: { field: string; value: Value | readonly string[] }) {
  if (typeof value !== 'object' || value === null) return valueText(field, value);
  if (value.length === 0) return field === 'allowed_bank_ids' ? t.noBanks : t.none;
  return ui.series(value);
}

const Deleted = ({ children }: { children: ReactNode }) => (
  <del className="rounded-sm bg-del-mark box-decoration-clone px-1 text-del-text">
    <span className="sr-only">{t.was} </span>
    {children}
  </del>
);

const Came = ({ children }: { children: ReactNode }) => (
  <ins className="rounded-sm bg-ins-mark box-decoration-clone px-1 text-ins-text no-underline">
    <span className="sr-only">{t.is} </span>
    {children}
  </ins>
);
