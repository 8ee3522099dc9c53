'use client';

import { LANGUAGES, type Language } from '#components/recall/snippets';
import { recall as t } from '#components/strings/recall';
import { CopyButton } from '#components/ui/copy';

/** Copies a query as code. In the header of the page, where the row of options is full. */
export const CopyAs = ({ codeOf }: { codeOf: (language: Language) => string }) => (
  <div className="flex flex-wrap items-center gap-1 phone:gap-0 phone:justify-between">
    {LANGUAGES.map((language) => (
      <CopyButton
        key={language}
        look="ghost"
        size="sm"
        label={t.copy[language]}
        what={t.copy.what[language]}
        text={codeOf(language)}
        className="phone:!px-1.5"
      />
    ))}
  </div>
);
