/** Opens a contract: all that may refuse or wait comes first, then it is accepted; all of it in one transaction. */
import { houseBooks, recordTypes, transfer } from '@tern/ledger';
import { formatDecimal } from '@tern/money';
import type { FuturesContractRow } from '@tern/protocol';
import { termsHash } from '@tern/proofs';
import { payoutOf } from '@tern/settlement';
import { balanceRowsOf } from '../../kernel/ledger/balances.ts';
import { recordMemberEvents } from '../../kernel/events/member-events.ts';
import { lockMember, type Member } from '../../kernel/members/members.ts';
import { isOverdrawn, postEntries } from '../../kernel/ledger/post-entries.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import { isoTime } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Agreement, STAKE_ASSET } from './contract.ts';
import { contractRowOf, placedEvent } from './contract-row.ts';
import { refuseCountries } from './countries.ts';
import type { FuturesDeps } from './deps.ts';
import { dayStart, houseLoss, isWithinDay, limitsAt } from './rules.ts';
import { futuresSettings } from './settings.ts';
import { addExposure, newContractId, stakedSince, writeContract } from './store.ts';
import { findLimits } from './store-limits.ts';
import {
  acceptanceTime,
  type PlaceContractInput,
  type Wanted,
  wantedContract,
} from './wanted-contract.ts';

/**
 * Fails with: not-listed no such market, market-closed closed now or before its end, terms-changed a duration or ratio
 * no longer offered, invalid-request, below-minimum, above-maximum the stake, no-price no fresh price, account-frozen
 * frozen, not-available not offered in the member's country, not-yet the member pauses, limit-reached own daily limit,
 * out-of-bounds the house's own limit, insufficient-balance (rules §4).
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
    throw new Refusal('not-yet', { values: { time: until }, data: { until } });
  }
  if (limits.dailyStake !== null) {
    const staked = await stakedSince(tx, input.memberId, dayStart(now));
    if (!isWithinDay(limits, staked, wanted.stake)) {
      throw new Refusal('limit-reached', {
        fields: ['usdt'],
        data: { limit: formatDecimal(limits.dailyStake) },
      });
    }
  }
  const who = { id, memberId: input.memberId };
  // The house's balance before its exposure, as in settling, and both in one round trip.
  const staking = postStake(tx, { ...who, stake: wanted.stake }, now);
  const [exposed] = await Promise.allSettled([keepExposure(tx, deps, wanted), staking]);
  // Without the stake the transaction has ended, and the exposure says no more than that.
  const data = await staking;
  if (exposed.status === 'rejected') throw exposed.reason;
  const contract = await writeContract(tx, agreementOf(deps, wanted, who));
  const { memberId } = contract;
  const moved = { memberId, topic: 'assets.balance', data } as const;
  await recordMemberEvents(tx, [placedEvent(contract, wanted.instrument), moved], now);
  return { order: contractRowOf(contract, wanted.instrument) };
}

function refuseMember(deps: FuturesDeps, member: Member | undefined): void {
  if (member === undefined) throw new Refusal('session-replaced');
  if (member.isFrozen) throw new Refusal('account-frozen');
  refuseCountries(member, deps.settings.read(futuresSettings.countriesOff));
}

function agreementOf(deps: FuturesDeps, wanted: Wanted, who: { id: number; memberId: number }) {
  const { instrument, direction, stake, terms } = wanted;
  const acceptedAt = acceptanceTime(deps, wanted);
  const signed = { id: String(who.id), terms, acceptedAt, direction, stake };
  return {
    ...who,
    instrumentId: instrument.id,
    direction,
    stake,
    rule: terms.ruleVersion,
    durationSeconds: terms.durationSeconds,
    payoutRatio: terms.payoutRatio,
    openAfterMs: terms.openAfterMs,
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
    throw new Refusal('out-of-bounds', { text: 'futures.full' });
  }
}

/** Gives the member's balances behind it. */
async function postStake(
  tx: Tx,
  { id, memberId, stake }: Pick<Agreement, 'id' | 'memberId' | 'stake'>,
  now: number,
) {
  const postings = transfer({
    from: { owner: memberId, purpose: 'available' },
    to: { owner: houseBooks.contracts, purpose: 'available' },
    asset: STAKE_ASSET,
    amount: stake,
  });
  try {
    const entry = { kind: recordTypes.contractOpen, reference: `contract:${id}`, postings };
    const balances = await postEntries(tx, [entry], now);
    return balanceRowsOf(memberId, balances);
  } catch (error) {
    if (isOverdrawn(error)) throw new Refusal('insufficient-balance', { fields: ['usdt'] });
    throw error;
  }
}
