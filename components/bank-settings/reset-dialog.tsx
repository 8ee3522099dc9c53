'use client';

import { useResetSettings, useUpdateSetting } from '#components/bank-settings/queries';
import { effectiveSetting, ownOf, valueText } from '#components/bank-settings/settings';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankSettings as t } from '#components/strings/bank-settings';
import { ConfirmDialog } from '#components/ui/dialog';
import { toast } from '#components/ui/toast';
import type { BankConfigResponse, SettingName } from '#lib/memory/settings/contract';

interface ResetDialogProps {
  config: BankConfigResponse;
  /** Null for all settings. */
  name: SettingName | null;
  onClose: () => void;
}

/** Lists each current value with the inherited value that replaces it. */
export function ResetDialog({ config, name, onClose }: ResetDialogProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const one = useUpdateSetting(organization.slug, bankId);
  const all = useResetSettings(organization.slug, bankId);
  const reset = name === null ? all : one;
  const names = name === null ? ownOf(config) : [name];
  const done = () => {
    toast.done(name === null ? t.resetDone : t.settingReset(t.settings[name].label));
    onClose();
  };
  const act = () => (name === null ? all.mutate(undefined, { onSuccess: done }) : one.mutate({ name, value: null }, { onSuccess: done }));
  return (
    <ConfirmDialog
      of={reset}
      onClose={onClose}
      texts={{
        title: name === null ? t.resetAllTitle : t.resetTitle(t.settings[name].label),
        action: t.resetAction,
        busyLabel: t.resetting,
      }}
      onConfirm={act}
    >
      <dl aria-label={t.changes} className="grid gap-2">
        {names.map((each) => {
          const setting = effectiveSetting(config, each);
          return (
            <div key={each}>
              <dt className="font-medium text-ink">{t.settings[each].label}</dt>
              <dd className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
                <del className="line-clamp-3 break-words rounded-sm bg-del-mark px-1 text-del-text">
                  <span className="sr-only">{t.was} </span>
                  {valueText(each, setting.value)}
                </del>
                <ins className="line-clamp-3 break-words rounded-sm bg-ins-mark px-1 text-ins-text no-underline">
                  <span className="sr-only">{t.is} </span>
                  {valueText(each, setting.inherited)}
                </ins>
              </dd>
            </div>
          );
        })}
      </dl>
      <p>{t.resetKeeps}</p>
    </ConfirmDialog>
  );
}
