import type { MentalModelDraft } from '#components/mental-models/draft';
import type { MentalModelTemplate } from '#lib/memory/mental-models/literals';

/** Templates of mental models: the data that does not depend on the language. */

/** A template of a person or thing asks for its name. */
export const ASKS_FOR_SUBJECT: Readonly<Record<MentalModelTemplate, boolean>> = {
  person: true,
  project: true,
  how_we_work: false,
  decisions: false,
};

type TemplateFields = Pick<MentalModelDraft, 'size' | 'mode' | 'when'>;

export const TEMPLATE_FIELDS: Readonly<Record<MentalModelTemplate, TemplateFields>> = {
  person: { size: '1024', mode: 'delta', when: 'consolidation' },
  project: { size: '2048', mode: 'delta', when: 'consolidation' },
  how_we_work: { size: '2048', mode: 'delta', when: 'consolidation' },
  decisions: { size: '4096', mode: 'delta', when: 'consolidation' },
};
