/** The chance of one simulated day: every number follows from the day's seed, and none can be guessed without it (ADR 0021). */
import { createHash } from 'node:crypto';

/** What one second of one stream has to give; the draws are independent of each other. */
export interface Draw {
  /** Nearly normal with mean 0 and deviation 1, never beyond ±3.5. */
  readonly normal: number;
  /** Another one like it. */
  readonly otherNormal: number;
  /** Even in [0, 1). */
  readonly even: number;
}

export interface DayChance {
  /** Shape: `stream` names what is moved, `at` is a whole number. */
  draw(stream: string, at: number): Draw;
  /**
   * A smooth curve through [-1, 1] over the day that takes a new direction `turns` times. It begins and ends at 0, so
   * that one day's curve joins the next day's. Units: `second` of the day.
   */
  curve(stream: string, second: number, turns: number): number;
}

const DAY_SECONDS = 86_400;
const HALF_WORD = 0x1_0000;
const WORD = 0x1_0000_0000;

export function dayChance(seed: string): DayChance {
  const knots = new Map<string, number>();
  const digest = (stream: string, at: number) =>
    createHash('sha256').update(`${seed}|${stream}|${at}`).digest();
  const knot = (stream: string, index: number, turns: number): number => {
    if (index === 0 || index === turns) return 0;
    const name = `${stream}|${index}`;
    const known = knots.get(name);
    if (known !== undefined) return known;
    const drawn = (digest(`${stream}/curve`, index).readUInt32BE(0) / WORD) * 2 - 1;
    knots.set(name, drawn);
    return drawn;
  };
  return {
    draw(stream, at) {
      const bytes = digest(stream, at);
      return {
        normal: normalOf(bytes, 0),
        otherNormal: normalOf(bytes, 8),
        even: bytes.readUInt32BE(16) / WORD,
      };
    },
    curve(stream, second, turns) {
      const x = (second / DAY_SECONDS) * turns;
      const left = Math.floor(x);
      const t = x - left;
      const [from, to] = [knot(stream, left, turns), knot(stream, left + 1, turns)];
      return from + (to - from) * t * t * (3 - 2 * t);
    },
  };
}

/** The sum of four even values. Plain arithmetic only, so that all machines agree on every bit. */
function normalOf(bytes: Buffer, offset: number): number {
  let total = 0;
  for (let part = 0; part < 4; part += 1) total += bytes.readUInt16BE(offset + 2 * part);
  return (total / HALF_WORD - 2) * Math.sqrt(3);
}
