/** Puts up for review what a member says was sent, with its proof, in one transaction. */
import { type Amount, formatDecimal, parseDecimal, subtract, ZERO } from '@tern/money';
import { answerBefore, answerOnce } from '../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { attachImage } from '../../../kernel/images/images.ts';
import { assertReceives } from '../../../kernel/requests/minimum-received.ts';
import { lockMember } from '../../../kernel/members/members.ts';
import type { AssetNetwork } from '../../../kernel/networks/networks.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import { readVisible } from '../../../kernel/requests/visible-text.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { depositRow } from './deposit-row.ts';
import {
  type AddressDeps,
  assertMayDeposit,
  ownAddress,
  type Place,
  readPlace,
} from './own-address.ts';
import { amountFault } from './rules.ts';
import { depositSettings } from '../settings.ts';
import { countUnderReview, insertReported } from './store.ts';
import { postAndPublish } from './post-and-publish.ts';

export const KIND = 'deposit';

export interface CreateDeps extends AddressDeps {
  settings: Settings;
  reviews: Reviews;
}

export interface DepositInput extends Place {
  memberId: number;
  num: string | number;
  /** Absent: the own address. */
  address: string | undefined;
  imageId: number | undefined;
  /** The least that may be credited; absent: whatever the fee leaves. */
  leastReceived: string | number | undefined;
  key: RequestKey | undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Answers once the review stands. Nothing is credited before two people have agreed.
 * Fails with: 4008, 4019, 4025, 5001 naming the field, 5004 less than `leastReceived`, 5011, 5012 with too many under
 * review, 5013 with the bound.
 */
export async function createDeposit(deps: CreateDeps, input: DepositInput) {
  const { database, reviews } = deps;
  const before = await answerBefore<ReturnType<typeof depositRow>>(database, input.key);
  if (before !== undefined) return before;
  const network = await readPlace(database, deps.assets, input);
  const told = { network, num: readNum(input.num, network, deps), imageId: readImage(input) };
  assertReceives(input.leastReceived, subtract(told.num, network.depositFee));
  await assertMayDeposit(database, deps, input.memberId);
  const own = await ownAddress(deps, input.memberId, network);
  const address = input.address?.trim() ? readVisible(input.address, 'address') : own;
  const recharge = await answerOnce(deps, input.key, (tx) =>
    submit(tx, deps, { ...told, memberId: input.memberId, address }),
  );
  reviews.announce();
  return recharge;
}

interface Told {
  memberId: number;
  network: AssetNetwork;
  num: Amount;
  address: string;
  imageId: number;
}

async function submit(tx: Tx, deps: CreateDeps, told: Told) {
  const { memberId, network, num, address, imageId } = told;
  const { asset } = network;
  const at = deps.clock.now();
  await lockMember(tx, memberId);
  await assertMayDeposit(tx, deps, memberId);
  const { total } = await tx.one(countUnderReview, [memberId]);
  if (total >= deps.settings.read(depositSettings.openMax)) throw new Refusal(5012);
  const dueAt = at + deps.settings.read(depositSettings.targetHours) * HOUR_MS;
  const values = [memberId, asset, network.network, address, num, network.depositFee] as const;
  const image = await attachImage(tx, { imageId, memberId, usedFor: KIND });
  if (image === undefined) throw new Refusal(5001, { fields: ['payimg'] });
  const made = await tx.one(insertReported, [...values, imageId, dueAt, at]);
  await deps.reviews.open(tx, { kind: KIND, subjectId: made.id, memberId, asset, amount: num });
  await postAndPublish(tx, { deposit: made, entries: [], at });
  return depositRow(made);
}

/** Fails with: 5001, 5013. */
function readNum(given: string | number, network: AssetNetwork, { assets }: CreateDeps): Amount {
  const fields = ['num'];
  const num = parseDecimal(String(given));
  if (num === undefined || num <= ZERO) throw new Refusal(5001, { fields });
  const fault = amountFault(num, network, assets.get(network.asset).scale);
  if (fault === undefined) return num;
  if (fault === 'scale') throw new Refusal(5001, { fields });
  const bound = fault === 'min' ? network.depositMin : network.depositMax;
  const text = fault === 'min' ? 'transfer.min' : 'transfer.max';
  const values = { bound: formatDecimal(bound), asset: network.asset };
  throw new Refusal(5013, { fields, text, values, data: { [fault]: values.bound } });
}

/** Fails with: 5001. */
function readImage({ imageId }: DepositInput): number {
  if (imageId === undefined) throw new Refusal(5001, { fields: ['payimg'] });
  return imageId;
}
