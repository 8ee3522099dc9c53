'use client';

import { LANGUAGE_NAMES, useLanguageChoice } from '#components/shell/language-choice';
import { account as t } from '#components/strings/account';
import { SelectOne } from '#components/ui/choice';
import { Field } from '#components/ui/field';
import { Panel } from '#components/ui/page';
import { Failure } from '#components/ui/states';
import type { Me } from '#lib/access/people/contract';
import { LOCALES } from '#lib/base/literals';

/** The language of the console for this person, in every browser. */
export function LanguagePanel({ me }: { me: Me }) {
  const choice = useLanguageChoice();
  const names = LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
  return (
    <Panel title={t.language}>
      <div className="grid max-w-[420px] gap-4">
        <Field label={t.consoleLanguage} help={t.languageHelp}>
          <SelectOne
            value={choice.isPending || choice.isSuccess ? choice.variables : me.person.locale}
            onChange={(locale) => choice.mutate(locale)}
            choices={[{ value: 'browser', label: t.browserLanguage }, ...names]}
          />
        </Field>
        <Failure failed={t.languageFailed} error={choice.error} />
      </div>
    </Panel>
  );
}
