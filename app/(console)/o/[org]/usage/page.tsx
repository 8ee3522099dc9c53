import type { Metadata } from 'next';
import { usage as t } from '#components/strings/usage';
import { UsagePage } from '#components/usage/usage-page';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <UsagePage />;
}
