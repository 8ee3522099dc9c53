/** Who belongs where, for the domains that need no more of organisations than that. */
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
