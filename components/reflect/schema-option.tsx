'use client';

import { Option } from '#components/recall/option';
import type { ReflectOptionProps } from '#components/reflect/question';
import { schemaOf } from '#components/reflect/question';
import { reflect as t } from '#components/strings/reflect';
import { Button } from '#components/ui/button';
import { Field, Textarea } from '#components/ui/field';

const tidy = (schema: unknown): string => JSON.stringify(schema, null, 2);

/** The response schema. Validated while typing, and stored in the URL. */
export function SchemaOption({ asked: { schema: stored }, set }: ReflectOptionProps) {
  const parsed = schemaOf(stored);
  const says =
    parsed === null
      ? t.schema.none
      : 'fault' in parsed
        ? t.schema.wrong
        : t.schema.some(Object.keys(parsed.schema.properties as object).length);
  return (
    <Option label={t.schema.label} isSet={parsed !== null} says={says}>
      <Editor text={stored} onChange={(text) => set({ schema: text || null })} />
    </Option>
  );
}

function Editor({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const given = schemaOf(text);
  return (
    <>
      <Field label={t.schema.field} help={t.schema.help} error={given && 'fault' in given ? t.schema.fault(given.fault) : null}>
        <Textarea
          rows={9}
          value={text}
          spellCheck={false}
          dir="ltr"
          className="font-mono !text-12"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        {given === null ? (
          <Button size="sm" onClick={() => onChange(tidy(t.schemaExample))}>
            {t.schema.example}
          </Button>
        ) : (
          <>
            {'schema' in given && tidy(given.schema) !== text && (
              <Button size="sm" onClick={() => onChange(tidy(given.schema))}>
                {t.schema.tidy}
              </Button>
            )}
            <Button size="sm" look="ghost" onClick={() => onChange('')}>
              {t.schema.empty}
            </Button>
          </>
        )}
      </div>
      <p className="text-12 text-faint">{t.schema.rules}</p>
    </>
  );
}
