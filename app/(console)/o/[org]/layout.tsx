import type { ReactNode } from 'react';
import { me } from '#app/(console)/me';
import { NotAMember } from '#components/shell/blocked';
import { GuardedFrame } from '#components/shell/guarded-frame';

export default async function Layout({ params, children }: { params: Promise<{ org: string }>; children: ReactNode }) {
  const { org } = await params;
  const person = await me();
  const slug = decodeURIComponent(org);
  const isMember = person?.organizations.some((each) => each.slug === slug);
  return (
    <GuardedFrame me={person} slug={slug}>
      {isMember ? children : <NotAMember organizations={person?.organizations ?? []} />}
    </GuardedFrame>
  );
}
