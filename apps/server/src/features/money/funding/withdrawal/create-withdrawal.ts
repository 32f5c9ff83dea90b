/** Creates a withdrawal: holds its amount and opens the review in one transaction. */
import { subtract } from '@tern/money';
import { openForWithdrawals } from '../../../../kernel/catalog/market-delistings.ts';
import type { RequestKey } from '../../../../kernel/requests/idempotency.ts';
import { notYet, Refusal } from '../../../../kernel/requests/refusal.ts';
import { screen } from '../../../../kernel/screening/screen.ts';
import type { SensitiveCall } from '../../../../kernel/second-factor/sensitive-call.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { takeMoneyOut } from '../../../account/profile/index.ts';
import { type GivenDestination, readDestination } from '../address-book/read-destination.ts';
import { submitRequest } from '../request/lifecycle.ts';
import {
  assertAvailable,
  assertReceives,
  assertWithin,
  readAmount,
} from '../request/read-amount.ts';
import { addressHoldHours, withdrawalSettings } from '../settings.ts';
import { assertSaved } from '../address-book/address-lock.ts';
import { assertLikely } from '../address-book/suspect-address.ts';
import { type Destination, walletAt } from '../address-book/store.ts';
import { insertWithdrawal } from './store.ts';
import { withdrawals } from './withdrawals.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Deps } from '../deps.ts';

export type CreateDeps = Deps<
  'database' | 'clock' | 'settings' | 'passwords' | 'assets' | 'reviews' | 'rails' | 'confirmations'
>;

export interface WithdrawalInput extends GivenDestination {
  memberId: number;
  num: string | number;
  coinId: number | undefined;
  /** The least that may arrive; absent: any amount. */
  leastReceived: string | number | undefined;
  payPassword: string;
  key: RequestKey | undefined;
  call: SensitiveCall;
}

/**
 * Returns once the amount is held and the withdrawal is under review.
 * @throws not-listed, insufficient-balance, invalid-request, terms-changed less than `leastReceived`, not-yet with the time
 * from which the address may be used, address-not-saved, unlikely-destination, not-available where no rail carries the
 * coin, out-of-bounds with the bound, and what `takeMoneyOut` fails with
 */
export async function createWithdrawal(deps: CreateDeps, input: WithdrawalInput) {
  const { memberId, payPassword, key, call } = input;
  const withdraw = await takeMoneyOut(deps, {
    memberId,
    payPassword,
    key,
    call,
    check: async (reader) => {
      const { to, num } = await readPayment(reader, deps, input);
      await assertAvailable(reader, { owner: memberId, asset: to.asset }, num);
    },
    act: (tx) => submit(tx, deps, input),
  });
  deps.reviews.announce();
  return withdraw;
}

async function submit(tx: Tx, deps: CreateDeps, input: WithdrawalInput) {
  const { settings, clock, reviews } = deps;
  const at = clock.now();
  const { to, num, fee } = await readPayment(tx, deps, input);
  if ((await tx.maybe(openForWithdrawals, [to.asset])) === undefined)
    throw new Refusal('not-listed', { fields: ['network'] });
  const dueAt = at + settings.read(withdrawalSettings.targetHours) * HOUR_MS;
  const { memberId } = input;
  const money = { ...to, amount: num, fee };
  const request = await insertWithdrawal(tx, { memberId, ...money, dueAt, createdAt: at });
  const { kind } = withdrawals;
  const { id: subjectId, address } = request;
  await screen(tx, { kind, subjectId, memberId, values: [['address', address]] }, at);
  return submitRequest(tx, withdrawals, { request, reviews, at });
}

/** @throws not-listed, invalid-request, unlikely-destination, terms-changed, not-yet, not-available, out-of-bounds */
async function readPayment(reader: Reader, deps: CreateDeps, input: WithdrawalInput) {
  const { to, network } = await readDestination(reader, deps.assets, input);
  const { id, scale, code: currency } = deps.assets.get(to.asset);
  if (input.coinId !== undefined && input.coinId !== id) {
    throw new Refusal('not-listed', { fields: ['assetId'] });
  }
  if (!network.takesWithdrawals) throw new Refusal('not-listed', { fields: ['network'] });
  // Once approved it could neither be sent nor returned.
  if (!deps.rails.carry(to.asset, to.network))
    throw new Refusal('not-available', { fields: ['network'] });
  await assertLikely(reader, deps.rails, { memberId: input.memberId, to });
  const num = readAmount(input.num);
  const { withdrawMin: min, withdrawMax: max, withdrawFee: fee } = network;
  assertWithin(num, { min, max, scale, currency });
  assertReceives(input.leastReceived, subtract(num, fee));
  await assertUsable(reader, deps, { memberId: input.memberId, to });
  return { to, num, fee };
}

/**
 * Where new addresses must wait, or the member's lock is on, only addresses of the book that have waited may be used. Fails
 * with: invalid-request, not-yet, address-not-saved.
 */
async function assertUsable(
  reader: Reader,
  deps: CreateDeps,
  { memberId, to }: { memberId: number; to: Destination },
): Promise<void> {
  const { asset, network, address, memo } = to;
  const wallet = await reader.maybe(walletAt, [memberId, asset, network, address, memo]);
  const at = deps.clock.now();
  await assertSaved(reader, { memberId, savedAt: wallet?.createdAt, field: 'address' }, at);
  if (addressHoldHours(deps, to) === 0) return;
  if (wallet === undefined) {
    throw new Refusal('invalid-request', {
      fields: ['address'],
      text: 'withdrawal.addressUnknown',
    });
  }
  if (wallet.usableFrom > at) throw notYet('until.address', wallet.usableFrom, ['address']);
}
