import { meIfReady } from '#app/(console)/me';
import { Frame, Message } from '#components/shell/frame';
import { GuardedFrame } from '#components/shell/guarded-frame';
import { loadTexts } from '#components/strings/load';
import { shell as t } from '#components/strings/shell';
import { ButtonLink } from '#components/ui/button';

/** Keeps the console frame for signed-in users. */
export default async function NotFound() {
  await loadTexts();
  const me = await meIfReady();
  const message = (
    <Message title={t.notFound.title} action={<ButtonLink href="/">{t.notFound.home}</ButtonLink>}>
      {t.notFound.text}
    </Message>
  );
  return me ? (
    <GuardedFrame me={me} slug={null}>
      {message}
    </GuardedFrame>
  ) : (
    <Frame>{message}</Frame>
  );
}
