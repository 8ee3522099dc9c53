import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { ConnectPage } from '#components/connect/connect-page';
import { loginPath } from '#components/shell/paths';
import { titled } from '#components/shell/titled';
import { connect as t } from '#components/strings/connect';
import { app } from '#lib/api/app';
import { isOwnRequest } from '#lib/api/oauth/request-cookie';
import { me } from '../../../(console)/me';

export const generateMetadata = titled(() => t.pageTitle, { referrer: 'no-referrer', robots: { index: false } });

export default async function Page({ params }: { params: Promise<{ request: string }> }) {
  const request = decodeURIComponent((await params).request);
  const person = await me();
  if (!person) redirect(loginPath(`/connect/${encodeURIComponent(request)}`));
  if (!isOwnRequest(app(), await headers(), request)) notFound();
  return <ConnectPage request={request} email={person.person.email} organizations={person.organizations} />;
}
