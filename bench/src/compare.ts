/** Interleaved rounds: each contender runs once per round, so that a noisy minute affects all of them. */
import { loadavg } from 'node:os';
import { type Spread, spreadOf } from './spread.ts';
import { watchStolenTime } from './stolen-time.ts';

/** Named figures of one run of one contender, such as `{ opsPerSecond: 5_000_000 }`. */
export type Sample = Readonly<Record<string, number>>;

export interface Contender {
  readonly name: string;
  /** One full run; set-up is not timed. */
  measure(): Sample | Promise<Sample>;
}

interface Round {
  /** One-minute load average before the round; 1 of it may be the bench itself. */
  readonly loadAverage: number;
  readonly samples: Readonly<Record<string, Sample>>;
}

interface Result {
  readonly contender: string;
  readonly metric: string;
  readonly spread: Spread;
  /** The first contender's figure / this one's, taken per round, then spread. */
  readonly firstToThis: Spread;
}

export interface Comparison {
  readonly title: string;
  readonly rounds: readonly Round[];
  readonly results: readonly Result[];
}

interface Plan {
  readonly title: string;
  /** Ours first: ratios are taken against it. */
  readonly contenders: readonly Contender[];
  readonly rounds: number;
  readonly log: (line: string) => void;
}

export async function compare({ title, contenders, rounds, log }: Plan): Promise<Comparison> {
  const done: Round[] = [];
  for (let round = 1; round <= rounds; round++) {
    const loadAverage = loadavg()[0] ?? 0;
    const samples: Record<string, Sample> = {};
    for (const contender of contenders) {
      const stolenTime = watchStolenTime();
      const sample = await contender.measure();
      const stolen = stolenTime();
      samples[contender.name] = stolen === undefined ? sample : { ...sample, 'stolen %': stolen };
    }
    done.push({ loadAverage, samples });
    log(`${title}: round ${round} of ${rounds}, load ${loadAverage.toFixed(2)}`);
  }
  return { title, rounds: done, results: summarise(contenders, done) };
}

function summarise(contenders: readonly Contender[], rounds: readonly Round[]): Result[] {
  const first = contenders[0]?.name ?? '';
  return contenders.flatMap(({ name }) =>
    Object.keys(rounds[0]?.samples[name] ?? {}).map((metric) => {
      const own = rounds.map((round) => round.samples[name]?.[metric] ?? Number.NaN);
      const ratios = rounds.map(
        (round, at) => (round.samples[first]?.[metric] ?? Number.NaN) / (own[at] ?? Number.NaN),
      );
      return { contender: name, metric, spread: spreadOf(own), firstToThis: spreadOf(ratios) };
    }),
  );
}
