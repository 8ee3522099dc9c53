export * from '#lib/db/schema/banks';
export * from '#lib/db/schema/documents';
export * from '#lib/db/schema/entities';
export * from '#lib/db/schema/memories';
export * from '#lib/db/schema/orgs';
