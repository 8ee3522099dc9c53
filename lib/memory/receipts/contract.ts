import { z } from 'zod';
import { timestampOut, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { PURGE_KINDS } from '#lib/memory/receipts/literals';

const counts = () => z.record(z.string(), z.int());

/** What a deletion removes and leaves, by type. */
export const deletionCounts = () => ({
  removed: counts().describe('Deleted things by type: memories, observations, documents, entities.'),
  copies: counts().describe(
    'Copies that were deleted with them, by place. Observations are rewritten from their remaining evidence, or deleted.',
  ),
  remaining: counts().describe('What was left in place, by kind, such as passages of a text that contain the words. Empty: nothing.'),
});

/** The receipt of a permanent deletion. It contains no text. */
export const purgeReceipt = z
  .object({
    id: z.string(),
    kind: z.enum(PURGE_KINDS).describe('What was deleted; `expiry`: everything of a bank that had expired.'),
    bank_id: z.string(),
    subject_id: z.string().nullable().describe('Id of the memory, document or entity; null for an expiry.'),
    purged_at: timestampOut(),
    ...deletionCounts(),
    sequence: z.int().describe('Number of the receipt in the organization, from 1 without gaps.'),
    digest: z.string().describe('SHA-256 of the receipt and `previous_digest`, in hexadecimal. The audit log repeats it.'),
    previous_digest: z.string().nullable().describe('Digest of the previous receipt of the organization; null for the first.'),
  })
  .describe('Proof of a permanent deletion. It contains hashes and ids, never text.');
export type PurgeReceipt = z.output<typeof purgeReceipt>;

/** The query parameter of a deletion that also removes derived copies. */
export const purgeParam = () =>
  z
    .boolean()
    .default(false)
    .describe(
      'Also removes copies that a deletion leaves: in mental models and their versions, and in the texts of failed and canceled requests.',
    );

const receipt = { params: z.object({ receipt_id: uuidText('receipt') }) };
const receiptOperation = {
  tag: 'Console',
  auth: 'session',
  permission: 'audit.view',
  nulls: 'sent',
  ...receipt,
  errors: [400, 404],
} as const;

export const getPurgeReceipt = operation({
  ...receiptOperation,
  id: 'get_purge_receipt',
  method: 'GET',
  path: '/api/console/purges/{receipt_id}',
  summary: 'Get the receipt of a permanent deletion',
  response: purgeReceipt,
});

export const purgeCheck = z.object({
  receipt: purgeReceipt,
  checked_at: timestampOut(),
  is_clean: z.boolean().describe('Nothing of what was deleted was found.'),
  found: z.array(z.object({ place: z.string(), count: z.int() })).describe('Places that still contain an id of what was deleted.'),
  same_text: z
    .array(z.object({ place: z.string(), count: z.int() }))
    .describe('Places with a text that equals a deleted one, stored by another request or again since. These are no remains.'),
  is_chained: z.boolean().describe('The digest matches the receipt, the previous receipt and the audit log.'),
});
export type PurgeCheck = z.output<typeof purgeCheck>;

export const verifyPurge = operation({
  ...receiptOperation,
  id: 'verify_purge',
  method: 'POST',
  path: '/api/console/purges/{receipt_id}/verify',
  summary: 'Verify a permanent deletion',
  description:
    'Looks for the ids and hashes of the receipt in every table of the bank and in the cache of this process, and checks the chain of digests. Stores nothing.',
  response: purgeCheck,
});
