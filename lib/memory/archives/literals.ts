/** The name of an archive within its organization, as in `storage_key`. */
export const archiveKey = (bankId: string, operationId: string): string => `banks/${bankId}/exports/${operationId}.zip`;
