/** The first half of an outgoing transfer: refused for good, or signed and stored, before anything is broadcast (ADR 30, 118). */
import { readAddress } from '@tern/addresses';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import type { SigningKey } from 'ethers';
import { insertRefused } from '../../kernel/rails/stored-transfers.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { OwnReason } from '../../kernel/i18n/reasons.ts';
import type { TransferOut } from '../../kernel/rails/rail.ts';
import {
  insertWallet,
  setNextNonce,
  type TransferRow,
  transferOf,
  walletForUpdate,
  walletOf,
} from '../evm-rail/store.ts';
import { transferCall, unitsOf } from '../evm-rail/token-contract.ts';
import { accountHex, type TronChain } from './chain.ts';
import type { NeverTaken } from './never-taken.ts';
import { blockRead, insertExpiring, pendingTransfers } from './store.ts';
import { type Expiring, signTransaction, type Unsigned } from './transaction.ts';
import { assertFunds, costOf, type Offer, type Pending, type Plan } from './transfer-cost.ts';
import { TRX_DECIMALS, type TronSettings } from './tron-settings.ts';

export interface SendDeps {
  database: Database;
  clock: Clock;
  log: Log;
  chain: TronChain;
  /** Another node: what ends a transfer, or shows that one never happens, must be the same there. */
  second: TronChain | undefined;
  key: SigningKey;
  /** The address of the key. */
  wallet: string;
  settings: TronSettings;
  neverTaken: NeverTaken;
  /** Why nothing new may be signed now. */
  whyBlocked(): string | undefined;
}

/** @throws Error when it cannot be decided now: no answer, no funds, energy too expensive, reading stopped */
export async function decideTransfer(deps: SendDeps, transfer: TransferOut): Promise<TransferRow> {
  const why = deps.whyBlocked();
  if (why !== undefined) throw new Error(`nothing is sent: ${why}`);
  if (!takesTransfers(deps, transfer.address)) {
    return refuse(deps, transfer, 'reason.railAddress');
  }
  const plan = planOf(deps, transfer);
  if (plan.contract === undefined && (await deps.chain.isContract(plan.address))) {
    return refuse(deps, transfer, 'reason.railRefuses');
  }
  const cost = await costOf(deps, plan, (await readWallet(deps, transfer)).pending);
  if (cost === undefined) return refuse(deps, transfer, 'reason.railRefuses');
  return sign(deps, transfer, { plan, cost });
}

/** False for a token's own contract, where tokens are lost, and for the wallet itself, which the chain refuses. */
function takesTransfers({ settings, wallet }: SendDeps, address: string): boolean {
  if (readAddress('tron', address) !== address || address === wallet) return false;
  return [...settings.tokens.values()].every((token) => token.address !== address);
}

function planOf({ settings }: SendDeps, { asset, address, amount }: TransferOut): Plan {
  if (asset === settings.native) {
    const units = unitsOf(amount, TRX_DECIMALS);
    return { address, units, decimals: TRX_DECIMALS, contract: undefined };
  }
  const token = settings.tokens.get(asset);
  if (token === undefined) throw new Error(`${settings.network} does not carry ${asset}`);
  const units = unitsOf(amount, token.decimals);
  return { address, units, decimals: token.decimals, contract: token.address };
}

/** Stored, so that concurrent and later calls get the same decision. */
function refuse({ database, clock }: SendDeps, transfer: TransferOut, reason: OwnReason) {
  const { reference, network, asset, address, amount } = transfer;
  return database.transaction(async (tx) => {
    const refused = { reference, network, asset, address, amount, reason };
    await insertRefused(tx, { ...refused, createdAt: clock.now() });
    return tx.one(transferOf, [reference]);
  });
}

/** Signed as often as others took the number of the wallet meanwhile. */
async function sign(deps: SendDeps, transfer: TransferOut, offer: Offer): Promise<TransferRow> {
  for (;;) {
    const signed = await signOffer(deps, transfer, offer);
    const stored = await store(deps, transfer, signed);
    if (stored !== undefined) return stored;
  }
}

export interface SignedOffer extends Expiring {
  /** The wallet's number that makes it different from all others: it must be taken in the transaction that stores it. */
  number: number;
  /** Sun. */
  feeLimit: number;
  accountFee: number;
}

/**
 * Signs with the next number of the wallet, which pays it besides all that is pending. No transaction is open while the node is asked: a
 * slow one would hold up the events of all members.
 * @throws Error as `decideTransfer`
 */
