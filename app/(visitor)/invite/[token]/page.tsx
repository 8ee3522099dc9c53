import { titled } from '#components/shell/titled';
import { InvitePage } from '#components/sign-in/link-pages';
import { signIn as t } from '#components/strings/sign-in';
import { meIfReady } from '../../../(console)/me';

// The URL is a one-time secret: it must not leak in the referrer or be indexed.
export const generateMetadata = titled(() => t.titles.invite, { referrer: 'no-referrer', robots: { index: false } });

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const signedInAs = (await meIfReady())?.person.email ?? null;
  return <InvitePage token={decodeURIComponent((await params).token)} signedInAs={signedInAs} />;
}
