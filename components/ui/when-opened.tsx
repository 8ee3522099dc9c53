'use client';

import { type ReactNode, Suspense, useState } from 'react';

/**
 * Mounts children, which are loaded separately, when they first open. They stay mounted so that
 * their closing animation can run.
 */
export function WhenOpened({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpened, remember] = useState(false);
  if (isOpen && !wasOpened) remember(true);
  return wasOpened && <Suspense fallback={null}>{children}</Suspense>;
}
