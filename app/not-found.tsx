import type { Metadata } from 'next';
import { Frame, Message } from '#components/shell/frame';
import { shell as t } from '#components/strings/shell';
import { ButtonLink } from '#components/ui/button';

export const metadata: Metadata = { title: t.notFound.title };

/** For errors of the framework itself. Unknown URLs: `(console)/[...missing]`. */
export default function NotFound() {
  return (
    <Frame>
      <Message title={t.notFound.title} action={<ButtonLink href="/">{t.notFound.home}</ButtonLink>}>
        {t.notFound.text}
      </Message>
    </Frame>
  );
}
