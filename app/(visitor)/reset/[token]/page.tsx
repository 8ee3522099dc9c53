import { titled } from '#components/shell/titled';
import { ResetPage } from '#components/sign-in/link-pages';
import { signIn as t } from '#components/strings/sign-in';

// The URL is a one-time secret: it must not leak in the referrer or be indexed.
export const generateMetadata = titled(() => t.titles.reset, { referrer: 'no-referrer', robots: { index: false } });

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  return <ResetPage token={decodeURIComponent((await params).token)} />;
}
