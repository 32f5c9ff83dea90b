/** Puts a withdrawal up for review and sets its amount aside, in one transaction. */
import { formatDecimal, parseDecimal, ZERO } from '@tern/money';
import { answerBefore, answerOnce } from '../../kernel/answer-once.ts';
import type { Asset, AssetBook } from '../../kernel/assets.ts';
import { clearPayPasswordTries } from '../../kernel/change-members.ts';
import type { RequestKey } from '../../kernel/idempotency.ts';
import { isVerified, lockMember, type Member, memberById } from '../../kernel/members.ts';
import type { AssetNetwork } from '../../kernel/networks/networks.ts';
import type { Passwords } from '../../kernel/passwords.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Reviews } from '../../kernel/review/reviews.ts';
import type { Settings } from '../../kernel/settings.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/database/database.ts';
import { checkPayPassword } from '../profile/index.ts';
import { type GivenDestination, readDestination } from './read-destination.ts';
import { amountFault, holdEntry } from './rules.ts';
import { withdrawalSettings } from './settings.ts';
import { type Destination, insertWithdrawal, walletAt } from './store.ts';
import { tellMember } from './tell-member.ts';
import { withdrawalRow } from './withdrawal-row.ts';

export const KIND = 'withdrawal';

export interface CreateDeps {
  database: Database;
  clock: Clock;
  settings: Settings;
  passwords: Passwords;
  assets: AssetBook;
  reviews: Reviews;
}

export interface WithdrawalInput extends GivenDestination {
  memberId: number;
  num: string | number;
  coinId: number | undefined;
  payPassword: string;
  key: RequestKey | undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Answers once the amount is held and the review stands.
 * Fails with: 4008, 4019, 4020, 4022, 4023 with the tries left, 4025, 5001, 5009 with the end of a block or of an
 * address's hold, 5010 while no withdrawal password is set, 5013 with the bound.
 */
export async function createWithdrawal(deps: CreateDeps, input: WithdrawalInput) {
  const { database, clock, reviews } = deps;
  const before = await answerBefore<Awaited<ReturnType<typeof submit>>>(database, input.key);
  if (before !== undefined) return before;
  const known = await memberById(database, input.memberId);
  if (known === undefined) throw new Refusal(4008);
  assertMayWithdraw(known, clock.now());
  if (input.payPassword === '') throw new Refusal(4022, { fields: ['pay_password'] });
  // Everything that can be said without the password is said before a try is spent on it.
  await readPayment(database, deps, input);
  await provePayPassword(deps, known, input.payPassword);
  const withdraw = await answerOnce({ database, clock }, input.key, async (tx) => {
    const member = await lockMember(tx, input.memberId);
    if (member?.payPasswordHash !== known.payPasswordHash) throw new Refusal(4023);
    assertMayWithdraw(member, clock.now());
    await clearPayPasswordTries(tx, input.memberId);
    return submit(tx, deps, input);
  });
  reviews.announce();
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
  await tellMember(tx, { withdrawal: made, entries: [holdEntry(made)], at });
  return withdrawalRow(made);
}

/** Fails with: 4008, 4025, 5009, 5010. */
function assertMayWithdraw(member: Member, at: number): void {
  if (member.isFrozen) throw new Refusal(4008);
  if (!isVerified(member)) throw new Refusal(4025);
  const until = member.withdrawalsBlockedUntil;
  if (until !== null && until > at) throw onHold(until);
  if (member.payPasswordHash === null) throw new Refusal(5010, { text: 'withdrawal.setPassword' });
}

function onHold(until: number): Refusal {
  const time = isoTime(until);
  return new Refusal(5009, { values: { time }, data: { until: time } });
}

/** Fails with: 4023 with the tries left, 5009 while locked. */
async function provePayPassword(deps: CreateDeps, member: Member, password: string) {
  const outcome = await checkPayPassword(deps, member, password);
  if (outcome.kind === 'right') return;
  const { triesLeft } = outcome;
  throw new Refusal(4023, { fields: ['pay_password'], data: { triesLeft } });
}

/** Fails with: 4019, 5001, 5009, 5013. */
async function readPayment(reader: Reader, deps: CreateDeps, input: WithdrawalInput) {
  const fields = { coin: 'coinname', address: 'address' };
  const { to, network } = await readDestination(reader, deps.assets, { given: input, fields });
  const asset = deps.assets.get(to.asset);
  if (input.coinId !== undefined && input.coinId !== asset.id) {
    throw new Refusal(4019, { fields: ['coin_id'] });
  }
  if (!network.takesWithdrawals) throw new Refusal(4019, { fields: ['czline'] });
  const num = readNum(input.num, { network, asset });
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

/** Where new addresses wait, only those of the book that have waited are paid. Fails with: 5001, 5009. */
async function assertUsable(
  reader: Reader,
  { settings, clock }: CreateDeps,
  { memberId, to }: { memberId: number; to: Destination },
): Promise<void> {
  if (settings.read(withdrawalSettings.addressHoldHours) === 0) return;
  const { asset, network, address, memo } = to;
  const wallet = await reader.maybe(walletAt, [memberId, asset, network, address, memo]);
  if (wallet === undefined) {
    throw new Refusal(5001, { fields: ['address'], text: 'withdrawal.addressUnknown' });
  }
  if (wallet.usableFrom > clock.now()) throw onHold(wallet.usableFrom);
}
