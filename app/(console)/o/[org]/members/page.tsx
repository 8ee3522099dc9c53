import type { Metadata } from 'next';
import { MembersPage } from '#components/members/members-page';
import { members as t } from '#components/strings/members';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <MembersPage />;
}
