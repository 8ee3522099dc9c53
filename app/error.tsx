'use client';

import { RefreshCw } from 'lucide-react';
import { Frame, Message } from '#components/shell/frame';
import { ui as t } from '#components/strings/ui';
import { Button } from '#components/ui/button';

/** The error page. Rendering errors do not affect stored data. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return (
    <Frame>
      <Message
        role="alert"
        title={t.pageError.title}
        action={
          <Button icon={RefreshCw} onClick={() => location.reload()}>
            {t.tryAgain}
          </Button>
        }
      >
        {t.pageError.text} {error.digest && t.pageError.digest(error.digest)}
      </Message>
    </Frame>
  );
}
