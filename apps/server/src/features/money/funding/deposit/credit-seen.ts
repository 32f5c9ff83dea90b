/** Credits what a rail has seen arrive: once per transfer, however often rails report it. */
import { type Amount, ZERO } from '@tern/money';
import type { AssetRegistry } from '../../../../kernel/catalog/assets.ts';
import { MEMBER_EVENTS_WAKE } from '../../../../kernel/events/member-events.ts';
import { memberById } from '../../../../kernel/members/members.ts';
import { findAssetNetwork } from '../../../../kernel/networks/networks.ts';
import type { DepositSeen } from '../../../../kernel/rails/rail.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { isUniqueViolation } from '../../../../platform/database/database-errors.ts';
import type { Deps } from '../deps.ts';
import { notifyOutcome, publish } from '../request/publish.ts';
import { deposits } from './deposits.ts';
import { creditEntry, splitArrived } from './rules.ts';
import { addressOwner, insertSeen, insertTransfer, transferByReference } from './store.ts';

export type SeenDeps = Deps<'database' | 'clock' | 'bus' | 'log' | 'assets'>;

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
    else log.warn({ fault, reference: seen.reference }, 'a transfer waits for people to assign it');
  } catch (error) {
    // Another process handled the same report first.
    if (!isUniqueViolation(error, 'deposits_seen_pkey')) throw error;
  }
}

/** Returns why the transfer is unmatched, if it is. @throws a unique violation when it was settled meanwhile */
async function settle(tx: Tx, deps: SeenDeps, seen: DepositSeen): Promise<string | undefined> {
  const { reference, asset, network, address, amount, txid, height = null } = seen;
  const at = deps.clock.now();
  const store = (depositId: number | null, fault: string | null) =>
    insertTransfer(tx, {
      reference,
      network,
      asset,
      address,
      amount,
      txid,
      depositId,
      fault,
      seenAt: at,
      height,
    });
  const credit = await readSeen(tx, deps.assets, seen);
  if (typeof credit === 'string') await store(null, credit);
  else await creditTransfer(tx, { transfer: seen, credit, at }, (id) => store(id, null));
  return typeof credit === 'string' ? credit : undefined;
}

export interface Credit {
  memberId: number;
  networkId: number;
  /** At the asset's scale, fee included. */
  amount: Amount;
  /** What arrived beyond it. */
  remainder: Amount;
  fee: Amount;
}

/**
 * Credits a transfer as a deposit and notifies the member. `link` stores which deposit it is. Comes last in the
 * transaction.
 */
export async function creditTransfer(
  tx: Tx,
  given: { transfer: Omit<DepositSeen, 'reference' | 'amount'>; credit: Credit; at: number },
  link: (depositId: number) => Promise<unknown>,
): Promise<void> {
  const { transfer, credit, at } = given;
  const { asset, network, address, txid } = transfer;
  const { memberId, networkId, amount, fee, remainder } = credit;
  const place = { memberId, asset, network, address, txid };
  const request = await insertSeen(tx, { ...place, amount, fee, dueAt: at, createdAt: at });
  await link(request.id);
  await notifyOutcome(tx, deposits, { request, notice: 'deposit.credited', at });
  const entries = [creditEntry({ ...request, networkId, remainder })];
  await publish(tx, deposits, { request, entries, at });
}

async function readSeen(
  tx: Tx,
  assets: AssetRegistry,
  seen: DepositSeen,
): Promise<Credit | string> {
  const asset = assets.find(seen.asset);
  const network = asset && (await findAssetNetwork(tx, asset.code, seen.network));
  if (asset === undefined || network === undefined) return 'unknown-asset';
  const owner = await tx.maybe(addressOwner, [seen.network, seen.address]);
  if (owner === undefined) return 'unknown-address';
  // What arrives between this and the credit is refused by the ledger; the rail reports it again.
  const member = await memberById(tx, owner.memberId);
  if (member?.closedAt !== null) return 'closed-account';
  const { networkId, depositFee: fee } = network;
  const { amount, remainder } = splitArrived(seen.amount, asset.scale);
  if (amount <= fee || amount <= ZERO) return 'not-above-fee';
  return { ...owner, networkId, amount, remainder, fee };
}
