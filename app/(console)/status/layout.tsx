import type { ReactNode } from 'react';
import { me } from '#app/(console)/me';
import { GuardedFrame } from '#components/shell/guarded-frame';

export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <GuardedFrame me={await me()} slug={null}>
      {children}
    </GuardedFrame>
  );
}
