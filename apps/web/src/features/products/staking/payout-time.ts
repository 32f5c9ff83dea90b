/** Days of payouts; pure: the present is an argument, in milliseconds since 1970. */

/** The UTC date of a time: "2026-11-22". */
export const utcDate = (at: number): string => new Date(at).toISOString().slice(0, 10);
