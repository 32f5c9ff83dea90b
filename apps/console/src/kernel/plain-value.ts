/** Values of settings and facts as text. */
import { texts } from './texts.ts';

/** Objects as names and values, never JSON; null and undefined as empty text. */
export function plainValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? texts.terms.on : texts.terms.off;
  if (Array.isArray(value)) return value.map(plainValue).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, part]) => `${name} ${plainValue(part)}`)
      .join(', ');
  }
  return String(value as string | number | bigint);
}
