import type { z } from 'zod';

/** The response type of an API operation. */
export type Response<Op extends { response: z.ZodType }> = z.output<Op['response']>;
