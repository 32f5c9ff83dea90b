/** Counts the results of ended contracts, for the public figures (ADR 51) and for alarms where they exceed what chance allows (ADR 37). */
import { futuresOutcome, futuresStatus } from '@tern/protocol';
import {
  countIn,
  EMPTY_SEQUENCE,
  type EndedContract,
  excessOf,
  falseAlarmChance,
  sequenceFor,
  type Outcome,
  periodOf,
  type ResultSequence,
  type ResultSubject,
} from '@tern/settlement';
import { joinedAt } from '../../../../kernel/members/members.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import type { Job } from '../../../../platform/feature.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import type { FuturesDeps } from '../deps.ts';
import { ageBand, stakeStep } from '../figures/rules.ts';
import { addToMonths, type CountedContract } from '../figures/store.ts';
import {
  contractsAfter,
  type CountedRow,
  dropSequences,
  findCountedTo,
  findSequences,
  moveCountedTo,
  type ResultKey,
  type StoredSequence,
  writeSequences,
} from '../store-results.ts';
import { type Outside, raiseAlarm } from './raise-alarm.ts';

const EVERY_MS = 10_000;
/**
 * Most contracts in a transaction and transactions in a run, so that the job never blocks the database or the main
 * thread.
 */
const BATCH_MAX = 500;
const BATCHES_MAX = 20;
/** After this time an acceptance has committed, so no smaller id can still appear. */
const COMMITTED_MS = 60_000;
/** Counting waits this long for a contract that cannot be settled, and then skips it. */
const STUCK_MS = 10 * 60_000;
const DROPPED_MAX = 1_000;
const DAY_CHARACTERS = 'YYYY-MM-DD'.length;
const MONTH_CHARACTERS = 'YYYY-MM'.length;
const YEAR_CHARACTERS = 'YYYY'.length;

const OUTCOMES: Readonly<Record<number, Outcome>> = {
  [futuresOutcome.win]: 'win',
  [futuresOutcome.loss]: 'loss',
  [futuresOutcome.tie]: 'tie',
};

export class ResultCounter {
  private readonly deps: FuturesDeps;
  /** The contract that counting waits for, and since when. */
  private awaited: { readonly id: number; readonly since: number } | undefined;

  constructor(deps: FuturesDeps) {
    this.deps = deps;
  }

  job(): Job {
    return { name: 'futures.count-results', everyMs: EVERY_MS, run: () => this.count() };
  }

  /** Counts ended contracts in the order of acceptance, up to a limit per call. */
  async count(): Promise<void> {
    for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
      if ((await this.countBatch()) < BATCH_MAX) return;
    }
  }

  /** Returns the size of the batch. The transaction only writes, because events of members wait while it is open. */
  private async countBatch(): Promise<number> {
    const { database } = this.deps;
    const from = await findCountedTo(database);
    const rows = this.ready(await contractsAfter(database, from, BATCH_MAX));
    const last = rows.at(-1);
    if (last === undefined) return 0;
    const ended = rows.filter(({ status }) => status !== futuresStatus.pending);
    const sequences = new Sequences(await findSequences(database, keysOf(ended)));
    const counted = await countedOf(database, ended);
    const outside = new Map<string, Outside>();
    for (const row of ended) {
      for (const each of sequences.count(row)) outside.set(keyText(each), each);
    }
    await database.transaction(async (tx) => {
      if (!(await moveCountedTo(tx, from, last.id))) return;
      await addToMonths(tx, counted);
      await writeSequences(tx, sequences.changed());
      for (const each of outside.values()) await raiseAlarm(tx, this.deps, each);
      await dropOldSequences(tx, last);
    });
    return rows.length;
  }

  /** The contracts before the first unsettled one, which is waited for up to `STUCK_MS`. */
  private ready(rows: CountedRow[]): CountedRow[] {
    const now = this.deps.clock.now();
    const end = rows.findIndex((row) => {
      if (row.acceptedAt > now - COMMITTED_MS) return true;
      if (row.status !== futuresStatus.pending) return false;
      if (this.awaited?.id !== row.id) this.awaited = { id: row.id, since: now };
      return now - Math.max(this.awaited.since, knownAt(row)) <= STUCK_MS;
    });
    return end < 0 ? rows : rows.slice(0, end);
  }
}

