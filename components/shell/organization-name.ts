interface NamedOrganization {
  readonly slug: string;
  readonly name: string;
}

/** The name of an organization in a list, with its slug if the name is not unique. */
export const nameAmong = ({ slug, name }: NamedOrganization, all: readonly NamedOrganization[]): string =>
  all.some((other) => other.slug !== slug && other.name === name) ? `${name} (${slug})` : name;
