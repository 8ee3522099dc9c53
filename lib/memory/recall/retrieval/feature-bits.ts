import { EXTRACTIVE, FACT_TYPES } from '#lib/base/literals';
import { MARK } from '#lib/base/text/index-terms';

/**
 * Features of a memory as bits of one number, which both implementations read from the database:
 * the index of its type, then these.
 */
export const TYPE_BITS = 3;
/**
 * Said by a speaker whom the question asks about. Only a search of the database sets it, as
 * `FLAG_QUOTED`.
 */
export const FLAG_ASKED = 4;
export const FLAG_QUESTION = 8;
export const FLAG_INSTRUCTION = 16;
export const FLAG_EXTRACTIVE = 32;
export const FLAG_QUOTED = 64;
export const FLAG_ASKS = 128;
export const FLAG_FOREIGN = 256;
export const FLAG_SPOKEN = 512;

/**
 * SQL of the column `text`: it ends with a question mark, and no sentence comes before the
 * question.
 */
const MARKED_QUESTION = `right(text, 1) in ('?', '？') and text !~ '[.!。！][\\s"”'')]'`;
/**
 * SQL: a short English question without its mark, such as "which database do we use", after the
 * label of its speaker.
 */
const PLAIN_QUESTION = `length(text) < 120 and text !~ '[.!?,;…]' and text ~* '^([^:]{1,40}: )?((who|what|which|where|when|why|how)(''s|''re)?|(what|which|how) [a-z]+) (is|are|was|were|do|does|did|can|could|should|would|will|have|has) '`;
/** SQL: the text contains only a question. */
export const ONLY_ASKS = `((${MARKED_QUESTION}) or (${PLAIN_QUESTION}))`;

/** SQL: the memory is in a language other than English. */
export const IS_FOREIGN = `search @@ '''${MARK}'':*'::tsquery`;

/** SQL: the bits that follow from a row of `memories`, without `FLAG_INSTRUCTION`. */
export const FEATURE_BITS = `case fact_type ${FACT_TYPES.map((type, i) => `when '${type}' then ${i}`).join(' ')} end
  + case when right(text, 1) = '?' then ${FLAG_QUESTION} else 0 end + case when extractor = '${EXTRACTIVE}' then ${FLAG_EXTRACTIVE} else 0 end
  + case when ${ONLY_ASKS} then ${FLAG_ASKS} else 0 end + case when ${IS_FOREIGN} then ${FLAG_FOREIGN} else 0 end
  + case when speaker is not null then ${FLAG_SPOKEN} else 0 end`;
