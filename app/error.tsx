'use client';

import { RefreshCw } from 'lucide-react';
import { Frame, Message } from '#components/shell/frame';
import { shell as t } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import { Button } from '#components/ui/button';

/** The error page. Rendering errors do not affect stored data. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return (
    <Frame>
      <Message
        role="alert"
        title={t.error.title}
        action={
          <Button icon={RefreshCw} onClick={() => location.reload()}>
            {ui.tryAgain}
          </Button>
        }
      >
        {t.error.text} {error.digest && t.error.digest(error.digest)}
      </Message>
    </Frame>
  );
}
