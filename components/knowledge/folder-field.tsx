import { nodesOf, type TreeNode } from '#components/knowledge/moves';
import { knowledge as t } from '#components/strings/knowledge';
import { Field, Select } from '#components/ui/field';

interface FolderFieldProps {
  roots: readonly TreeNode[];
  value: string | null;
  onChange: (folderId: string | null) => void;
}

/** Two no-break spaces for each level. */
const INDENT = '\u00a0\u00a0';

/** The folder that contains a new node. Hidden while there is none. */
export function FolderField({ roots, value, onChange }: FolderFieldProps) {
  const folders = nodesOf(roots, 'folder');
  if (folders.length === 0) return null;
  return (
    <Field label={t.folder}>
      <Select value={value ?? ''} onChange={({ target }) => onChange(target.value === '' ? null : target.value)}>
        <option value="">{t.topLevel}</option>
        {folders.map(({ node: { id, name }, level }) => (
          <option key={id} value={id}>
            {INDENT.repeat(level) + name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
