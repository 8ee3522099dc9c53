import type { z } from 'zod';

/** What an operation answers. */
export type Response<Op extends { response: z.ZodType }> = z.output<Op['response']>;
