'use client';

import { Check, Minus, X } from 'lucide-react';
import { access as t } from '#components/strings/access';
import { cx } from '#components/ui/cx';
import { ACCESS_RULES, type AccessAction, type AccessRule } from '#lib/access/keys/literals';

type Step = keyof typeof t.steps;
type State = 'passed' | 'decided' | 'notAsked';

const STEPS = ACCESS_RULES.filter((rule): rule is Step => rule in t.steps);
const ABOUT_PARENTS: readonly Step[] = ['parent_revoked', 'parent_expired', 'bank_outside_parent'];

/** The key type and the action of a check. */
interface AccessCheck {
  readonly isChild: boolean;
  readonly action: AccessAction;
}

/** The rules for a key, in evaluation order, each with its result. */
export function stepsOf(rule: AccessRule, { isChild, action }: AccessCheck): { step: Step; state: State }[] {
  const isAsked = (step: Step): boolean =>
    (isChild || !ABOUT_PARENTS.includes(step)) && (action === 'key.mint' || step !== 'capability_missing');
  const steps = STEPS.filter(isAsked);
  const at = (steps as readonly AccessRule[]).indexOf(rule);
  return steps.map((step, i) => ({ step, state: at < 0 || i < at ? 'passed' : i === at ? 'decided' : 'notAsked' }));
}

const MARKS: Record<State, { icon: typeof Check; look: string; words: string }> = {
  passed: { icon: Check, look: 'border-ok text-ok-text', words: '' },
  decided: { icon: X, look: 'border-bad bg-bad-tint text-bad-text', words: 'font-semibold text-bad-text' },
  notAsked: { icon: Minus, look: 'border-line-strong text-faint', words: 'text-faint' },
};

export function RuleThread({ rule, ...asked }: AccessCheck & { rule: AccessRule }) {
  const steps = stepsOf(rule, asked);
  return (
    <ol aria-label={t.rules}>
      {steps.map(({ step, state }, at) => {
        const { icon: Icon, look, words } = MARKS[state];
        return (
          <li key={step} className="relative flex items-start gap-3 pb-3 last:pb-0">
            {at < steps.length - 1 && <span aria-hidden className="absolute top-5 bottom-0 start-[9.5px] w-px bg-thread" />}
            <span aria-hidden className={cx('grid size-5 shrink-0 place-items-center rounded-full border bg-surface', look)}>
              <Icon size={12} strokeWidth={2.25} />
            </span>
            <span className={cx('min-w-0 grow', words)}>{state === 'decided' ? t.broken[step] : t.steps[step]}</span>
            <span className={cx('shrink-0 text-12', state === 'decided' ? 'text-bad-text' : 'text-faint')}>{t[state]}</span>
          </li>
        );
      })}
    </ol>
  );
}
