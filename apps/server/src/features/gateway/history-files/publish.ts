/** Publishes history files: each day after its end, then its month, each with a manifest whose hash is in the public log (ADR 80). */
import { documentEntry, documentHash, formatReceipt } from '@tern/proofs';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import type { Random } from '../../../platform/random.ts';
import { historyOf, type Pricing, type SymbolState } from '../../market/pricing/index.ts';
import { type PublicLog, proveEntry } from '../../proof/public-log/index.ts';
import { makeDay, type MakeDeps, makeMonth } from './make-files.ts';
import { dayOf, endOfMonth, monthOf, parsePath, startOfDay } from './names.ts';
import {
  insertFiles,
  type NewFile,
  newestPublication,
  publish,
  readPaths,
  readPublication,
  writeManifest,
} from './store.ts';

export interface PublishDeps extends MakeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly pricing: Pick<Pricing, 'states'>;
  readonly publicLog: Pick<PublicLog, 'append'>;
}

/** By then prices that came late are in; trades are read long before retention deletes them. */
const SETTLED_AFTER_MS = HOUR_MS;
/** A day of which nothing more came, because of a pause, is published after this time. */
const GIVEN_UP_AFTER_MS = 12 * HOUR_MS;

const DAILY = 'daily/';
const MONTHLY = 'monthly/';

/** Publishes the days that are over and the months that they complete, oldest first, until `ending`. */
export async function publishDue(deps: PublishDeps, ending?: AbortSignal): Promise<void> {
  for (;;) {
    const month = await dueMonth(deps);
    const day = month === undefined ? await dueDay(deps) : undefined;
    const due = month ?? day;
    if (due === undefined || ending?.aborted) return;
    await publishUnit(deps, due, ending);
  }
}

/** What is published together. */
export interface Unit {
  readonly name: string;
  readonly states: readonly SymbolState[];
  make(state: SymbolState): Promise<NewFile[]>;
}

/** Goes on where an earlier run ended. */
async function publishUnit(deps: PublishDeps, unit: Unit, ending?: AbortSignal): Promise<void> {
  try {
    await addFiles(deps, unit, ending);
    if (!ending?.aborted) await sealUnit(deps, unit.name);
  } catch (error) {
    // Another instance was faster: it has published the unit, and nothing of this attempt is stored.
    if ((await readPublication(deps.database, unit.name)) === undefined) throw error;
  }
}

/** A market's files are written in one transaction, so it has all or none of them. */
async function addFiles(
  { database, clock }: PublishDeps,
  { name: publication, states, make }: Unit,
  ending?: AbortSignal,
): Promise<void> {
  const paths = await readPaths(database, publication);
  const done = new Set(paths.map((path) => parsePath(path)?.symbol));
  for (const state of states) {
    if (ending?.aborted) return;
    if (done.has(state.instrument.symbol.toUpperCase())) continue;
    const files = await make(state);
    if (files.length === 0) continue;
    const given = { publication, files, at: clock.now() };
    await database.transaction((tx) => insertFiles(tx, given));
  }
}

/** 16 bytes in hexadecimal. */
const SALT_DIGITS = 32;

/** The manifest is a document of the log like any other, so that its receipt can be verified as one. */
async function sealUnit(deps: PublishDeps, name: string): Promise<void> {
  const { database, clock, random, publicLog } = deps;
  const manifest = await writeManifest(database, name);
  const salt = random.text(SALT_DIGITS, '0123456789abcdef');
  const at = clock.now();
  const hash = documentHash(salt, Buffer.from(manifest));
  const entry = documentEntry({ kind: 'history', at, hash });
  await publicLog.append(entry, async (tx, entryIndex) => {
    const extra = formatReceipt({ kind: 'document', entry, salt });
    const receipt = await proveEntry(tx, { index: entryIndex, extra });
    if (receipt === undefined) throw new Error('the public log is not open yet');
    await publish(tx, { publication: name, manifest, entryIndex, receipt, at });
  });
}

async function dueDay(deps: PublishDeps): Promise<Unit | undefined> {
  const { database, clock, pricing } = deps;
  const newest = await newestPublication(database, DAILY);
  const start =
    newest === null ? await firstDay(deps) : startOfDay(newest.slice(DAILY.length)) + DAY_MS;
  const over = clock.now() - (start + DAY_MS);
  const states = pricing.states();
  const isSettled = states.some(({ chain }) => chain.at >= start + DAY_MS);
  if (!(over >= (isSettled ? SETTLED_AFTER_MS : GIVEN_UP_AFTER_MS))) return undefined;
  const make = (state: SymbolState) => makeDay(deps, state, start);
  return { name: DAILY + dayOf(start), states, make };
}

/** The first day with prices that are not simulated history; not a number before there are any. */
async function firstDay({ pricing, marketData }: PublishDeps): Promise<number> {
  const begins: number[] = [];
  for (const state of pricing.states()) {
    const history = historyOf(state);
    const [oldest] =
      history === undefined
        ? await marketData.candles(state, { interval: '1day', limit: DAYS_MAX })
        : [];
    const begin = history?.endsAt ?? oldest?.start;
    if (begin !== undefined) begins.push(begin);
  }
  return begins.length === 0 ? Number.NaN : startOfDay(dayOf(Math.min(...begins)));
}

/** Ten years. */
const DAYS_MAX = 3_660;

/** The oldest month whose days are all published and that is not. */
async function dueMonth(deps: PublishDeps): Promise<Unit | undefined> {
  const { database, pricing } = deps;
  const day = await newestPublication(database, DAILY);
  if (day === null) return undefined;
  const newest = await newestPublication(database, MONTHLY);
  const month =
    newest === null
      ? monthOf(await firstDay(deps))
      : monthOf(endOfMonth(newest.slice(MONTHLY.length)));
  if (startOfDay(day.slice(DAILY.length)) + DAY_MS < endOfMonth(month)) return undefined;
  const make = (state: SymbolState) => makeMonth(deps, state, month);
  return { name: MONTHLY + month, states: pricing.states(), make };
}
