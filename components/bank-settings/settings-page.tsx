'use client';

import { useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { MissionPanel } from '#components/bank-settings/mission-panel';
import { NamePanel } from '#components/bank-settings/name-panel';
import { configQuery } from '#components/bank-settings/queries';
import { SettingList } from '#components/bank-settings/setting-list';
import { effectiveSetting, GROUP_NAMES, GROUPS, groupOf, isSetting, ownOf, type SettingGroup } from '#components/bank-settings/settings';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankSettings as t } from '#components/strings/bank-settings';
import { cx } from '#components/ui/cx';
import { Page, PageHeader, Panel } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { Notice, SkeletonRows } from '#components/ui/states';
import { Tabs } from '#components/ui/tabs';
import { useRead } from '#components/ui/use-read';
import { present } from '#lib/base/defined';
import type { BankConfigResponse, SettingName } from '#lib/memory/settings/contract';

/** Panels of some tabs, and a dialog, loaded when they are opened. */
const ConsolidationPanel = lazy(() =>
  import('#components/observations/consolidation-panel').then((part) => ({ default: part.ConsolidationPanel })),
);
const BankModelsPanel = lazy(() =>
  import('#components/bank-settings/bank-models-panel').then((part) => ({ default: part.BankModelsPanel })),
);
const TransferPanel = lazy(() => import('#components/transfer/transfer-panel').then((part) => ({ default: part.TransferPanel })));
const DangerZone = lazy(() => import('#components/bank-settings/danger-zone').then((part) => ({ default: part.DangerZone })));
const ResetDialog = lazy(() => import('#components/bank-settings/reset-dialog').then((part) => ({ default: part.ResetDialog })));

const TABS = [...GROUP_NAMES, 'transfer', 'danger'] as const;

const params = {
  tab: parseAsStringLiteral(TABS).withDefault('retain').withOptions({ history: 'push' }),
  /** The setting whose form is open. */
  edit: parseAsString.withOptions({ history: 'push' }),
};

export function BankSettingsPage() {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const config = useRead(useQuery(configQuery(organization.slug, bankId)));
  const { data } = config;
  const lock = lockedBy('bank.configure');
  return (
    <Page>
      <PageHeader title={t.title} purpose={data ? `${t.purpose} ${t.setHere(ownOf(data).length)}` : t.purpose} />
      <div className="grid max-w-[1040px] grid-cols-1 gap-4">
        {lock && <Notice>{t.readOnly(lock)}</Notice>}
        {data && <Withdrawn config={data} />}
        {data && <NamePanel lock={lock} />}
        <Read of={config} failed={t.failed} loading={<SkeletonRows rows={8} />} panel>
          {(read, isStale) => (
            <div className={cx('min-w-0 transition-opacity duration-120', isStale && 'opacity-60')}>
              <Sections config={read} lock={lock} />
            </div>
          )}
        </Read>
      </div>
    </Page>
  );
}

/** Shown on every tab: the bank uses another model than the one chosen in its settings. */
function Withdrawn({ config }: { config: BankConfigResponse }) {
  const idle = GROUPS.models.map((name) => effectiveSetting(config, name)).filter((setting) => setting.idle !== null);
  if (idle.length === 0) return null;
  return (
    <Notice tone="warn">
      {idle.map(({ name, idle: model }) => (
        <p key={name}>{t.withdrawn(t.settings[name].label, present(model))}</p>
      ))}
    </Notice>
  );
}

/** A panel that is loaded when its tab is opened. */
const opened = (panel: ReactNode) => (
  <Suspense
    fallback={
      <Panel flush>
        <SkeletonRows rows={4} />
      </Panel>
    }
  >
    {panel}
  </Suspense>
);

function Sections({ config, lock }: { config: BankConfigResponse; lock: string | null }) {
  const [{ tab, edit }, set] = useQueryStates(params);
  const editing = edit !== null && isSetting(edit) && lock === null ? edit : null;
  const [resetting, reset] = useState<SettingName | null>(null);
  const list = (group: SettingGroup, isSecond = false) => (
    <SettingList
      group={group}
      config={config}
      lock={lock}
      isSecond={isSecond}
      editing={editing}
      onEdit={(name) => void set({ edit: name }, { history: name === null ? 'replace' : 'push' })}
      onReset={reset}
    />
  );
  const contentOf = (id: (typeof TABS)[number]) => {
    if (id === 'danger') return opened(<DangerZone config={config} />);
    if (id === 'transfer') return opened(<TransferPanel />);
    const above = id === 'observations' ? opened(<ConsolidationPanel />) : id === 'models' ? opened(<BankModelsPanel />) : null;
    return (
      <div className="grid gap-4">
        {above}
        {list(id, above !== null)}
        {id === 'reflect' && <MissionPanel lock={lock} />}
      </div>
    );
  };
  return (
    <>
      <Tabs
        label={t.sections}
        value={editing === null ? tab : groupOf(editing)}
        onChange={(id) => void set({ tab: id as typeof tab, edit: null })}
        tabs={TABS.map((id) => {
          const own = id === 'danger' || id === 'transfer' ? 0 : ownOf(config, GROUPS[id]).length;
          return { id, label: t.tabs[id], ...(own > 0 && { count: own }), content: contentOf(id) };
        })}
      />
      {resetting && (
        <Suspense fallback={null}>
          <ResetDialog config={config} name={resetting} onClose={() => reset(null)} />
        </Suspense>
      )}
    </>
  );
}
