/** Puts a withdrawal up for review and sets its amount aside, in one transaction. */
import { type Amount, formatDecimal, parseDecimal, subtract, ZERO } from '@tern/money';
import type { Asset, AssetBook } from '../../../kernel/catalog/assets.ts';
import { balancesAt } from '../../../kernel/ledger/balances.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { assertReceives } from '../../../kernel/requests/minimum-received.ts';
import type { AssetNetwork } from '../../../kernel/networks/networks.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import type { Rails } from '../../../kernel/rails/rail.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../../platform/database/database.ts';
import { takeMoneyOut } from '../../profile/index.ts';
import { type GivenDestination, readDestination } from '../address-book/read-destination.ts';
import { amountFault, holdEntry } from './rules.ts';
import { addressHoldHours, withdrawalSettings } from '../settings.ts';
import { type Destination, walletAt } from '../address-book/store.ts';
import { insertWithdrawal } from './store.ts';
import { postAndPublish } from './post-and-publish.ts';
import { withdrawalRow } from './withdrawal-row.ts';

export const KIND = 'withdrawal';

export interface CreateDeps {
  database: Database;
  clock: Clock;
  settings: Settings;
  passwords: Passwords;
  assets: AssetBook;
  reviews: Reviews;
  rails: Rails;
}

export interface WithdrawalInput extends GivenDestination {
  memberId: number;
  num: string | number;
  coinId: number | undefined;
  /** The least that may arrive; absent: whatever the fee leaves. */
  leastReceived: string | number | undefined;
  payPassword: string;
  key: RequestKey | undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Answers once the amount is held and the review stands.
 * Fails with: 4019, 4020, 5001, 5004 less than `leastReceived`, 5009 with the end of an address's hold, 5011 where no
 * rail carries the coin, 5013 with the bound, and what `takeMoneyOut` fails with.
 */
export async function createWithdrawal(deps: CreateDeps, input: WithdrawalInput) {
  const { memberId, payPassword, key } = input;
  const withdraw = await takeMoneyOut(deps, {
    memberId,
    payPassword,
    key,
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
  const { memberId } = input;
  const at = deps.clock.now();
  const { to, num, fee } = await readPayment(tx, deps, input);
  const dueAt = at + deps.settings.read(withdrawalSettings.targetHours) * HOUR_MS;
  const { asset, network, address, memo } = to;
  const made = await tx.one(insertWithdrawal, [
    ...([memberId, asset, network, address, memo] as const),
    ...([num, fee, dueAt, at] as const),
  ]);
  await deps.reviews.open(tx, { kind: KIND, subjectId: made.id, memberId, asset, amount: num });
  await postAndPublish(tx, { withdrawal: made, entries: [holdEntry(made)], at });
  return withdrawalRow(made);
}

/** Fails with: 4019, 5001, 5004, 5009, 5011, 5013. */
async function readPayment(reader: Reader, deps: CreateDeps, input: WithdrawalInput) {
  const fields = { coin: 'coinname', address: 'address' };
  const { to, network } = await readDestination(reader, deps.assets, { given: input, fields });
  const asset = deps.assets.get(to.asset);
  if (input.coinId !== undefined && input.coinId !== asset.id) {
    throw new Refusal(4019, { fields: ['coin_id'] });
  }
  if (!network.takesWithdrawals) throw new Refusal(4019, { fields: ['czline'] });
  // Once approved nobody could send it, and nobody could give it back.
  if (!deps.rails.carry(to.asset, to.network)) throw new Refusal(5011, { fields: ['czline'] });
  const num = readNum(input.num, { network, asset });
  assertReceives(input.leastReceived, subtract(num, network.withdrawFee));
  await assertUsable(reader, deps, { memberId: input.memberId, to });
  return { to, num, fee: network.withdrawFee };
}

function readNum(
  given: string | number,
  { network, asset }: { network: AssetNetwork; asset: Asset },
) {
  const fields = ['num'];
  const num = parseDecimal(String(given));
  if (num === undefined || num <= ZERO) throw new Refusal(5001, { fields });
  const fault = amountFault(num, network, asset.scale);
  if (fault === undefined) return num;
  if (fault === 'scale') throw new Refusal(5001, { fields });
  const bound = fault === 'min' ? network.withdrawMin : network.withdrawMax;
  const text = fault === 'min' ? 'transfer.min' : 'transfer.max';
  const values = { bound: formatDecimal(bound), asset: asset.code };
  throw new Refusal(5013, { fields, text, values, data: { [fault]: values.bound } });
}

/** The books have the last word; asked here so that no try of the password is spent on it. Fails with: 4020. */
async function assertAvailable(
  reader: Reader,
  key: { owner: number; asset: string },
  num: Amount,
): Promise<void> {
  const [balance] = await balancesAt(reader, [key]);
  if ((balance?.available ?? ZERO) < num) throw new Refusal(4020, { fields: ['num'] });
}

/** Where new addresses wait, only those of the book that have waited are paid. Fails with: 5001, 5009. */
async function assertUsable(
  reader: Reader,
  deps: CreateDeps,
  { memberId, to }: { memberId: number; to: Destination },
): Promise<void> {
  if (addressHoldHours(deps, to) === 0) return;
  const { asset, network, address, memo } = to;
  const wallet = await reader.maybe(walletAt, [memberId, asset, network, address, memo]);
  if (wallet === undefined) {
    throw new Refusal(5001, { fields: ['address'], text: 'withdrawal.addressUnknown' });
  }
  if (wallet.usableFrom > deps.clock.now()) {
    const time = isoTime(wallet.usableFrom);
    throw new Refusal(5009, { values: { time }, data: { until: time } });
  }
}
