/**
 * What other domains may read and write of memberships. They must not import the store of this
 * folder (`scripts/imports.mjs`).
 */
export {
  countOwners,
  findOrganization,
  findRole,
  insertMembership,
  isMemberEmail,
  lockOrganization,
  lockOrganizationsOf,
  type Organization,
  type OwnOrganization,
  organizationsOf,
} from '#lib/access/people/store-memberships';