export async function signOffer(
  deps: SendDeps,
  transfer: Pick<TransferOut, 'reference' | 'asset'>,
  offer: Offer,
): Promise<SignedOffer> {
  const { number, pending } = await readWallet(deps, transfer);
  await assertFunds(deps, offer, pending);
  const why = deps.whyBlocked();
  if (why !== undefined) throw new Error(`nothing is sent: ${why}`);
  const { feeLimit, accountFee } = offer.cost;
  const cost = { feeLimit: Number(feeLimit), accountFee: Number(accountFee) };
  return { ...(await signNow(deps, offer, number)), number, ...cost };
}

/** Of the paying wallet, the number of the next transaction, and what is pending besides this transfer. */
async function readWallet(
  { database, wallet, settings }: SendDeps,
  { reference, asset }: Pick<TransferOut, 'reference' | 'asset'>,
): Promise<{ number: number; pending: Pending }> {
  const of = [settings.network, wallet] as const;
  return database.snapshot(async (reader) => ({
    number: (await reader.maybe(walletOf, of))?.nextNonce ?? 0,
    pending: await reader.one(pendingTransfers, [...of, asset, settings.native ?? null, reference]),
  }));
}

/**
 * Refers to the block that was read last, on which the nodes agreed, and expires by the time of blocks, not by ours. `number` makes two
 * equal payments different: without that they would be one transaction.
 */
async function signNow(deps: SendDeps, { plan, cost }: Offer, number: number): Promise<Expiring> {
  const { database, key, settings } = deps;
  const { height, hash, blockTime: time } = await database.one(blockRead, [settings.network]);
  if (height === null || hash === null || time === null)
    throw new Error(`${settings.network} is not read yet`);
  const expiresAt = time + settings.expireAfterMs + (number % 1_000);
  const when = { reference: { height, hash, time }, expiresAt };
  const signed = signTransaction(key, unsignedOf(deps, { plan, cost }, when));
  return { ...signed, referenceHeight: height, expiresAt };
}

function unsignedOf(
  { wallet }: SendDeps,
  { plan, cost }: Offer,
  when: Pick<Unsigned, 'reference' | 'expiresAt'>,
): Unsigned {
  const { address, units, contract } = plan;
  if (contract === undefined) {
    return { content: { kind: 'coins', from: wallet, to: address, units }, ...when };
  }
  const data = transferCall(accountHex(address), units);
  const { feeLimit } = cost;
  return { content: { kind: 'call', from: wallet, contract, data, feeLimit }, ...when };
}

/** What a further transaction for a stored transfer offers now, which the wallet can pay. @throws Error as `decideTransfer` */
export async function offerAnew(deps: SendDeps, row: TransferRow): Promise<Offer> {
  const plan = planOf(deps, { ...row, memo: '' });
  const { pending } = await readWallet(deps, row);
  const cost = await costOf(deps, plan, pending);
  if (cost === undefined) throw new Error(`${row.reference} would revert now`);
  await assertFunds(deps, { plan, cost }, pending);
  return { plan, cost };
}

/** Locks the wallet's row. False when another transaction was signed after the number was read. */
export async function takeNumber(
  tx: Tx,
  { settings: { network }, wallet }: SendDeps,
  number: number,
): Promise<boolean> {
  const { nextNonce } = await tx.one(walletForUpdate, [network, wallet]);
  if (nextNonce !== number) return false;
  await tx.run(setNextNonce, [network, wallet, number + 1]);
  return true;
}

/** The transfer as it is stored; undefined when another one was signed after the number was read: this one is forgotten. */
async function store(
  deps: SendDeps,
  transfer: TransferOut,
  { number, ...signed }: SignedOffer,
): Promise<TransferRow | undefined> {
  const { database, clock, wallet, settings } = deps;
  const { network } = settings;
  const { reference, asset, address, amount } = transfer;
  try {
    return await database.transaction(async (tx) => {
      await tx.run(insertWallet, [network, wallet]);
      const isNext = await takeNumber(tx, deps, number);
      const known = await tx.maybe(transferOf, [reference]);
      if (known !== undefined || !isNext) return known;
      const sent = { sender: wallet, nonce: number, ...signed, createdAt: clock.now() };
      await insertExpiring(tx, { reference, network, asset, address, amount, ...sent });
      return tx.one(transferOf, [reference]);
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'rail_transfers_txid_key')) throw error;
    throw new Error('the same payment was signed just now: it waits for a further block', {
      cause: error,
    });
  }
}
