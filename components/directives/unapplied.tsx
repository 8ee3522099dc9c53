import { directives as t } from '#components/strings/directives';
import { ui } from '#components/strings/ui';
import { Notice } from '#components/ui/states';
import { UNAPPLIED_REASONS, type UnappliedReason } from '#lib/memory/directives/literals';

interface UnappliedProps {
  directives: readonly { readonly id: string; readonly name: string; readonly reason: UnappliedReason }[] | null | undefined;
}

/** The directives that an answer does not follow, by reason. */
export function UnappliedDirectives({ directives }: UnappliedProps) {
  return UNAPPLIED_REASONS.map((reason) => {
    const names = (directives ?? []).filter((one) => one.reason === reason).map(({ name }) => name);
    return names.length === 0 ? null : <Notice key={reason}>{t.unapplied[reason](ui.series(names))}</Notice>;
  });
}
