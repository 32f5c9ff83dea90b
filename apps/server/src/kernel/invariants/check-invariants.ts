/** Checks the invariants each minute, in one instance; a broken one makes the system read-only (ADR 52). */
import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/database/database.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Log } from '../../platform/log.ts';
import { type Rest, restsOf } from '../../platform/rests.ts';
import { logAct } from '../operators/audit-log.ts';
import { publishToConsoles } from '../operators/operator-live.ts';
import type { Invariant, Mark, Since } from './invariant.ts';
import { piecesOf } from './pieces.ts';
import {
  advance,
  beginPeriod,
  claimCheck,
  isMarkSettled,
  planForNow,
  putResult,
  releaseCheck,
  resultsQuery,
  takeMark,
} from './progress.ts';
import type { ReadOnly } from './read-only.ts';

export interface CheckDeps {
  database: Database;
  clock: Clock;
  log: Log;
  bus: Bus;
  readOnly: ReadOnly;
  invariants: readonly Invariant[];
  /** Called in the transaction in which read-only mode begins (epoch ms). */
  begun?: (tx: Tx, at: number) => Promise<void>;
}

/** An instance that checks for longer is taken for dead. */
const CLAIM_MS = 3 * MINUTE_MS;
/** Transactions that began before a mark end within milliseconds; after a second the check starts from the old mark next time. */
const SETTLE_TRIES = 50;
const SETTLE_MS = 20;
const FAULTS_MAX = 20;
/** Our choice: orders get two thirds of the core on which a busy minute is checked, and the next check finds it done. */
const RESTS = { factor: 2, allMs: 30_000 };

interface Checked {
  readonly id: string;
  readonly tookMs: number;
  readonly faults: readonly string[];
  readonly ownThrough: number;
  readonly ownNoted: number;
}

export function createInvariantChecks(deps: CheckDeps): Feature {
  const run = (ending?: AbortSignal) => checkInvariants(deps, ending);
  return { slug: 'invariants', jobs: [{ name: 'invariants.check', everyMs: MINUTE_MS, run }] };
}

/**
 * Checks every rule for all that was written since the last passed check, also by transactions that committed late. Stores
 * the results; moves on only if all rules hold. `ending`: from then on without pauses.
 */
export async function checkInvariants(deps: CheckDeps, ending?: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  const claimed = await database.transaction((tx) =>
    tx.maybe(claimCheck, [clock.now(), clock.now() + CLAIM_MS]),
  );
  if (claimed === undefined) return;
  try {
    const from = { entry: claimed.entriesThrough, posting: claimed.postingsThrough };
    const to = await settledMark(database);
    const checked = await checkAll(deps, { from, to, rest: restsOf({ ...RESTS, ending }) });
    const isBroken = checked.some(({ faults }) => faults.length > 0);
    await database.transaction(async (tx) => {
      for (const each of checked) {
        await tx.run(putResult, [
          each.id,
          clock.now(),
          each.tookMs,
          each.faults,
          each.ownThrough,
          each.ownNoted,
        ]);
      }
      if (isBroken) await beginReadOnly(tx, deps, checked);
      else if (to !== undefined) await tx.run(advance, [to.entry, to.posting]);
    });
    if (isBroken) report(deps, checked);
  } finally {
    await database.transaction((tx) => tx.run(releaseCheck, []));
  }
  await deps.readOnly.refresh();
}

/** The newest ids below which no row can appear any more, or undefined while an older transaction lasts. */
async function settledMark(database: Database): Promise<Mark | undefined> {
  const mark = await database.transaction((tx) => tx.one(takeMark, []));
  for (let tries = 0; tries < SETTLE_TRIES; tries += 1) {
    const { isSettled } = await database.one(isMarkSettled, [mark.settledAt]);
    if (isSettled) return { entry: mark.entries, posting: mark.postings };
    await pause(SETTLE_MS);
  }
  return undefined;
}

interface Check {
  readonly from: Mark;
  /** Undefined: an older transaction may still write before it. */
  readonly to: Mark | undefined;
  readonly rest: Rest;
}

/**
 * Rules are checked one after the other, so that one connection is busy, not all; those of entries in pieces of entries that
 * cannot change any more, each in a snapshot of its own, all others in one.
 */
