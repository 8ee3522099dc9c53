import type { Metadata } from 'next';
import { InvitePage } from '#components/sign-in/link-pages';
import { signIn as t } from '#components/strings/sign-in';
import { meIfReady } from '../../../(console)/me';

// The address is a secret that works once: it goes nowhere with the referrer and into no index.
export const metadata: Metadata = { title: t.titles.invite, referrer: 'no-referrer', robots: { index: false } };

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const signedInAs = (await meIfReady())?.person.email ?? null;
  return <InvitePage token={decodeURIComponent((await params).token)} signedInAs={signedInAs} />;
}
