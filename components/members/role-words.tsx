import { Check, Minus, Plus } from 'lucide-react';
import { gainsOf, personalPermissions } from '#components/members/rights';
import { members as t } from '#components/strings/members';
import { ui } from '#components/strings/ui';
import { cx } from '#components/ui/cx';
import { ROLES, type Role } from '#lib/base/literals';
import { may, type Permission } from '#lib/base/roles';

const BELOW: Readonly<Record<Role, Role | null>> = { owner: 'admin', admin: 'member', member: null };

/** Describes a role by its additional permissions compared with the role below. */
export function roleHelp(role: Role): string {
  return t.roleWords.help(role, gainsOf(BELOW[role], role));
}

const MARKS = {
  gain: { icon: Plus, look: 'text-ok-text' },
  loss: { icon: Minus, look: 'text-bad-text' },
  has: { icon: Check, look: 'text-faint' },
} as const;

/** Permissions as a list. */
export const PermissionList = ({ permissions, mark = 'has' }: { permissions: readonly Permission[]; mark?: keyof typeof MARKS }) => {
  const { icon: Icon, look } = MARKS[mark];
  return (
    <ul className="grid gap-1">
      {permissions.map((permission) => (
        <li key={permission} className="flex gap-2">
          <Icon size={14} aria-hidden className={cx('mt-[3px] shrink-0', look)} />
          <span className="min-w-0">{t.permissions[permission]}</span>
        </li>
      ))}
    </ul>
  );
};

/** The table of permissions by role. */
export function RoleTable({ own }: { own: Role }) {
  return (
    <table aria-label={t.roleWords.panel} className="w-full border-collapse text-start">
      <thead>
        <tr className="h-8 border-line border-b text-12 text-faint">
          <th scope="col" className="pe-2 ps-4 font-normal">
            {t.roleWords.permission}
          </th>
          {ROLES.map((role) => (
            <th
              key={role}
              scope="col"
              className={cx('w-24 px-2 font-normal phone:w-15 phone:px-1', role === own && 'font-semibold text-ink')}
            >
              {ui.roles[role]}
              {role === own && <span className="sr-only">, {t.you}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {personalPermissions().map((permission) => (
          <tr key={permission} className="border-line-soft border-b last:border-b-0">
            <th scope="row" className="py-1.5 pe-2 ps-4 font-normal">
              {t.permissions[permission]}
            </th>
            {ROLES.map((role) => (
              <td key={role} className={cx('px-2 phone:px-1', role === own && 'bg-sunken dark:bg-hover')}>
                {may(role, permission) ? (
                  <Check size={15} role="img" aria-label={t.roleWords.yes} className="text-ok-text" />
                ) : (
                  <Minus size={15} role="img" aria-label={t.roleWords.no} className="text-faint" />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
