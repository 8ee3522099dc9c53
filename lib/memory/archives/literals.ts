/** The name of an archive within its organization, as in `storage_key`. */
export const archiveKey = (bankId: string, operationId: string): string => `banks/${bankId}/exports/${operationId}.zip`;

/** Fields of the result of an export that name its archive. */
export const ARCHIVE_FIELDS = ['download_url', 'storage_key', 'filename'] as const;
