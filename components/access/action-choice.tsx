'use client';

import { useQueries } from '@tanstack/react-query';
import { Ban, Check } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { accessQuery } from '#components/access/queries';
import { access as t } from '#components/strings/access';
import { cx } from '#components/ui/cx';
import { ACCESS_ACTIONS, type AccessAction } from '#lib/access/keys/literals';

interface ActionChoiceProps {
  org: string;
  keyId: string | null;
  bankId: string | null;
  value: AccessAction;
  onChange: (action: AccessAction) => void;
}

/** All actions with their verdicts. */
export function ActionChoice({ org, keyId, bankId, value, onChange }: ActionChoiceProps) {
  const isAsked = keyId !== null && bankId !== null;
  const verdicts = useQueries({
    queries: ACCESS_ACTIONS.map((action) => ({
      ...accessQuery(org, { keyId: keyId ?? '', bankId: bankId ?? '', action }),
      enabled: isAsked,
    })),
  });
  return (
    <div className="grid gap-1.5">
      <span className="font-medium">{t.action}</span>
      <RadioGroup.Root
        aria-label={t.action}
        value={value}
        onValueChange={(next) => onChange(next as AccessAction)}
        className="overflow-hidden rounded-md border border-control"
      >
        {ACCESS_ACTIONS.map((action, at) => {
          const verdict = verdicts[at]?.data?.allowed;
          return (
            <RadioGroup.Item
              key={action}
              value={action}
              className="group relative flex min-h-11 w-full items-center gap-3 border-line-soft border-b bg-surface px-3 py-1.5 text-start last:border-b-0 hover:bg-hover focus-visible:-outline-offset-2 data-[state=checked]:bg-selected data-[state=checked]:shadow-[inset_2px_0_0_var(--accent)] rtl:data-[state=checked]:shadow-[inset_-2px_0_0_var(--accent)]"
            >
              <span className="min-w-0 grow">
                <span className="block font-medium">{t.actions[action]}</span>
                <span className="block truncate text-12 text-faint">{t.actionHelp[action]}</span>
              </span>
              {verdict !== undefined && (
                <span className={cx('inline-flex shrink-0 items-center gap-1.5 text-12', verdict ? 'text-ok-text' : 'text-bad-text')}>
                  {verdict ? <Check size={14} aria-hidden /> : <Ban size={14} aria-hidden />}
                  {verdict ? t.allowedShort : t.refusedShort}
                </span>
              )}
            </RadioGroup.Item>
          );
        })}
      </RadioGroup.Root>
    </div>
  );
}
