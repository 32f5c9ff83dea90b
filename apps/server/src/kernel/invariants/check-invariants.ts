/** Checks the invariants each minute, in one program; a broken one makes the system read-only (ADR 52). */
import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/database/database.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Log } from '../../platform/log.ts';
import { logAct } from '../operators/audit-log.ts';
import { publishToConsoles } from '../operators/operator-live.ts';
import { operatorRoles } from '../operators/operators.ts';
import type { Invariant } from './invariant.ts';
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

/** A program that checks for longer is taken for dead. */
const CLAIM_MS = 3 * MINUTE_MS;
/** Transactions that began before a mark end within milliseconds; after a second the check starts from the old mark next time. */
const SETTLE_TRIES = 50;
const SETTLE_MS = 20;
const FAULTS_MAX = 20;

interface Checked {
  readonly id: string;
  readonly tookMs: number;
  readonly faults: readonly string[];
  readonly ownThrough: number;
  readonly ownNoted: number;
}

interface Mark {
  readonly entries: number;
  readonly postings: number;
}

export function createInvariantChecks(deps: CheckDeps): Feature {
  const run = () => checkInvariants(deps);
  return { slug: 'invariants', jobs: [{ name: 'invariants.check', everyMs: MINUTE_MS, run }] };
}

/**
 * Checks every rule in one snapshot, for all that was written since the last passed check, also by transactions that
 * committed late. Stores the results; moves on only if all rules hold.
 */
export async function checkInvariants(deps: CheckDeps): Promise<void> {
  const { database, clock } = deps;
  const claimed = await database.transaction((tx) =>
    tx.maybe(claimCheck, [clock.now(), clock.now() + CLAIM_MS]),
  );
  if (claimed === undefined) return;
  try {
    const from = { entries: claimed.entriesThrough, postings: claimed.postingsThrough };
    const to = await settledMark(database);
    const checked = await checkAll(deps, from);
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
      else if (to !== undefined) await tx.run(advance, [to.entries, to.postings]);
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
    if (isSettled) return mark;
    await pause(SETTLE_MS);
  }
  return undefined;
}

/** Rules are checked one after the other, so that one connection is busy, not all. */
async function checkAll({ database, invariants }: CheckDeps, from: Mark): Promise<Checked[]> {
  const ofMemory = invariants.filter(({ isOfMemory }) => isOfMemory === true);
  const ofBooks = invariants.filter(({ isOfMemory }) => isOfMemory !== true);
  return [
    ...(await database.snapshot(async (reader) => {
      await reader.one(planForNow, []);
      return checkEach(reader, ofBooks, from);
    })),
    ...(await checkEach(database, ofMemory, from)),
  ];
}

async function checkEach(
  reader: Reader,
  rules: readonly Invariant[],
  from: Mark,
): Promise<Checked[]> {
  const earlier = new Map((await reader.many(resultsQuery, [])).map((each) => [each.id, each]));
  const checked: Checked[] = [];
  for (const { id, find, reached } of rules) {
    const { ownThrough = 0, ownNoted = 0 } = earlier.get(id) ?? {};
    const since = { entry: from.entries, posting: from.postings, own: ownThrough };
    const startedAt = performance.now();
    const faults = (await find(reader, since)).slice(0, FAULTS_MAX);
    const isHeld = faults.length === 0 && reached !== undefined;
    checked.push({
      id,
      faults,
      tookMs: Math.round(performance.now() - startedAt),
      ownThrough: isHeld ? ownNoted : ownThrough,
      ownNoted: isHeld ? Math.max(ownNoted, await reached(reader)) : ownNoted,
    });
  }
  return checked;
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
  publishToConsoles(bus, { roles: operatorRoles, message: { kind: 'operations' } });
}
