/** Types of operations that write a bank, or parts of it, to elsewhere. */
export const TRANSFERS: readonly string[] = ['export', 'import', 'document_import', 'clone'];
