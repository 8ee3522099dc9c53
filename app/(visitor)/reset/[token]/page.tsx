import type { Metadata } from 'next';
import { ResetPage } from '#components/sign-in/link-pages';
import { signIn as t } from '#components/strings/sign-in';

// The address is a secret that works once: it goes nowhere with the referrer and into no index.
export const metadata: Metadata = { title: t.titles.reset, referrer: 'no-referrer', robots: { index: false } };

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  return <ResetPage token={decodeURIComponent((await params).token)} />;
}
