/** Places a contract in one transaction: all checks and waits come first, acceptance last. */
import { exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { formatDecimal, sum } from '@tern/money';
import type { FuturesContractRow } from '@tern/protocol';
import { termsHash } from '@tern/proofs';
import { payoutOf } from '@tern/settlement';
import { balanceRowsOf } from '../../../kernel/ledger/balances.ts';
import { recordMemberEvents } from '../../../kernel/events/member-events.ts';
import { assertMayTrade, lockMember } from '../../../kernel/members/members.ts';
import { availableOf } from '../../../kernel/ledger/balances.ts';
import { isOverdrawn, postEntries } from '../../../kernel/ledger/post-entries.ts';
import { notYet, Refusal } from '../../../kernel/requests/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Agreement, STAKE_ASSET } from './contract.ts';
import { contractRowOf, placedEvent } from './contract-row.ts';
import { refuseCountries } from './check-country.ts';
import type { FuturesDeps } from './deps.ts';
import { dayStart, exchangeLoss, isWithinDailyLimit, limitsAt } from './rules.ts';
import { futuresSettings } from './settings.ts';
import { addExposure, newContractId, payableAtMost, stakedSince, writeContract } from './store.ts';
import { isStopped } from './store-bursts.ts';
import { findLimits } from './store-limits.ts';
import {
  acceptanceTime,
  type PlaceContractInput,
  type CheckedPlacement,
  checkPlacement,
} from './check-placement.ts';

/**
 * @throws not-listed, market-closed (now or before the contract's end), terms-changed (a duration or ratio no longer
 * offered), invalid-request, below-minimum and above-maximum (the stake), no-price, account-frozen, operator-account, not-available (in
 * the member's country, or until two people have looked at a burst of results), not-yet (the member's pause), limit-reached (the member's daily limit), out-of-bounds (the exchange's
 * exposure limit), insufficient-balance
 */
export async function placeContract(
  tx: Tx,
  deps: FuturesDeps,
  input: PlaceContractInput,
): Promise<{ order: FuturesContractRow }> {
  const placement = checkPlacement(deps, input);
  const now = deps.clock.now();
  // Concurrent placements of a member wait here, so that each counts towards the daily limit.
  const [member, own, id, hasStop, residence] = await Promise.all([
    lockMember(tx, input.memberId),
    findLimits(tx, input.memberId),
    newContractId(tx),
    isStopped(tx, input.memberId),
    deps.productRules.residenceOf(tx, input.memberId),
  ]);
  if (member === undefined) throw new Refusal('session-replaced');
  assertMayTrade(member);
  refuseCountries(deps, member, residence);
  if (hasStop) throw new Refusal('not-available', { text: 'futures.stopped' });
  const limits = limitsAt(own, now);
  if (limits.pausedUntil !== null) throw notYet('until.contracts', limits.pausedUntil);
  if (limits.dailyStake !== null) {
    const staked = await stakedSince(tx, input.memberId, dayStart(now));
    if (!isWithinDailyLimit(limits, staked, placement.stake)) {
      throw new Refusal('limit-reached', {
        fields: ['stake'],
        text: 'futures.ownLimit',
        data: { limit: formatDecimal(limits.dailyStake) },
      });
    }
  }
  const who = { id, memberId: input.memberId };
  // The exchange's balance is locked before its exposure, as in settlement; all in one round trip. The newest tick is read
  // after the wait for both.
  const staking = postStake(tx, { ...who, stake: placement.stake }, now);
  const [exposed, newest] = await Promise.allSettled([
    addToExposure(tx, deps, placement),
    deps.ticks.newestAt(tx, placement.instrument.id),
    staking,
  ]);
  // If posting the stake failed, the transaction is aborted, and the exposure's error would only report that.
  const data = await staking;
  if (exposed.status === 'rejected') throw exposed.reason;
  if (newest.status === 'rejected') throw newest.reason;
  const acceptedAt = acceptanceTime(deps, placement.instrument, newest.value);
  if (deps.mode === 'live') await assertCovered(tx);
  const contract = await writeContract(tx, agreementOf(deps, placement, { ...who, acceptedAt }));
  const { memberId } = contract;
  const moved = { memberId, topic: 'assets.balance', data } as const;
  await recordMemberEvents(tx, [placedEvent(contract, placement.instrument), moved], now);
  return { order: contractRowOf(contract, placement.instrument) };
}

function agreementOf(
  deps: FuturesDeps,
  placement: CheckedPlacement,
  who: { id: number; memberId: number; acceptedAt: number },
) {
  const { instrument, direction, stake, terms } = placement;
  const { acceptedAt } = who;
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
    receipt: deps.transparency.signReceipt(signed),
  };
}

/** Refuses a contract that would exceed the exchange's exposure limit; accepted contracts are never affected. */
async function addToExposure(
  tx: Tx,
  deps: FuturesDeps,
  placement: CheckedPlacement,
): Promise<void> {
  const { instrument, direction, stake, terms } = placement;
  const { winnings } = payoutOf(terms, stake, 'win');
  const side = { instrumentId: instrument.id, direction, stake };
  const exposure = await addExposure(tx, side, winnings);
  const max = deps.settings.read(futuresSettings.exposureMax).get(STAKE_ASSET);
  if (max !== undefined && exchangeLoss(exposure, direction) > max) {
    throw new Refusal('out-of-bounds', { text: 'futures.full' });
  }
}

/**
 * In live mode the exchange has what it may have to pay: every pending contract could be won. The balance of stakes is locked by the one
 * just posted, and exposures are read first, so that a concurrent settlement can only make this stricter (ADR 62).
 */
async function assertCovered(tx: Tx): Promise<void> {
  const most = await payableAtMost(tx);
  const [stakes, payouts] = [exchangeAccounts.contracts, exchangeAccounts.contractPayouts];
  const balances = await availableOf(tx, [stakes, payouts]);
  const has = sum(
    balances.filter((each) => each.asset === STAKE_ASSET).map((each) => each.available),
  );
  if (has < most) throw new Refusal('out-of-bounds', { text: 'futures.full' });
}

/** Returns the member's balances after the stake. */
async function postStake(
  tx: Tx,
  { id, memberId, stake }: Pick<Agreement, 'id' | 'memberId' | 'stake'>,
  now: number,
) {
  const postings = transfer({
    from: { owner: memberId, purpose: 'available' },
    to: { owner: exchangeAccounts.contracts, purpose: 'available' },
    asset: STAKE_ASSET,
    amount: stake,
  });
  try {
    const entry = { kind: recordTypes.contractOpen, reference: `contract:${id}`, postings };
    const balances = await postEntries(tx, [entry], now);
    return balanceRowsOf(memberId, balances);
  } catch (error) {
    if (isOverdrawn(error)) throw new Refusal('insufficient-balance', { fields: ['stake'] });
    throw error;
  }
}
