'use client';

import type { ReactNode } from 'react';
import type { ChangeStep } from '#components/mental-models/causes';
import { isFromTheRight } from '#components/mental-models/directions';
import { type Mark, plainOf } from '#components/mental-models/markdown';
import { Prose, Runs } from '#components/mental-models/prose';
import type { ComparisonRow } from '#components/mental-models/rows';
import type { Unit } from '#components/mental-models/units';
import { lineageOf } from '#components/mental-models/wording';
import type { DiffPart } from '#components/mental-models/words';
import { mentalModel as t } from '#components/strings/mental-model';
import { ui } from '#components/strings/ui';
import { Lineage } from '#components/ui/bead';
import { cx } from '#components/ui/cx';
import type { MentalModelSource } from '#lib/memory/mental-models/contract';

/** The context of a row on the page. */
export interface RowContext {
  readonly isRaw: boolean;
  readonly sources: ReadonlyMap<string, MentalModelSource>;
  readonly steps: ReadonlyMap<string, readonly ChangeStep[]>;
  /** Opens the sources of a block. */
  readonly onSources: (unit: Unit) => void;
}

type RowKind = 'same' | 'old' | 'new' | 'evidence';

const TINTS: Readonly<Record<RowKind, string>> = { same: '', old: 'bg-del', new: 'bg-ins', evidence: 'bg-warn-tint' };
const SIGNS: Readonly<Record<RowKind, string>> = { same: '', old: '−', new: '+', evidence: '~' };
const SIGN_TONES: Readonly<Record<RowKind, string>> = { same: '', old: 'text-del-text', new: 'text-ins-text', evidence: 'text-warn-text' };

const spokenOf = (look: RowKind, row: ComparisonRow, { kind }: Unit): string => {
  if (look === 'same') return '';
  if (look === 'evidence') return t.rows.evidence;
  if (row.is === 'changed') return look === 'old' ? t.rows.changedFrom : t.rows.changedTo;
  if ('isMoved' in row && row.isMoved) return look === 'old' ? t.rows.movedFrom : t.rows.movedTo;
  if (kind === 'line') return look === 'old' ? t.rows.removedLine : t.rows.addedLine;
  return look === 'old' ? t.rows.removed : t.rows.added;
};

interface CellProps {
  unit: Unit;
  row: ComparisonRow;
  look: RowKind;
  around: RowContext;
  /** The line number of the other side, in a unified row that is equal on both sides. */
  otherLine?: number | undefined;
  isUnified?: boolean;
}

/** A block of one side: line number, sign and text, with its sources and operations below. */
export function Cell({ unit, row, look, around, otherLine, isUnified = false }: CellProps) {
  const steps = look === 'old' && row.is !== 'removed' ? [] : look === 'same' ? [] : (unit.id !== null && around.steps.get(unit.id)) || [];
  const spoken = spokenOf(look, row, unit);
  return (
    <div
      className={cx(
        'grid min-w-0 gap-x-2 px-2 py-1.5',
        isUnified
          ? 'grid-cols-[1.75rem_1.75rem_0.75rem_minmax(0,1fr)] phone:grid-cols-[1.5rem_0.75rem_minmax(0,1fr)]'
          : 'grid-cols-[1.25rem_0.75rem_minmax(0,1fr)]',
        around.isRaw && '!py-0',
        TINTS[look],
      )}
    >
      {isUnified && <LineNumber line={look === 'new' ? null : (otherLine ?? unit.line)} className={cx(look !== 'old' && 'phone:hidden')} />}
      <LineNumber line={isUnified && look === 'old' ? null : unit.line} className={cx(isUnified && look === 'old' && 'phone:hidden')} />
      <span aria-hidden className={cx('select-none text-center font-mono text-12 leading-[1.65]', SIGN_TONES[look])}>
        {SIGNS[look]}
      </span>
      <div className="min-w-0">
        {spoken && <span className="sr-only">{ui.labelBefore(spoken)} </span>}
        <Words unit={unit} row={row} look={look} isRaw={around.isRaw} />
        <Foot unit={unit} row={row} look={look} steps={steps} around={around} />
      </div>
    </div>
  );
}

const LineNumber = ({ line, className }: { line: number | null; className: string }) => (
  <span aria-hidden className={cx('select-none text-right font-mono text-11 text-faint leading-[2] tabular-nums rtl:text-left', className)}>
    {line}
  </span>
);

