/** Opens a contract: everything is checked first, then row, stake, events and answer are one transaction. */
import { houseBooks, recordTypes, transfer } from '@tern/ledger';
import { type Amount, fitsScale, formatDecimal, parseDecimal, type Rate, ZERO } from '@tern/money';
import type { FuturesContractRow } from '@tern/protocol';
import { termsHash } from '@tern/proofs';
import { type Direction, payoutOf, type Terms } from '@tern/settlement';
import { type Instrument, instrumentState } from '../../kernel/instruments.ts';
import { balanceRow } from '../../kernel/balances.ts';
import { recordMemberEvents } from '../../kernel/member-events.ts';
import { lockMember, type Member } from '../../kernel/members.ts';
import { isOverdrawn, postEntries } from '../../kernel/post-entries.ts';
import { type ReferenceTick, STALE_AFTER_MS } from '../../kernel/reference-prices.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { isOpen } from '../../kernel/trading-hours.ts';
import { isoTime } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Contract, newTerms, STAKE_ASSET } from './contract.ts';
import { contractRowOf, placedEvent } from './contract-row.ts';
import type { FuturesDeps } from './deps.ts';
import { dayStart, houseLoss, isWithinDay, limitsAt } from './rules.ts';
import { futuresSettings } from './settings.ts';
import { addExposure, newContractId, stakedSince, writeContract } from './store.ts';
import { findLimits } from './store-limits.ts';

export interface PlaceContractInput {
  memberId: number;
  direction: Direction;
  /** As sent: text or number, empty when not given. */
  stake: string | number;
  /** "btcusdt", or the base of a market in USDT. */
  market: string;
  seconds: number;
  /** What the member was shown; absent when they take what is offered. */
  ratio: string | number | undefined;
}

interface Wanted {
  readonly instrument: Instrument;
  readonly direction: Direction;
  readonly stake: Amount;
  readonly terms: Terms;
  /** Epoch milliseconds. */
  readonly acceptedAt: number;
}

/** A clock that stands further behind the prices than this would open on a price that is already known. */
const CLOCK_BEHIND_MAX_MS = 1_000;

/**
 * Fails with: 4019 no such market, 4026 closed now or before its end, 5004 a duration or ratio no longer offered,
 * 5001, 4006, 4018 the stake, 5005 no fresh price, 4008 frozen, 5011 not offered in the member's country,
 * 5009 the member pauses, 5012 own daily limit, 5013 the house's own limit, 4020 (rules §4).
 */
export async function placeContract(
  tx: Tx,
  deps: FuturesDeps,
  input: PlaceContractInput,
): Promise<{ order: FuturesContractRow }> {
  const wanted = wantedContract(deps, input);
  const now = deps.clock.now();
  // Whoever places twice at once waits here, so that both are counted for the day.
  const [member, own, id] = await Promise.all([
    lockMember(tx, input.memberId),
    findLimits(tx, input.memberId),
    newContractId(tx),
  ]);
  refuseMember(deps, member);
  const limits = limitsAt(own, now);
  if (limits.pausedUntil !== null) {
    const until = isoTime(limits.pausedUntil);
    throw new Refusal(5009, { values: { time: until }, data: { until } });
  }
  if (limits.dailyStake !== null) {
    const staked = await stakedSince(tx, input.memberId, dayStart(now));
    if (!isWithinDay(limits, staked, wanted.stake)) {
      throw new Refusal(5012, {
        fields: ['usdt'],
        data: { limit: formatDecimal(limits.dailyStake) },
      });
    }
  }
  const contract = await writeContract(
    tx,
    agreementOf(deps, wanted, { id, memberId: input.memberId }),
  );
  await keepExposure(tx, deps, wanted);
  const balances = await openingEntry(tx, contract, now);
  const ownBalances = balances.filter((balance) => balance.ownerId === contract.memberId);
  const data = ownBalances.map(balanceRow);
  const { memberId } = contract;
  const moved = { memberId, topic: 'assets.balance', data } as const;
  await recordMemberEvents(tx, [placedEvent(contract, wanted.instrument), moved], now);
  return { order: contractRowOf(contract, wanted.instrument) };
}

