import { titled } from '#components/shell/titled';
import { SetupPage } from '#components/sign-in/link-pages';
import { signIn as t } from '#components/strings/sign-in';

// The URL is a one-time secret: it must not leak in the referrer or be indexed.
export const generateMetadata = titled(() => t.titles.setup, { referrer: 'no-referrer', robots: { index: false } });

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  return <SetupPage token={decodeURIComponent((await params).token)} />;
}
