import { redirect } from 'next/navigation';
import { meIfReady } from '#app/(console)/me';
import { safeReturn } from '#components/shell/paths';
import { titled } from '#components/shell/titled';
import { SignInPage } from '#components/sign-in/sign-in-page';
import { signIn as t } from '#components/strings/sign-in';

export const generateMetadata = titled(() => t.title);

/** Redirects signed-in users to their return URL. */
export default async function Page({ searchParams }: { searchParams: Promise<{ returnTo?: string | string[] }> }) {
  const { returnTo } = await searchParams;
  if (await meIfReady()) redirect(safeReturn([returnTo].flat()[0]) ?? '/');
  return <SignInPage />;
}
