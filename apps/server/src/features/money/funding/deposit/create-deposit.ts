/** Creates a deposit that a member reports with a proof: it is credited once two operators have approved it. */
import { type Amount, subtract } from '@tern/money';
import type { DepositEvent } from '@tern/protocol';
import { attachImage } from '../../../../kernel/images/images.ts';
import { lockMember } from '../../../../kernel/members/members.ts';
import type { AssetNetwork } from '../../../../kernel/networks/networks.ts';
import { answerBefore, answerOnce } from '../../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { readVisible } from '../../../../kernel/requests/visible-text.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { submitRequest } from '../request/lifecycle.ts';
import { assertReceives, assertWithin, readAmount } from '../request/read-amount.ts';
import { depositSettings } from '../settings.ts';
import { deposits } from './deposits.ts';
import {
  type AddressDeps,
  assertMayDeposit,
  ownAddress,
  type Place,
  readPlace,
} from './own-address.ts';
import { countUnderReview, insertReported } from './store.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Deps } from '../deps.ts';

export type CreateDeps = AddressDeps & Deps<'settings' | 'reviews'>;

export interface DepositInput extends Place {
  memberId: number;
  num: string | number;
  /** Absent: the member's own address. */
  address: string | undefined;
  imageId: number | undefined;
  /** The least that may be credited; absent: any amount. */
  leastReceived: string | number | undefined;
  key: RequestKey | undefined;
}

/**
 * Returns once the deposit is under review.
 * @throws account-frozen, not-listed, not-verified, invalid-request naming the field, terms-changed less than
 * `leastReceived`, not-available, limit-reached with too many under review, out-of-bounds with the bound
 */
export async function createDeposit(deps: CreateDeps, input: DepositInput): Promise<DepositEvent> {
  const { database, reviews } = deps;
  const before = await answerBefore<DepositEvent>(database, input.key);
  if (before !== undefined) return before;
  const network = await readPlace(database, deps.assets, input);
  const num = readNum(input.num, network, deps);
  const reported = { network, num, imageId: readImage(input) };
  assertReceives(input.leastReceived, subtract(num, network.depositFee));
  await assertMayDeposit(database, deps, input.memberId);
  const own = await ownAddress(deps, input.memberId, network);
  const address = input.address?.trim() ? readVisible(input.address, 'address') : own;
  const deposit = await answerOnce(deps, input.key, (tx) =>
    submit(tx, deps, { ...reported, memberId: input.memberId, address }),
  );
  reviews.announce();
  return deposit;
}

interface Reported {
  memberId: number;
  network: AssetNetwork;
  num: Amount;
  address: string;
  imageId: number;
}

async function submit(tx: Tx, deps: CreateDeps, reported: Reported): Promise<DepositEvent> {
  const { memberId, network, num, address, imageId } = reported;
  const { settings, clock, reviews } = deps;
  const at = clock.now();
  await lockMember(tx, memberId);
  await assertMayDeposit(tx, deps, memberId);
  const { total } = await tx.one(countUnderReview, [memberId]);
  if (total >= settings.read(depositSettings.openMax)) throw new Refusal('limit-reached');
  const image = await attachImage(tx, { imageId, memberId, usedFor: deposits.kind });
  if (image === undefined) throw new Refusal('invalid-request', { fields: ['image'] });
  const dueAt = at + settings.read(depositSettings.targetHours) * HOUR_MS;
  const { asset, network: code, depositFee: fee } = network;
  const money = { asset, network: code, address, amount: num, fee };
  const request = await insertReported(tx, { memberId, ...money, imageId, dueAt, createdAt: at });
  return submitRequest(tx, deposits, { request, reviews, at });
}

/** @throws invalid-request, out-of-bounds */
function readNum(given: string | number, network: AssetNetwork, { assets }: CreateDeps): Amount {
  const num = readAmount(given);
  const { asset: currency, depositMin: min, depositMax: max } = network;
  assertWithin(num, { min, max, scale: assets.get(currency).scale, currency });
  return num;
}

/** @throws invalid-request */
function readImage({ imageId }: DepositInput): number {
  if (imageId === undefined) throw new Refusal('invalid-request', { fields: ['image'] });
  return imageId;
}
