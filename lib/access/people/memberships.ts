/** Memberships, for the domains that need only this of organizations. */
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
