import { type Queryable, sql } from '#lib/db/db';

/** The organisation's id; the row is written if there is none with this slug. Two starters at once get the same. */
export async function upsertOrganization(db: Queryable, organization: { id: string; slug: string; name: string }): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    insert into organizations (id, slug, name) values (${organization.id}, ${organization.slug}, ${organization.name})
    on conflict (slug) do update set slug = excluded.slug
    returning id`);
  if (!row) throw new Error('an organisation was neither written nor found');
  return row.id;
}
