'use client';

import type { ReactNode } from 'react';
import { LANGUAGES, type Language } from '#components/recall/snippets';
import { recall as t } from '#components/strings/recall';
import { CopyButton } from '#components/ui/copy';

interface OptionRowProps {
  label: string;
  /** The query as code, or null without a query. */
  codeOf: ((language: Language) => string) | null;
  /** `Option` elements. */
  children: ReactNode;
}

/** The options of a query, and the query as code. On a phone, options are tiles in two columns. */
export const OptionRow = ({ label, codeOf, children }: OptionRowProps) => (
  <fieldset aria-label={label} className="flex min-w-0 flex-wrap items-center gap-2 phone:grid phone:grid-cols-2 phone:items-stretch">
    {children}
    {codeOf && (
      <div className="ms-auto flex items-center gap-1 phone:col-span-full phone:gap-0 phone:ms-0 phone:flex-wrap phone:justify-between">
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
    )}
  </fieldset>
);
