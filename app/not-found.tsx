import { Frame, Message } from '#components/shell/frame';
import { titled } from '#components/shell/titled';
import { loadTexts } from '#components/strings/load';
import { shell as t } from '#components/strings/shell';
import { ButtonLink } from '#components/ui/button';

export const generateMetadata = titled(() => t.notFound.title);

/** For errors of the framework itself. Unknown URLs: `(console)/[...missing]`. */
export default async function NotFound() {
  await loadTexts();
  return (
    <Frame>
      <Message title={t.notFound.title} action={<ButtonLink href="/">{t.notFound.home}</ButtonLink>}>
        {t.notFound.text}
      </Message>
    </Frame>
  );
}