/** What can be decided without the database. */
function wantedContract(deps: FuturesDeps, input: PlaceContractInput): Wanted {
  const { instruments, clock, settings, prices } = deps;
  const name = input.market.toLowerCase();
  const instrument = instruments.find(name) ?? instruments.find(`${name}usdt`);
  if (instrument === undefined) throw new Refusal(4019, { fields: ['coinname'] });
  const offer = settings
    .read(futuresSettings.offers)
    .find(({ seconds }) => seconds === input.seconds);
  if (offer === undefined) throw new Refusal(5004, { fields: ['ctime_num'] });
  if (input.ratio !== undefined && input.ratio !== '') {
    const shown = parseDecimal<Rate>(String(input.ratio));
    if (shown !== offer.ratio) throw new Refusal(5004, { fields: ['ratio'] });
  }
  const assetScale = deps.assets.get(STAKE_ASSET).scale;
  const stake = checkedStake(deps, input.stake, assetScale);
  const terms = newTerms({ ...offer, symbol: instrument.symbol, assetScale });
  const now = clock.now();
  refuseClosed(instrument, terms, now);
  const acceptedAt = acceptanceTime(prices.latest(instrument.symbol), now);
  return { instrument, direction: input.direction, stake, terms, acceptedAt };
}

function checkedStake(deps: FuturesDeps, given: string | number, scale: number): Amount {
  const stake = parseDecimal(String(given));
  if (stake === undefined || stake <= ZERO || !fitsScale(stake, scale)) {
    throw new Refusal(5001, { fields: ['usdt'] });
  }
  const min = deps.settings.read(futuresSettings.stakeMin).get(STAKE_ASSET);
  const max = deps.settings.read(futuresSettings.stakeMax).get(STAKE_ASSET);
  if (min !== undefined && stake < min) {
    const limit = formatDecimal(min);
    throw new Refusal(4006, { msg: limit, data: { bound: { name: 'stakeMin', limit } } });
  }
  if (max !== undefined && stake > max) {
    const limit = formatDecimal(max);
    throw new Refusal(4018, { fields: ['usdt'], data: { bound: { name: 'stakeMax', limit } } });
  }
  return stake;
}

/** No contract may still run when its market has closed. */
function refuseClosed(instrument: Instrument, terms: Terms, now: number): void {
  const latestEnd = now + terms.openWithinMs + terms.durationSeconds * 1_000;
  const isTraded = instrument.state === instrumentState.normal;
  if (!isTraded || !isOpen(instrument.hours, now) || !isOpen(instrument.hours, latestEnd)) {
    throw new Refusal(4026);
  }
}

/** Never before a price that is already known: the opening price is one that nobody has seen. */
function acceptanceTime(latest: ReferenceTick | undefined, now: number): number {
  if (latest === undefined || now - latest.at > STALE_AFTER_MS) throw new Refusal(5005);
  if (latest.at - now > CLOCK_BEHIND_MAX_MS) throw new Refusal(5005);
  return Math.max(now, latest.at);
}

function refuseMember(deps: FuturesDeps, member: Member | undefined): void {
  if (member === undefined) throw new Refusal(4016);
  if (member.isFrozen) throw new Refusal(4008);
  if (deps.settings.read(futuresSettings.countriesOff).has(member.countryCode)) {
    throw new Refusal(5011);
  }
}

function agreementOf(deps: FuturesDeps, wanted: Wanted, who: { id: number; memberId: number }) {
  const { instrument, direction, stake, terms, acceptedAt } = wanted;
  const signed = { id: String(who.id), terms, acceptedAt, direction, stake };
  return {
    ...who,
    instrumentId: instrument.id,
    direction,
    stake,
    rule: terms.ruleVersion,
    durationSeconds: terms.durationSeconds,
    payoutRatio: terms.payoutRatio,
    openWithinMs: terms.openWithinMs,
    staleAfterMs: terms.staleAfterMs,
    termsHash: Buffer.from(termsHash(terms), 'hex'),
    acceptedAt,
    receipt: deps.transparency.signReceipt(signed),
  };
}

/** Refuses what would let the house lose more than it may; what stands is never touched. */
async function keepExposure(tx: Tx, deps: FuturesDeps, wanted: Wanted): Promise<void> {
  const { instrument, direction, stake, terms } = wanted;
  const { winnings } = payoutOf(terms, stake, 'win');
  const side = { instrumentId: instrument.id, direction, stake };
  const exposure = await addExposure(tx, side, winnings);
  const max = deps.settings.read(futuresSettings.exposureMax).get(STAKE_ASSET);
  if (max !== undefined && houseLoss(exposure, direction) > max) {
    throw new Refusal(5013, { text: 'futures.full' });
  }
}

async function openingEntry(tx: Tx, contract: Contract, now: number) {
  const { id, memberId, stake } = contract;
  const postings = transfer({
    from: { owner: memberId, purpose: 'available' },
    to: { owner: houseBooks.contracts, purpose: 'available' },
    asset: STAKE_ASSET,
    amount: stake,
  });
  try {
    const entry = { kind: recordTypes.contractOpen, reference: `contract:${id}`, postings };
    return await postEntries(tx, [entry], now);
  } catch (error) {
    if (isOverdrawn(error)) throw new Refusal(4020, { fields: ['usdt'] });
    throw error;
  }
}
