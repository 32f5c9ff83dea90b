/** Halts of markets by operators: one for an hour, a second one for longer; either of them reopens (ADR 82). */
import type { MessageCode } from '@tern/protocol/operator';
import {
  confirmHalt,
  endHalt,
  HALTS_CHANGED,
  hasEnded,
  insertHalt,
  type MarketHalt,
  type MarketHalts,
  recentHaltBy,
  runningHaltOf,
  runningHalts,
} from '../../../kernel/catalog/market-halts.ts';
import {
  type Instrument,
  type InstrumentRegistry,
  type instrumentState,
} from '../../../kernel/catalog/instruments.ts';
import { publishToAll } from '../../../kernel/events/live-feed.ts';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { publishToConsoles } from '../../../kernel/operators/operator-live.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readMessage, readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import type { Bus } from '../../../platform/bus.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';

export interface HaltDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly instruments: InstrumentRegistry;
  readonly halts: Pick<MarketHalts, 'refresh'>;
}

/** Of one operator alone. */
const ALONE_MS = HOUR_MS;
/** The same operator can halt the same market again after this time. */
const AGAIN_AFTER_MS = DAY_MS;

export type HaltState = (typeof instrumentState)['halted' | 'cancelOnly'];

/** @throws not-listed */
export function marketNamed({ instruments }: Pick<HaltDeps, 'instruments'>, symbol: string) {
  const instrument = instruments.find(symbol);
  if (instrument === undefined) throw new Refusal('not-listed', { fields: ['symbol'] });
  return instrument;
}

export const subjectOf = ({ symbol }: Instrument) => `market:${symbol}`;

/**
 * No instance takes a new order, contract or swap of the market within a second; orders can be cancelled. Returns the end
 * (epoch ms).
 * @throws invalid-request naming the field, not-listed, already-decided while another operator halts it, second-person-needed for whoever
 *   halted it within the last day
 */
export async function haltMarket(
  deps: HaltDeps,
  actor: Reviewer,
  input: {
    symbol: string;
    state: HaltState;
    message?: MessageCode | undefined;
    reason: string;
  },
): Promise<number> {
  const { database, clock } = deps;
  const reason = readReason(input.reason);
  const message = readMessage('halt', input.message);
  const instrument = marketNamed(deps, input.symbol);
  const until = await database.transaction(async (tx) => {
    const at = clock.now();
    await endIfDue(tx, instrument, at);
    const { operatorId } = actor;
    const running = await tx.maybe(runningHaltOf, [instrument.id]);
    if (running !== undefined && running.operatorId !== null) throw new Refusal('already-decided');
    const recent = await tx.maybe(recentHaltBy, [instrument.id, operatorId, at - AGAIN_AFTER_MS]);
    if (recent !== undefined) throw new Refusal('second-person-needed');
    // An automatic halt is short: an operator's takes its place.
    if (running !== undefined) await tx.run(endHalt, [running.id, operatorId, at]);
    const end = at + ALONE_MS;
    const { state } = input;
    const instrumentId = instrument.id;
    await insertHalt(tx, {
      instrumentId,
      state,
      message,
      reason,
      operatorId,
      beganAt: at,
      until: end,
    });
    const detail = { state, until: isoTime(end) };
    const act = { actor, action: 'market.halt' as const, subject: subjectOf(instrument) };
    await logAct(tx, { ...act, reason, detail }, at);
    return end;
  });
  await haltsChanged(deps, [instrument]);
  return until;
}

/**
 * Returns the new end (epoch ms), null for none. `hours` null: until someone reopens the market.
 * @throws invalid-request naming the field, not-listed, already-decided without a halt that waits, second-person-needed for
 *   whoever began it
 */
export async function confirmMarketHalt(
  deps: HaltDeps,
  actor: Reviewer,
  input: { symbol: string; hours: number | null; reason: string },
): Promise<number | null> {
  const reason = readReason(input.reason);
  const instrument = marketNamed(deps, input.symbol);
  const until = await deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const halt = await inForce(tx, instrument, at);
    if (halt.confirmedBy !== null || halt.operatorId === null) throw new Refusal('already-decided');
    if (halt.operatorId === actor.operatorId) throw new Refusal('second-person-needed');
    const end = input.hours === null ? null : at + input.hours * HOUR_MS;
    await tx.run(confirmHalt, [halt.id, actor.operatorId, at, end]);
    const detail = { until: end === null ? null : isoTime(end) };
    const act = { actor, action: 'market.confirmHalt' as const, subject: subjectOf(instrument) };
    await logAct(tx, { ...act, reason, detail }, at);
    return end;
  });
  await haltsChanged(deps, [instrument]);
  return until;
}

/** @throws invalid-request naming the field, not-listed, already-decided when it is not halted */
export async function reopenMarket(
  deps: HaltDeps,
  actor: Reviewer,
  input: { symbol: string; reason: string },
): Promise<void> {
  const reason = readReason(input.reason);
  const instrument = marketNamed(deps, input.symbol);
  await deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const { id } = await inForce(tx, instrument, at);
    await tx.run(endHalt, [id, actor.operatorId, at]);
    const act = { actor, action: 'market.reopen' as const, subject: subjectOf(instrument) };
    await logAct(tx, { ...act, reason }, at);
  });
  await haltsChanged(deps, [instrument]);
}

/** Ends due halts, each once. Instances have opened their markets already. */
export async function endDueHalts(deps: HaltDeps): Promise<void> {
  const { database, clock, instruments } = deps;
  const due = (await database.many(runningHalts, [])).filter((halt) => hasEnded(halt, clock.now()));
  const ended = due.flatMap(({ instrumentId }) => instruments.findById(instrumentId) ?? []);
  for (const instrument of ended) {
    await database.transaction((tx) => endIfDue(tx, instrument, clock.now()));
  }
  if (ended.length > 0) await haltsChanged(deps, ended);
}

async function inForce(tx: Tx, { id }: Instrument, at: number): Promise<MarketHalt> {
  const halt = await tx.maybe(runningHaltOf, [id]);
  if (halt === undefined || hasEnded(halt, at)) throw new Refusal('already-decided');
  return halt;
}

export async function endIfDue(tx: Tx, instrument: Instrument, at: number): Promise<void> {
  const halt = await tx.maybe(runningHaltOf, [instrument.id]);
  if (halt === undefined || !hasEnded(halt, at)) return;
  await tx.run(endHalt, [halt.id, null, at]);
  const act = { actor: undefined, action: 'market.haltEnd' as const };
  await logAct(tx, { ...act, subject: subjectOf(instrument) }, at);
}

/** After a commit: every instance reads the halts, and the devices of members and operators the list of markets. */
export async function haltsChanged(
  { bus, halts }: HaltDeps,
  changed: readonly Instrument[],
): Promise<void> {
  await halts.refresh();
  bus.publish(HALTS_CHANGED, null);
  for (const { symbol } of changed) publishToAll(bus, 'market.state', { symbol });
  publishToConsoles(bus, { needs: ['offer.read'], message: { kind: 'markets' } });
}
