/** Moves a typed number exactly to the next or previous multiple of its step. */
import { decimal, divideInteger, formatFixed, parseDecimal } from '@tern/money';
import { placesOf } from './decimal-text.ts';
import { parseInput } from './parse-input.ts';

export interface StepRequest {
  readonly draft: string;
  /** The step as a decimal string, for example the tick size "0.1". */
  readonly step: string;
  readonly direction: 1 | -1;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** The next multiple of the step in that direction, never outside min (default "0") and max. */
export function stepDecimal({ draft, step, direction, min = '0', max }: StepRequest): string {
  const size = decimal(step);
  const current = parseDecimal(parseInput(draft) ?? '0') ?? 0n;
  const next =
    direction > 0
      ? (divideInteger(current, size, 'down') + 1n) * size
      : (divideInteger(current, size, 'up') - 1n) * size;
  const places = placesOf(step);
  const floor = decimal(min);
  if (next < floor) return formatFixed(floor, places);
  const ceiling = max === undefined ? undefined : decimal(max);
  if (ceiling !== undefined && next > ceiling) return formatFixed(ceiling, places);
  return formatFixed(next, places);
}
