import { cookies } from 'next/headers';
import { meIfReady } from '#app/(console)/me';
import { Reference } from '#components/reference/reference';
import { Frame } from '#components/shell/frame';
import { GuardedFrame } from '#components/shell/guarded-frame';
import { LAST_ORGANIZATION, preferred } from '#components/shell/paths';
import { titled } from '#components/shell/titled';
import { loadTexts } from '#components/strings/load';
import { publicPages as t } from '#components/strings/public';

export const generateMetadata = titled(() => t.docsTitle);

/** Public. Keeps the console frame for signed-in users. */
export default async function Page() {
  await loadTexts();
  const me = await meIfReady();
  const organizations = me?.organizations ?? [];
  const last = preferred(organizations, (await cookies()).get(LAST_ORGANIZATION)?.value);
  const reference = <Reference document="/openapi.json" organizations={organizations} preselected={last?.slug ?? null} />;
  return me ? (
    <GuardedFrame me={me} slug={null}>
      {reference}
    </GuardedFrame>
  ) : (
    <Frame here="/docs">{reference}</Frame>
  );
}
