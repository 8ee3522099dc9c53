/** An earlier state of a bank, by the days in the URL. Pure, in UTC. */
export interface PastDays {
  readonly as_of: string | null;
  readonly valid_at: string | null;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
/** A day at a time of day; any other text is a time already. */
const timeIn = (text: string, timeOfDay: string): string => (DAY.test(text) ? `${text}T${timeOfDay}Z` : text);

/** The parameters of a request: what was stored by the end of a day, and what was true at noon. */
export const pastOf = ({ as_of, valid_at }: PastDays): { as_of?: string; valid_at?: string } => ({
  ...(as_of && { as_of: timeIn(as_of, '23:59:59.999') }),
  ...(valid_at && { valid_at: timeIn(valid_at, '12:00:00') }),
});

/** Whether an earlier state is shown, which cannot be changed or exported. */
export const isPast = ({ as_of, valid_at }: PastDays): boolean => Boolean(as_of ?? valid_at);
