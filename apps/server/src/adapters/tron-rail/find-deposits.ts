/** Finds deposits to our addresses in a solidified block, and what our wallets paid for transactions. */
import { tronAddress } from '@tern/addresses';
import { getBytes } from 'ethers';
import type { DepositSeen } from '../../kernel/rails/rail.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FeeFound } from '../evm-rail/find-deposits.ts';
import { ownAddresses, ownTransfers } from '../evm-rail/store.ts';
import { amountOf, readTransfer } from '../evm-rail/token-contract.ts';
import type { FactsFound } from '../evm-rail/watch-deposits.ts';
import type { TronBlock, TronChain, TronReceipt, TronTransaction } from './chain.ts';
import { TRX_DECIMALS, type TronSettings } from './tron-settings.ts';

interface FindDeps {
  database: Database;
  settings: TronSettings;
}

/** A payment within a transaction. */
interface Payment {
  asset: string;
  decimals: number;
  from: string;
  to: string;
  units: bigint;
  /** The position in the transaction: the same in every block. */
  place: string;
}

/** A transaction that did what it says; others have no payments. */
interface Done {
  transaction: TronTransaction;
  receipt: TronReceipt;
  payments: readonly Payment[];
}

/**
 * What a node says is in a block, in its order. Only transactions count whose block and whose receipt both say that they succeeded;
 * of a contract only the `Transfer` events of configured tokens: coins that a contract passes on are not seen.
 * @throws Error when the node has not all receipts of the block; it is then read again
 */
export async function findFacts(
  deps: FindDeps,
  node: TronChain,
  block: TronBlock,
): Promise<FactsFound> {
  const receipts = await receiptsOf(node, block);
  const done = block.transactions.map((transaction): Done => {
    const receipt = receipts.get(transaction.txid)!;
    return { transaction, receipt, payments: paymentsOf(deps.settings, transaction, receipt) };
  });
  const own = await ownOf(deps, [
    ...block.transactions.map(({ sender }) => sender),
    ...done.flatMap(({ payments }) => payments.flatMap(({ from, to }) => [from, to])),
  ]);
  return {
    deposits: await depositsOf(deps, { block, done, own }),
    fees: feesOf(deps.settings, { block, done, own }),
  };
}

async function receiptsOf(node: TronChain, block: TronBlock) {
  const found = await node.receipts(block.height);
  const receipts = new Map(found.map((receipt) => [receipt.txid, receipt]));
  const isWhole = block.transactions.every(
    ({ txid }) => receipts.get(txid)?.height === block.height,
  );
  if (isWhole) return receipts;
  throw new Error(`the node has not all receipts of block ${block.height}`);
}

function paymentsOf(
  settings: TronSettings,
  { result, sender, payment }: TronTransaction,
  receipt: TronReceipt,
): Payment[] {
  if (result !== 'SUCCESS' || receipt.result !== 'SUCCESS') return [];
  const payments: Payment[] = [];
  if (payment !== undefined && settings.native !== undefined) {
    const native = { asset: settings.native, decimals: TRX_DECIMALS };
    payments.push({ ...native, from: sender, ...payment, place: 'value' });
  }
  receipt.logs.forEach((log, index) => {
    const known = [...settings.tokens].find(([, { address }]) => address === log.address);
    const moved = known && readTransfer(log);
    if (known === undefined || moved === undefined) return;
    const [asset, { decimals }] = known;
    const sides = { from: ofEvent(moved.from), to: ofEvent(moved.to) };
    payments.push({ asset, decimals, ...sides, units: moved.units, place: String(index) });
  });
  return payments;
}

const ofEvent = (hex: string) => tronAddress(getBytes(hex));

async function ownOf(
  { database, settings }: FindDeps,
  candidates: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(candidates)].filter((address) => address !== '');
  if (asked.length === 0) return new Set();
  // The query ignores case, which is a part of these addresses: what it finds must be one that was asked for.
  const lower = asked.map((address) => address.toLowerCase());
  const rows = await database.many(ownAddresses, [settings.network, lower]);
  return new Set(rows.map(({ address }) => address).filter((address) => asked.includes(address)));
}

interface Facts {
  block: TronBlock;
  done: readonly Done[];
  own: ReadonlySet<string>;
}

async function depositsOf(
  { database, settings }: FindDeps,
  { block, done, own }: Facts,
): Promise<DepositSeen[]> {
  const { network, chainId } = settings;
  const paying = done.filter(({ payments }) => payments.some(({ to }) => own.has(to)));
  if (paying.length === 0) return [];
  const txids = paying.map(({ transaction }) => transaction.txid);
  const rows = await database.many(ownTransfers, [txids]);
  const withdrawn = new Set(rows.map(({ txid }) => txid));
  return paying.flatMap(({ transaction: { txid }, payments }) =>
    payments.flatMap(({ asset, decimals, from, to, units, place }) => {
      // Between our own wallets nothing arrives, unless a withdrawal was sent to one.
      if (!own.has(to) || units === 0n || (own.has(from) && !withdrawn.has(txid))) return [];
      const reference = `${chainId}:${txid}:${place}`;
      const amount = amountOf(units, decimals);
      return [{ network, asset, address: to, amount, reference, txid, height: block.height }];
    }),
  );
}

/** Of all transactions that our wallets sent, also failed ones. Where the chain's coin has no asset: none. */
function feesOf({ native, network }: TronSettings, { block, done, own }: Facts): FeeFound[] {
  if (native === undefined) return [];
  return done
    .filter(({ transaction, receipt }) => own.has(transaction.sender) && receipt.fee > 0n)
    .map(({ transaction: { txid, sender }, receipt }) => {
      const amount = amountOf(receipt.fee, TRX_DECIMALS);
      return { network, asset: native, wallet: sender, txid, amount, height: block.height };
    });
}
