'use client';

import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { RetrievedSource } from '#components/reflect/answer';
import { beadOf, type TracedStep } from '#components/reflect/result';
import { reflect as t } from '#components/strings/reflect';
import { ui } from '#components/strings/ui';
import { usage } from '#components/strings/usage';
import { Bead } from '#components/ui/bead';
import { Button } from '#components/ui/button';
import { present } from '#lib/base/defined';

type Open = ((id: string) => void) | undefined;

/** The results, cost or rejections of a step. */
export function Outcome({ step, title, onOpen }: { step: TracedStep; title: string; onOpen: Open }) {
  if (step.kind === 'check') return <Checked step={step} />;
  if (step.kind === 'model') return <Spent step={step} />;
  return <FoundUnits step={step} title={title} onOpen={onOpen} />;
}

const LINE = 'flex flex-wrap gap-x-3 tabular-nums';
const WRONG = 'text-warn-text';

const Checked = ({ step: { kept, statements, rejected } }: { step: TracedStep }) => (
  <p className={LINE}>
    <span>{t.steps.accepted(kept ?? 0, statements ?? 0)}</span>
    {rejected !== 0 && <span className={WRONG}>{t.steps.rejected(rejected ?? 0)}</span>}
  </p>
);

/** agent_2 is its second turn. */
const scopeOf = (scope: string): string => {
  const [, turn] = /^agent_(\d+)$/.exec(scope) ?? [];
  return turn ? t.steps.turn(Number(turn)) : (t.steps.scopes[scope] ?? scope);
};

const Spent = ({ step: { name, attempt, outcome, isFailed, input_tokens, output_tokens } }: { step: TracedStep }) => (
  <p className={LINE}>
    <span>{(attempt ?? 1) > 1 ? ui.series([scopeOf(name), t.steps.attempt(present(attempt))]) : scopeOf(name)}</span>
    {isFailed && <span className={WRONG}>{usage.failures[outcome ?? ''] ?? outcome}</span>}
    {(input_tokens ?? 0) + (output_tokens ?? 0) > 0 && <span>{t.steps.tokens(input_tokens ?? 0, output_tokens ?? 0)}</span>}
  </p>
);

function FoundUnits({ step: { found, known, output, isFailed }, title, onOpen }: { step: TracedStep; title: string; onOpen: Open }) {
  const id = useId();
  const [isShown, show] = useState(false);
  const count = found ?? output?.length;
  if (isFailed || count === undefined) return <p className={WRONG}>{t.steps.failed}</p>;
  const says = known ? t.steps.known(count) : t.steps.found(count);
  // Repeated results are shown at the first search.
  if (known || !output || output.length === 0) return <p className="tabular-nums">{says}</p>;
  return (
    <>
      <Button
        look="ghost"
        size="sm"
        icon={isShown ? ChevronDown : ChevronRight}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => show(!isShown)}
        className="-ms-2 justify-self-start"
      >
        {says}
        <span className="sr-only">: {t.steps.showOf(title)}</span>
      </Button>
      <ul id={id} hidden={!isShown} className="grid gap-1.5">
        {output.map((one) => (
          <FoundLine key={one.id} one={one} onOpen={onOpen} />
        ))}
      </ul>
    </>
  );
}

function FoundLine({ one: { id, type, text }, onOpen }: { one: RetrievedSource; onOpen: Open }) {
  const words = 'line-clamp-2 text-start text-12 [overflow-wrap:anywhere]';
  return (
    <li className="grid grid-cols-[10px_minmax(0,1fr)] gap-2 phone:items-center">
      <Bead kind={beadOf(type)} size={9} className="mt-1 phone:mt-0" />
      {onOpen && type !== 'mental_model' ? (
        <button type="button" onClick={() => onOpen(id)} className="grid items-center hover:text-accent-text phone:min-h-11">
          <span dir="auto" className={words}>
            {text}
          </span>
        </button>
      ) : (
        <span dir="auto" className={words}>
          {text}
        </span>
      )}
    </li>
  );
}
