/** Times in requests. Their schema has checked the form, not whether there is such a date. */
import { Refusal } from './refusal.ts';

/** Epoch ms. @throws invalid-request naming the field, for a date that does not exist */
export function timeOf(text: string, field: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new Refusal('invalid-request', { fields: [field] });
  return at;
}
