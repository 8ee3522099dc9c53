'use client';

import { PageBroken } from '#components/shell/blocked';

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <PageBroken error={error} retry={reset} />;
}
