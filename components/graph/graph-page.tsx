'use client';

import dynamic from 'next/dynamic';
import { graph as t } from '#components/strings/graph';
import { Page, PageHeader, Panel } from '#components/ui/page';
import { SkeletonRows } from '#components/ui/states';

/**
 * The explorer draws on canvases and uses a worker. It is loaded only in browsers and only on this
 * page.
 */
const Explorer = dynamic(() => import('#components/graph/explorer').then((module) => module.Explorer), {
  ssr: false,
  loading: () => (
    <Page>
      <PageHeader title={t.title} purpose={t.purpose} />
      <Panel flush>
        <SkeletonRows rows={10} label={t.loading} />
      </Panel>
    </Page>
  ),
});

export const GraphPage = () => <Explorer />;
