import { ConnectErrorPage } from '#components/connect/connect-error-page';
import { titled } from '#components/shell/titled';
import { connect as t } from '#components/strings/connect';

export const generateMetadata = titled(() => t.failed, { referrer: 'no-referrer', robots: { index: false } });

/** A code of OAuth, not a sentence that somebody put into the address. */
const CODE = /^[a-z_]{1,40}$/;

export default async function Page({ searchParams }: { searchParams: Promise<{ error?: string | string[] }> }) {
  const { error } = await searchParams;
  return <ConnectErrorPage code={typeof error === 'string' && CODE.test(error) ? error : null} />;
}
