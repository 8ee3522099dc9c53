import {
  Building2,
  CircleSlash,
  Database,
  KeyRound,
  LogIn,
  type LucideIcon,
  Mail,
  Settings2,
  TriangleAlert,
  UserRound,
  UserRoundX,
} from 'lucide-react';
import type { AuditAction, AuditActorKind, AuditTargetKind } from '#lib/access/audit/literals';

export const ACTOR_GLYPHS: Readonly<Record<AuditActorKind, LucideIcon>> = { user: UserRound, key: KeyRound, system: UserRoundX };

export const TARGET_GLYPHS: Readonly<Record<AuditTargetKind, LucideIcon>> = {
  key: KeyRound,
  user: UserRound,
  invitation: Mail,
  organization: Building2,
  session: LogIn,
  bank: Database,
  operation: Settings2,
};

/** Icons of entries that may need attention. */
export const ALARMS: Readonly<Partial<Record<AuditAction, LucideIcon>>> = {
  'session.sign_in_failed': TriangleAlert,
  'access.denied': CircleSlash,
};