/** The parts of a row that differ from its counterpart, also if the counterpart has moved. */
const partsOf = (row: ComparisonRow): readonly DiffPart[] | null => ('parts' in row ? row.parts : null);

/** The text of one side of a changed block, with its differences marked. */
function sideOf(parts: readonly DiffPart[], as: 'old' | 'new'): { text: string; marks: Mark[] } {
  let text = '';
  const marks: Mark[] = [];
  for (const part of parts) {
    if (part.is !== 'same' && part.is !== as) continue;
    // Whitespace alone is not a visible difference.
    if (part.is === as && part.text.trim() !== '') marks.push({ from: text.length, to: text.length + part.text.length });
    text += part.text;
  }
  return { text, marks };
}

function Words({ unit, row, look, isRaw }: { unit: Unit; row: ComparisonRow; look: RowKind; isRaw: boolean }) {
  const as = look === 'old' ? 'old' : 'new';
  const isWhole = row.is === 'removed' || row.is === 'added';
  const parts = partsOf(row);
  const { text, marks } = parts ? sideOf(parts, as) : { text: unit.text, marks: isWhole ? [{ from: 0, to: unit.text.length }] : [] };
  if (isRaw || (marks.length > 0 && isHidden(row))) return <Raw text={text} marks={marks} as={as} />;
  if (unit.kind === 'heading')
    return (
      <div dir="auto" className="font-semibold text-14 [overflow-wrap:anywhere]">
        <Prose text={text} marks={marks} as={as} />
      </div>
    );
  return (
    <div dir="auto" className="text-14 leading-[1.6]">
      <Prose text={text} marks={marks} as={as} />
    </div>
  );
}

/**
 * The difference is not visible in rendered text, for example a link target or markup. Both sides
 * are then shown as source.
 */
const isHidden = (row: ComparisonRow): boolean => row.is === 'changed' && plainOf(row.from.text) === plainOf(row.to.text);

const Raw = ({ text, marks, as }: { text: string; marks: readonly Mark[]; as: 'old' | 'new' }) => (
  <div dir="auto" className="whitespace-pre-wrap font-mono text-12 leading-[1.65] [overflow-wrap:anywhere]">
    <Runs runs={[{ text, at: 0 }]} marks={marks} as={as} isRight={isFromTheRight(text)} />
  </div>
);

function Foot({
  unit,
  row,
  look,
  steps,
  around,
}: {
  unit: Unit;
  row: ComparisonRow;
  look: RowKind;
  steps: readonly ChangeStep[];
  around: RowContext;
}) {
  if (unit.kind !== 'block') {
    const isOfOtherLevel = row.is === 'changed' && row.from.level !== row.to.level;
    if (steps.length === 0 && !isOfOtherLevel) return null;
    return (
      <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-faint">
        <Chips steps={steps} />
        {isOfOtherLevel && <span>{t.level(unit.level)}</span>}
      </div>
    );
  }
  const types = unit.sourceIds.flatMap((id) => around.sources.get(id)?.type ?? []);
  const isMoved = 'isMoved' in row && row.isMoved;
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-faint">
      <Chips steps={steps} />
      {unit.sourceIds.length > 0 && (
        <button
          type="button"
          onClick={() => around.onSources(unit)}
          className="-ms-1 inline-flex items-center gap-1.5 rounded-sm px-1 hover:bg-hover hover:text-ink phone:min-h-11"
        >
          <Lineage of={null} {...lineageOf(types)} shown={6} />
          <span className="tabular-nums">{t.sources(unit.sourceIds.length)}</span>
        </button>
      )}
      {isMoved && <span>{t.moved}</span>}
      {look === 'evidence' && <span className="text-warn-text">{t.evidenceChanged}</span>}
      {unit.note && <span className="text-warn-text">{unit.note}</span>}
    </div>
  );
}

const Chips = ({ steps }: { steps: readonly ChangeStep[] }) =>
  steps.map(({ chip }) => (
    <OpChip key={chip} href={`#op-${chip}`}>
      {chip}
    </OpChip>
  ));

const CHIP =
  'inline-flex h-[18px] min-w-6 items-center justify-center rounded-sm border border-line-strong bg-surface px-1 font-mono text-11 text-muted';

/** The short name of an operation, next to its block and in the list of causes. */
export const OpChip = ({ href, children }: { href?: string; children: ReactNode }) =>
  href === undefined ? (
    <span className={CHIP}>{children}</span>
  ) : (
    <a href={href} className={cx(CHIP, 'hover:border-accent hover:text-accent-text')}>
      {children}
    </a>
  );
