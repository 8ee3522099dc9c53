'use client';

import { VisitorTitle } from '#components/sign-in/visitor-frame';
import { connect as t } from '#components/strings/connect';
import { ButtonLink } from '#components/ui/button';

/** An authorization that failed and cannot return to its application. */
export function ConnectErrorPage({ code }: { code: string | null }) {
  return (
    <>
      <VisitorTitle title={t.failed} purpose={t.failedText} />
      {code !== null && <p className="text-12 text-faint">{t.failedCode(code)}</p>}
      <ButtonLink href="/" size="lg" className="justify-self-start">
        {t.toConsole}
      </ButtonLink>
    </>
  );
}
