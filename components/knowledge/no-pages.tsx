'use client';

import { FileQuestion, FolderPlus } from 'lucide-react';
import { knowledge as t } from '#components/strings/knowledge';
import { mentalModels } from '#components/strings/mental-models';
import { Button } from '#components/ui/button';
import { Empty } from '#components/ui/states';
import { MENTAL_MODEL_TEMPLATES, type MentalModelTemplate } from '#lib/memory/mental-models/literals';

interface NoPagesProps {
  lock: string | null;
  /** null: without a template. */
  onCreate: (template: MentalModelTemplate | null) => void;
  onCreateFolder: () => void;
}

/** Explains pages, and offers the templates for the first one. */
export const NoPages = ({ lock, onCreate, onCreateFolder }: NoPagesProps) => (
  <Empty
    bead="model"
    title={t.emptyTitle}
    action={
      <fieldset className="grid min-w-0 gap-2">
        <legend className="mb-2 font-medium text-ink">{t.emptyTemplates}</legend>
        <div className="flex flex-wrap gap-2">
          {MENTAL_MODEL_TEMPLATES.map((template) => (
            <Button key={template} locked={lock} onClick={() => onCreate(template)}>
              {mentalModels.templates[template].name}
            </Button>
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button look="primary" icon={FileQuestion} locked={lock} onClick={() => onCreate(null)}>
            {t.ownQuestion}
          </Button>
          <Button icon={FolderPlus} locked={lock} onClick={onCreateFolder}>
            {t.createFolder}
          </Button>
        </div>
      </fieldset>
    }
  >
    <p>{t.emptyText}</p>
  </Empty>
);
