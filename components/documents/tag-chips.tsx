import { Chip } from '#components/ui/badge';

export function TagChips({ tags, shown = tags.length }: { tags: readonly string[]; shown?: number }) {
  const rest = tags.length - shown;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1">
      {tags.slice(0, shown).map((tag) => (
        <Chip key={tag} title={tag} className="max-w-40 !shrink">
          #{tag}
        </Chip>
      ))}
      {rest > 0 && <span className="text-12 text-faint">+{rest}</span>}
    </span>
  );
}
