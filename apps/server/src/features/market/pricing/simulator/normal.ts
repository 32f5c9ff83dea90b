/** Normally distributed numbers from uniform bits, by Acklam's inverse of the normal distribution (error below 1.2e-9). */
import { createHash } from 'node:crypto';

const TAIL = 0.02425;
const WORD = 0x1_0000_0000;

/** The value below which a standard normal number falls with probability `p`. Shape: 0 < p < 1. */
function normalQuantile(p: number): number {
  if (p > 0.5) return -lowerQuantile(1 - p);
  return lowerQuantile(p);
}

function lowerQuantile(p: number): number {
  if (p < TAIL) {
    const q = Math.sqrt(-2 * Math.log(p));
    const above =
      ((((-7.784894002430293e-3 * q - 3.223964580411365e-1) * q - 2.400758277161838) * q -
        2.549732539343734) *
        q +
        4.374664141464968) *
        q +
      2.938163982698783;
    const below =
      (((7.784695709041462e-3 * q + 3.224671290700398e-1) * q + 2.445134137142996) * q +
        3.754408661907416) *
        q +
      1;
    return above / below;
  }
  const q = p - 0.5;
  const r = q * q;
  const above =
    ((((-3.969683028665376e1 * r + 2.209460984245205e2) * r - 2.759285104469687e2) * r +
      1.38357751867269e2) *
      r -
      3.066479806614716e1) *
      r +
    2.506628277459239;
  const below =
    ((((-5.447609879822406e1 * r + 1.615858368580409e2) * r - 1.556989798598866e2) * r +
      6.680131188771972e1) *
      r -
      1.328068155288572e1) *
      r +
    1;
  return (above * q) / below;
}

/** Standard normal, exactly symmetric. Shape: a word of 32 uniform bits. */
export function normalOf(word: number): number {
  return normalQuantile((word + 0.5) / WORD);
}

const ROUGH = Float64Array.from({ length: 0x1000 }, (_, bits) =>
  normalQuantile((bits + 0.5) / 0x1000),
);

/** Cheaper, from 16 uniform bits and never beyond ±3.7: for volatility and sizes, not for prices. */
export function roughNormal(bits: number): number {
  return ROUGH[bits >>> 4] ?? 0;
}

/** A standard normal number that depends on the text alone and is therefore public. */
export function publicNormal(text: string): number {
  return normalOf(createHash('sha256').update(text).digest().readUInt32LE(0));
}
