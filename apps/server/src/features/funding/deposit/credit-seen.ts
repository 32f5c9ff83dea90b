/** Credits what a rail has seen arrive: once per transfer, however often and from wherever it is reported. */
import { type Amount, formatDecimal, ZERO } from '@tern/money';
import type { AssetBook } from '../../../kernel/catalog/assets.ts';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { type AssetNetwork, findAssetNetwork } from '../../../kernel/networks/networks.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import type { DepositSeen } from '../../../kernel/rails/rail.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { isUniqueViolation } from '../../../platform/database/database-errors.ts';
import type { Log } from '../../../platform/log.ts';
import { KIND } from './create-deposit.ts';
import { depositRow } from './deposit-row.ts';
import { creditEntry, splitArrived } from './rules.ts';
import {
  addressOwner,
  type Deposit,
  insertSeen,
  insertTransfer,
  transferByReference,
} from './store.ts';
import { postAndPublish } from './post-and-publish.ts';

export interface SeenDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
  assets: AssetBook;
}

/**
 * Resolves once the transfer stands in the books or among those that nobody can be credited for. What is on our
 * address is credited whatever the published bounds and whoever is frozen, as long as it is more than the fee.
 */
export async function creditSeen(deps: SeenDeps, seen: DepositSeen): Promise<void> {
  const { database, bus, log } = deps;
  if ((await database.maybe(transferByReference, [seen.reference])) !== undefined) return;
  try {
    const fault = await database.transaction((tx) => settle(tx, deps, seen));
    if (fault === undefined) bus.publish(MEMBER_EVENTS_WAKE, null);
    else log.error({ fault, reference: seen.reference }, 'a deposit was credited to nobody');
  } catch (error) {
    // Reported in the same moment elsewhere: that report has settled it.
    if (!isUniqueViolation(error, 'deposits_seen_pkey')) throw error;
  }
}

/** Gives why nobody was credited. Fails with: a unique violation when it was settled meanwhile. */
async function settle(tx: Tx, deps: SeenDeps, seen: DepositSeen): Promise<string | undefined> {
  const { reference, asset, network: code, address, amount, txid } = seen;
  const at = deps.clock.now();
  const keep = (depositId: number | null, fault: string | null) =>
    tx.run(insertTransfer, [reference, code, asset, address, amount, txid, depositId, fault, at]);
  const known = await readSeen(tx, deps.assets, seen);
  if (typeof known === 'string') {
    await keep(null, known);
    return known;
  }
  const { memberId, network, credited } = known;
  const place = [memberId, asset, code, address] as const;
  const values = [...place, credited.amount, network.depositFee, txid, at] as const;
  const deposit = await tx.one(insertSeen, [...values]);
  await keep(deposit.id, null);
  const { remainder } = credited;
  await creditNow(tx, { deposit, networkId: network.networkId, remainder, at });
  return undefined;
}

interface Credit {
  deposit: Deposit;
  networkId: number;
  /** What arrived beyond the asset's places. */
  remainder: Amount;
  at: number;
}

/** Posts it and tells the member, with a notice. Comes last in the transaction that wrote the deposit. */
export async function creditNow(tx: Tx, { deposit, networkId, remainder, at }: Credit) {
  const { id, memberId, asset, amount } = deposit;
  const values = { recordNo: depositRow(deposit).recordNo, asset, amount: formatDecimal(amount) };
  const about = { kind: KIND, id };
  await notify(tx, { memberId, kind: 'deposit.credited', about, values }, at);
  const entry = creditEntry({ ...deposit, networkId, remainder });
  await postAndPublish(tx, { deposit, entries: [entry], at });
}

interface Known {
  memberId: number;
  network: AssetNetwork;
  credited: { amount: Amount; remainder: Amount };
}

async function readSeen(tx: Tx, assets: AssetBook, seen: DepositSeen): Promise<Known | string> {
  const asset = assets.find(seen.asset);
  const network = asset && (await findAssetNetwork(tx, asset.code, seen.network));
  if (asset === undefined || network === undefined) return 'unknown-asset';
  const owner = await tx.maybe(addressOwner, [seen.network, seen.address]);
  if (owner === undefined) return 'unknown-address';
  const credited = splitArrived(seen.amount, asset.scale);
  if (credited.amount <= network.depositFee || credited.amount <= ZERO) return 'not-above-fee';
  return { memberId: owner.memberId, network, credited };
}
