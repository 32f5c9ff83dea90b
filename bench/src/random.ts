/** Seeded random numbers, equal on every machine. */

export interface Random {
  /** Uniform in [0, 1). */
  unit(): number;
  /** Uniform whole number, both ends included. */
  between(least: number, most: number): number;
  /** Exponential with the given mean. */
  exponential(mean: number): number;
}

/** Mulberry32: small, fast, and good enough to shape a workload. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    unit,
    between: (least, most) => least + Math.floor(unit() * (most - least + 1)),
    exponential: (mean) => -mean * Math.log(1 - unit()),
  };
}
