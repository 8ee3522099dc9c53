import type { Metadata } from 'next';
import { SetupPage } from '#components/sign-in/link-pages';
import { signIn as t } from '#components/strings/sign-in';

// The address is a secret that works once: it goes nowhere with the referrer and into no index.
export const metadata: Metadata = { title: t.titles.setup, referrer: 'no-referrer', robots: { index: false } };

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  return <SetupPage token={decodeURIComponent((await params).token)} />;
}
