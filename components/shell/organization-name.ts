interface Named {
  readonly slug: string;
  readonly name: string;
}

/** The name of an organisation in a list; where another one bears it too, with what tells them apart. */
export const nameAmong = ({ slug, name }: Named, all: readonly Named[]): string =>
  all.some((other) => other.slug !== slug && other.name === name) ? `${name} (${slug})` : name;
