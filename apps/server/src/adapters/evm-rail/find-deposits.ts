/** Finds deposits to our addresses in a block, and what our wallets paid for transactions. */
import type { Amount } from '@tern/money';
import type { Database } from '../../platform/database/database.ts';
import type { DepositSeen, NetworkFeeSeen } from '../../kernel/rails/rail.ts';
import type { Chain, ChainBlock, ChainReceipt, ChainTransaction } from './chain.ts';
import type { EvmSettings } from './evm-settings.ts';
import { ownAddresses, ownTransfers } from './store.ts';
import { amountOf, NATIVE_DECIMALS, readTransfer } from './token-contract.ts';

export interface FindDeps {
  database: Database;
  chain: Chain;
  settings: EvmSettings;
}

/** A payment within a transaction; addresses in lower case. */
interface Payment {
  asset: string;
  decimals: number;
  from: string;
  to: string;
  units: bigint;
  /** The position in the transaction: the same in every block. */
  place: string;
}

/** Our addresses by their lower case. */
type Own = ReadonlyMap<string, string>;

/** In the order of the block; amounts with all decimal places of the chain. */
export async function findDeposits(deps: FindDeps, block: ChainBlock): Promise<DepositSeen[]> {
  const { chain, settings } = deps;
  const contracts = [...settings.tokens.values()].map((token) => token.address);
  const logs = await chain.transferLogs(block.hash, contracts);
  const paid = new Map<string, string[]>();
  const payers = new Set<string>();
  const note = (txid: string, { from, to }: { from: string; to: string }) => {
    paid.set(txid, [...(paid.get(txid) ?? []), to]);
    payers.add(from);
  };
  for (const { hash, from, to, value } of block.transactions) {
    if (to === null || value === 0n || settings.native === undefined) continue;
    note(hash, { from: from.toLowerCase(), to: to.toLowerCase() });
  }
  for (const log of logs) {
    const transfer = readTransfer(log);
    if (transfer !== undefined) note(log.transactionHash, transfer);
  }
  const own = await ownOf(deps, [...new Set([...payers, ...[...paid.values()].flat()])]);
  const paying = block.transactions.filter(({ hash }) =>
    (paid.get(hash) ?? []).some((to) => own.has(to)),
  );
  const withdrawn = await withdrawnIn(deps, paying);
  const found: DepositSeen[] = [];
  for (const transaction of paying) {
    const receipt = await receiptIn(deps, block, transaction.hash);
    const isWithdrawal = withdrawn.has(transaction.hash);
    const paid = depositsOf(deps, { transaction, receipt, own, isWithdrawal });
    found.push(...paid.map((deposit) => ({ ...deposit, height: block.height })));
  }
  return found;
}

/** `amount` undefined: the node does not say it. */
export type FeeFound = Omit<NetworkFeeSeen, 'amount'> & { amount: Amount | undefined };

/** Of all transactions that our wallets sent, also failed ones and those of no transfer. Where the chain's coin has no asset: none. */
export async function findFees(deps: FindDeps, block: ChainBlock): Promise<FeeFound[]> {
  const { native, network } = deps.settings;
  if (native === undefined) return [];
  const senders = block.transactions.map(({ from }) => from.toLowerCase());
  const own = await ownOf(deps, [...new Set(senders)]);
  const found: FeeFound[] = [];
  for (const { hash, from } of block.transactions) {
    const wallet = own.get(from.toLowerCase());
    if (wallet === undefined) continue;
    const { fee } = await receiptIn(deps, block, hash);
    if (fee === 0n) continue;
    const amount = fee === undefined ? undefined : amountOf(fee, NATIVE_DECIMALS);
    const paid = { network, asset: native, wallet, amount };
    found.push({ ...paid, txid: hash.toLowerCase(), height: block.height });
  }
  return found;
}

async function ownOf({ database, settings }: FindDeps, candidates: string[]): Promise<Own> {
  if (candidates.length === 0) return new Map();
  const rows = await database.many(ownAddresses, [settings.network, candidates]);
  return new Map(rows.map(({ address }) => [address.toLowerCase(), address]));
}

async function withdrawnIn({ database }: FindDeps, paying: readonly ChainTransaction[]) {
  if (paying.length === 0) return new Set<string>();
  const rows = await database.many(ownTransfers, [paying.map(({ hash }) => hash)]);
  return new Set(rows.map(({ txid }) => txid));
}

/** @throws Error when the block was replaced meanwhile; it is then read again */
async function receiptIn({ chain }: FindDeps, block: ChainBlock, txid: string) {
  const receipt = await chain.receipt(txid);
  if (receipt?.blockHash === block.hash) return receipt;
  throw new Error(`${txid} is no longer in block ${block.height}`);
}

interface Paying {
  transaction: ChainTransaction;
  receipt: ChainReceipt;
  own: Own;
  /** A withdrawal to one of our addresses is a deposit, although a wallet of the treasury paid it. */
  isWithdrawal: boolean;
}

function depositsOf({ settings }: FindDeps, paying: Paying): DepositSeen[] {
  const { transaction, own, isWithdrawal } = paying;
  return paymentsOf(settings, paying).flatMap(({ asset, decimals, from, to, units, place }) => {
    const address = own.get(to);
    if (address === undefined || units === 0n) return [];
    // Between our own wallets nothing arrives, unless a withdrawal was sent to one.
    if (own.has(from) && !isWithdrawal) return [];
    const amount = amountOf(units, decimals);
    const reference = `${settings.chainId}:${transaction.hash}:${place}`;
    return [
      { network: settings.network, asset, address, amount, reference, txid: transaction.hash },
    ];
  });
}

function paymentsOf(settings: EvmSettings, { transaction, receipt }: Paying): Payment[] {
  const { from, to, value } = transaction;
  if (!receipt.isSuccess) return [];
  const payments: Payment[] = [];
  if (settings.native !== undefined && to !== null && value > 0n) {
    const sides = { from: from.toLowerCase(), to: to.toLowerCase() };
    const native = { asset: settings.native, decimals: NATIVE_DECIMALS };
    payments.push({ ...native, ...sides, units: value, place: 'value' });
  }
  const assetOf = new Map(
    [...settings.tokens].map(([asset, token]) => [token.address.toLowerCase(), asset]),
  );
  receipt.logs.forEach((log, index) => {
    const asset = assetOf.get(log.address.toLowerCase());
    const transfer = asset === undefined ? undefined : readTransfer(log);
    if (asset === undefined || transfer === undefined) return;
    const { decimals } = settings.tokens.get(asset)!;
    payments.push({ asset, decimals, ...transfer, place: String(index) });
  });
  return payments;
}
