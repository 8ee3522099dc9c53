/**
 * The actions of the audit log. One list for the writers, the filter of the listing and the
 * console.
 */
export const AUDIT_ACTIONS = [
  'key.create',
  'key.mint',
  'key.scope',
  'key.rotate',
  'key.revoke',
  'member.invite',
  'member.invite_cancel',
  'member.join',
  'member.role',
  'member.remove',
  'member.leave',
  'member.reset_link',
  'organization.create',
  'organization.rename',
  'organization.delete',
  'session.sign_in',
  'session.sign_in_failed',
  'session.sign_out',
  'session.end',
  'account.password',
  'bank.create',
  'bank.configure',
  'bank.clear',
  'bank.delete',
  'bank.document_delete',
  'bank.memory_delete',
  'bank.memories_change',
  'bank.entity_delete',
  'bank.purge',
  'bank.export',
  'bank.import',
  'bank.clone',
  'bank.move',
  'bank.model_create',
  'bank.model_update',
  'bank.model_edit',
  'bank.model_clear',
  'bank.model_restore',
  'bank.model_delete',
  'bank.directive_create',
  'bank.directive_update',
  'bank.directive_delete',
  'bank.folder_create',
  'bank.page_create',
  'bank.node_update',
  'bank.node_delete',
  'access.denied',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_ACTOR_KINDS = ['user', 'key', 'system'] as const;
export type AuditActorKind = (typeof AUDIT_ACTOR_KINDS)[number];

export const AUDIT_TARGET_KINDS = ['key', 'user', 'invitation', 'organization', 'session', 'bank', 'operation'] as const;
export type AuditTargetKind = (typeof AUDIT_TARGET_KINDS)[number];

/** The part of a bank that an action concerned, by the detail of its entry that contains the id. */
export const AUDIT_PARTS = ['document_id', 'memory_id', 'mental_model_id', 'directive_id', 'node_id', 'key_id', 'entity_id'] as const;