async function checkAll({ database, invariants }: CheckDeps, check: Check): Promise<Checked[]> {
  const { from, to, rest } = check;
  const isInPieces = (rule: Invariant) => rule.isOfEntries === true && to !== undefined;
  const ofMemory = invariants.filter(({ isOfMemory }) => isOfMemory === true);
  const ofBooks = invariants.filter((rule) => rule.isOfMemory !== true && !isInPieces(rule));
  const checked = [
    ...(await database.snapshot(async (reader) => {
      await reader.one(planForNow, []);
      return checkEach(reader, ofBooks, { from, rest });
    })),
    ...(await checkEach(database, ofMemory, { from, rest })),
  ];
  if (to !== undefined) {
    const pieces = await database.snapshot((reader) => piecesOf(reader, from, { through: to }));
    for (const rule of invariants.filter(isInPieces)) {
      checked.push(await checkPieces(database, { rule, pieces, rest }));
    }
  }
  const places = new Map(invariants.map(({ id }, place) => [id, place]));
  return checked.sort((left, right) => places.get(left.id)! - places.get(right.id)!);
}

async function checkEach(
  reader: Reader,
  rules: readonly Invariant[],
  { from, rest }: Pick<Check, 'from' | 'rest'>,
): Promise<Checked[]> {
  const earlier = new Map((await reader.many(resultsQuery, [])).map((each) => [each.id, each]));
  const checked: Checked[] = [];
  for (const { id, find, reached } of rules) {
    const { ownThrough = 0, ownNoted = 0 } = earlier.get(id) ?? {};
    const startedAt = performance.now();
    const faults = (await find(reader, { ...from, own: ownThrough })).slice(0, FAULTS_MAX);
    const isHeld = faults.length === 0 && reached !== undefined;
    const tookMs = performance.now() - startedAt;
    checked.push({
      id,
      faults,
      tookMs: Math.round(tookMs),
      ownThrough: isHeld ? ownNoted : ownThrough,
      ownNoted: isHeld ? Math.max(ownNoted, await reached(reader)) : ownNoted,
    });
    await rest(tookMs);
  }
  return checked;
}

interface InPieces {
  readonly rule: Invariant;
  readonly pieces: readonly Omit<Since, 'own'>[];
  readonly rest: Rest;
}

/** Until the most faults are found. `tookMs`: without the pauses. */
async function checkPieces(
  database: Database,
  { rule: { id, find }, pieces, rest }: InPieces,
): Promise<Checked> {
  const faults: string[] = [];
  let tookMs = 0;
  for (const piece of pieces) {
    if (faults.length >= FAULTS_MAX) break;
    const startedAt = performance.now();
    const found = await database.snapshot(async (reader) => {
      await reader.one(planForNow, []);
      return find(reader, { ...piece, own: 0 });
    });
    faults.push(...found);
    const workMs = performance.now() - startedAt;
    tookMs += workMs;
    await rest(workMs);
  }
  return {
    id,
    faults: faults.slice(0, FAULTS_MAX),
    tookMs: Math.round(tookMs),
    ownThrough: 0,
    ownNoted: 0,
  };
}

/** Begins with the first broken rule, unless the mode is on already. */
async function beginReadOnly(tx: Tx, { clock, begun }: CheckDeps, checked: readonly Checked[]) {
  const first = checked.find(({ faults }) => faults.length > 0)!;
  const at = clock.now();
  const period = await tx.maybe(beginPeriod, [first.id, first.faults, at]);
  if (period === undefined) return;
  const detail = { invariant: first.id, faults: first.faults };
  const entry = { actor: undefined, subject: `readOnly:${period.id}`, detail };
  await logAct(tx, { ...entry, action: 'readOnly.begin' }, at);
  await begun?.(tx, at);
}

function report({ log, bus }: CheckDeps, checked: readonly Checked[]): void {
  for (const { id, faults } of checked) {
    if (faults.length > 0) log.error({ invariant: id, faults }, 'an invariant is broken');
  }
  publishToConsoles(bus, { needs: ['role'], message: { kind: 'operations' } });
}
