/** Calendar months in UTC. */

/** Shape: `2026-10`. */
export type Month = string;

export const monthOf = (at: number): Month => new Date(at).toISOString().slice(0, 7);
export const startOf = (month: Month): number => Date.parse(`${month}-01T00:00:00Z`);
export const endOf = (month: Month): number => startOf(nextOf(month));

export function nextOf(month: Month): Month {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

/** The column's form: its first day. */
export const firstDay = (month: Month): string => `${month}-01`;
export const monthOfDay = (day: string): Month => day.slice(0, 7);
