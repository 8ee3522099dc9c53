import { z } from 'zod';

export const tokenUsage = z
  .object({
    input_tokens: z.int(),
    output_tokens: z.int(),
    total_tokens: z.int(),
    cached_tokens: z.int(),
    thoughts_tokens: z.int(),
  })
  .describe('Tokens used by language models; all zero without one.');
