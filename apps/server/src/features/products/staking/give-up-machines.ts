/** Machines that their owner gives up to close the account: what that costs, and the end of their orders (ADR 48). */
import { subtract, ZERO } from '@tern/money';
import { yieldThrough } from '@tern/settlement';
import {
  type AccountPart,
  GIVEN_UP_AT_ONCE,
  type GivenUp,
} from '../../../kernel/account-data/account-part.ts';
import { postAndPublish } from '../../../kernel/ledger/post-entries.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { redemptionEntries, yieldAssetOf } from './entries.ts';
import { notifyGivenUp } from './notices.ts';
import { orderNoOf } from './order-no.ts';
import { orderEvents } from './publish-orders.ts';
import { dailyOfOrder } from './rules.ts';
import {
  lockedMachinesOf,
  runningMachinesOf,
  setRedeemed,
  type StoredOrder,
} from './store-orders.ts';

/** The newest machines in term. */
export const machinesToGiveUp: NonNullable<AccountPart['toGiveUp']> = async (reader, memberId) =>
  (await reader.many(runningMachinesOf, [memberId, GIVEN_UP_AT_ONCE])).map(givenUpOf);

/** The price is spent, so nothing returns; frozen output and the reservation of the days to come go to the exchange. */
export const giveUpMachines: NonNullable<AccountPart['giveUp']> = async (
  tx,
  { memberId, ids, at },
) => {
  const machines = await tx.many(lockedMachinesOf, [memberId, [...ids]]);
  if (machines.length !== new Set(ids).size) throw new Refusal('already-decided');
  const isDue = ({ nextPayoutAt }: StoredOrder) => nextPayoutAt !== null && nextPayoutAt <= at;
  if (machines.some(isDue)) throw new Refusal('busy');
  const ended: StoredOrder[] = [];
  for (const { id, createdAt } of machines) {
    ended.push(await tx.one(setRedeemed, [id, Math.max(at, createdAt), ZERO]));
  }
  await notifyGivenUp(tx, ended, at);
  await postAndPublish(tx, ended.flatMap(redemptionEntries), { at, events: orderEvents(ended) });
  return machines.map(givenUpOf);
};

function givenUpOf(order: StoredOrder): GivenUp {
  const { id, name, asset, payAsset, paid, paidDays, paidAmount, promised, freezesOutput } = order;
  return {
    id,
    recordNo: orderNoOf(order),
    name,
    endsAt: order.endsAt ?? 0,
    paid: { asset: payAsset, amount: paid },
    toCome: {
      asset: yieldAssetOf(order),
      amount: subtract(promised, yieldThrough(dailyOfOrder(order), paidDays)),
    },
    frozen: { asset, amount: freezesOutput ? paidAmount : ZERO },
  };
}
