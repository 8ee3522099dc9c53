'use client';

import { NotPermitted } from '#components/members/not-permitted';
import { useConsole } from '#components/shell/console-context';
import { IgnoredAddress } from '#components/shell/ignored-address';
import { usage as t } from '#components/strings/usage';
import { Page, PageHeader } from '#components/ui/page';
import { Tabs } from '#components/ui/tabs';
import { CallsView } from '#components/usage/calls-view';
import { parsers, type UsageFilters, useUsageFilters } from '#components/usage/filters';
import { SumsView } from '#components/usage/sums-view';

export function UsagePage() {
  const { may } = useConsole();
  return may('usage.view') ? <Views /> : <NotPermitted title={t.title} purpose={t.purpose} permission="usage.view" />;
}

function Views() {
  const { organization } = useConsole();
  const [filters, set] = useUsageFilters();
  const props = { slug: organization.slug, filters, set };
  return (
    <Page>
      <PageHeader title={t.title} purpose={t.purpose} />
      <IgnoredAddress names={parsers} />
      <Tabs
        label={t.views}
        value={filters.view}
        onChange={(view) => void set({ view: view as UsageFilters['view'], offset: null })}
        tabs={[
          { id: 'sums', label: t.sums, content: <SumsView {...props} /> },
          { id: 'calls', label: t.calls, content: <CallsView {...props} /> },
        ]}
      />
    </Page>
  );
}
