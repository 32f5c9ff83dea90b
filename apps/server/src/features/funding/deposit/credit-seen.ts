/** Credits what a rail has seen arrive: once per transfer, however often rails report it. */
import { type Amount, ZERO } from '@tern/money';
import type { AssetBook } from '../../../kernel/catalog/assets.ts';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { type AssetNetwork, findAssetNetwork } from '../../../kernel/networks/networks.ts';
import type { DepositSeen } from '../../../kernel/rails/rail.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { isUniqueViolation } from '../../../platform/database/database-errors.ts';
import type { Log } from '../../../platform/log.ts';
import { notifyOutcome, publish } from '../request/publish.ts';
import { deposits } from './deposits.ts';
import { creditEntry, splitArrived } from './rules.ts';
import {
  addressOwner,
  type Deposit,
  insertSeen,
  insertTransfer,
  transferByReference,
} from './store.ts';

export interface SeenDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
  assets: AssetBook;
}

/**
 * Resolves once the transfer is credited, or stored as unmatched. Whatever exceeds the fee is credited, also outside
 * the published bounds and to a frozen member.
 */
export async function creditSeen(deps: SeenDeps, seen: DepositSeen): Promise<void> {
  const { database, bus, log } = deps;
  if ((await database.maybe(transferByReference, [seen.reference])) !== undefined) return;
  try {
    const fault = await database.transaction((tx) => settle(tx, deps, seen));
    if (fault === undefined) bus.publish(MEMBER_EVENTS_WAKE, null);
    else log.error({ fault, reference: seen.reference }, 'a deposit matches no member');
  } catch (error) {
    // Another process handled the same report first.
    if (!isUniqueViolation(error, 'deposits_seen_pkey')) throw error;
  }
}

/** Returns why the transfer is unmatched, if it is. Fails with: a unique violation when it was settled meanwhile. */
async function settle(tx: Tx, deps: SeenDeps, seen: DepositSeen): Promise<string | undefined> {
  const { reference, asset, network: code, address, amount, txid } = seen;
  const at = deps.clock.now();
  const store = (depositId: number | null, fault: string | null) =>
    tx.run(insertTransfer, [reference, code, asset, address, amount, txid, depositId, fault, at]);
  const known = await readSeen(tx, deps.assets, seen);
  if (typeof known === 'string') {
    await store(null, known);
    return known;
  }
  const { memberId, network, credited } = known;
  const place = [memberId, asset, code, address] as const;
  const values = [...place, credited.amount, network.depositFee, txid, at] as const;
  const deposit = await tx.one(insertSeen, [...values]);
  await store(deposit.id, null);
  const { remainder } = credited;
  await creditNow(tx, { deposit, networkId: network.networkId, remainder, at });
  return undefined;
}

interface Credit {
  deposit: Deposit;
  networkId: number;
  /** What arrived beyond the asset's scale. */
  remainder: Amount;
  at: number;
}

/** Credits the deposit and notifies the member. Comes last in the transaction that wrote the deposit. */
export async function creditNow(tx: Tx, { deposit, networkId, remainder, at }: Credit) {
  await notifyOutcome(tx, deposits, { request: deposit, notice: 'deposit.credited', at });
  const entries = [creditEntry({ ...deposit, networkId, remainder })];
  await publish(tx, deposits, { request: deposit, entries, at });
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