/** The settled contracts of a batch, as the public figures count them. Void and invalid ones have no result. */
async function countedOf(reader: Reader, rows: readonly CountedRow[]): Promise<CountedContract[]> {
  const settled = rows.filter(({ status }) => status === futuresStatus.settled);
  const joined = await joinedAt(
    reader,
    settled.map(({ memberId }) => memberId),
  );
  return settled.map(({ memberId, stake, outcome, profit, acceptedAt }) => ({
    month: isoTime(periodStart('account', acceptedAt)).slice(0, DAY_CHARACTERS),
    memberId,
    stake: stakeStep(stake),
    age: ageBand(joined.get(memberId) ?? acceptedAt, acceptedAt),
    outcome,
    profit,
  }));
}

/** When the result was known: the due time, or the end of the opening span. Units: epoch ms. */
const knownAt = ({ dueAt, acceptedAt, openAfterMs, openWithinMs }: CountedRow): number =>
  dueAt ?? acceptedAt + openAfterMs + openWithinMs;

/** Removes the sequences of periods before the contract's: nothing more is added to them. */
async function dropOldSequences(tx: Tx, { acceptedAt }: CountedRow): Promise<void> {
  // The order of ids and of acceptance differ by seconds at most.
  const at = acceptedAt - DAY_MS;
  await dropSequences(
    tx,
    { year: periodStart('house', at), month: periodStart('account', at) },
    DROPPED_MAX,
  );
}

const keyText = ({ subject, id, period }: ResultKey): string => `${subject} ${id} ${period}`;

function keysOfOne({ memberId, instrumentId, acceptedAt }: CountedRow): ResultKey[] {
  return [
    { subject: 'account', id: memberId, period: periodStart('account', acceptedAt) },
    { subject: 'market', id: instrumentId, period: periodStart('market', acceptedAt) },
    { subject: 'house', id: 0, period: periodStart('house', acceptedAt) },
  ];
}

function keysOf(rows: readonly CountedRow[]): ResultKey[] {
  const all = rows.flatMap(keysOfOne);
  return [...new Map(all.map((key) => [keyText(key), key])).values()];
}

/** The start of the subject's counting period, its month or year in UTC. Units: epoch milliseconds. */
export function periodStart(subject: ResultSubject, at: number): number {
  const iso = isoTime(at);
  return periodOf(subject) === 'month'
    ? Date.parse(`${iso.slice(0, MONTH_CHARACTERS)}-01T00:00:00Z`)
    : Date.parse(`${iso.slice(0, YEAR_CHARACTERS)}-01-01T00:00:00Z`);
}

/** The sequences of all subjects of a batch during counting. */
class Sequences {
  private readonly known = new Map<string, ResultSequence[]>();
  private readonly touched = new Map<string, StoredSequence>();

  constructor(stored: readonly StoredSequence[]) {
    for (const each of stored) this.of(each)[each.sequence] = each.counted;
  }

  /** Returns the subjects whose results are now outside the limits. */
  count(row: CountedRow): Outside[] {
    const { acceptedAt, stake, payoutRatio, profit } = row;
    const contract: EndedContract = {
      acceptedAt,
      stake,
      payoutRatio,
      profit,
      knownAt: knownAt(row),
      outcome: OUTCOMES[row.outcome],
    };
    const outside: Outside[] = [];
    for (const key of keysOfOne(row)) {
      const sequences = this.of(key);
      const sequence = sequenceFor(sequences, acceptedAt);
      if (sequence === undefined) continue;
      const counted = countIn(sequences[sequence] ?? EMPTY_SEQUENCE, contract);
      sequences[sequence] = counted;
      this.touched.set(`${keyText(key)} ${sequence}`, { ...key, sequence, counted });
      const excess = excessOf(counted, { chance: falseAlarmChance(key.subject), sequence });
      if (excess !== undefined) outside.push({ ...key, counted, excess });
    }
    return outside;
  }

  changed(): StoredSequence[] {
    return [...this.touched.values()];
  }

  private of(key: ResultKey): ResultSequence[] {
    const text = keyText(key);
    const found = this.known.get(text) ?? [];
    this.known.set(text, found);
    return found;
  }
}
