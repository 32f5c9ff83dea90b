/** The calls to TRON that the rail needs. Blocks, transactions and balances are of solidified blocks only: those cannot be replaced. */
import { isDeepStrictEqual } from 'node:util';
import { tronAccount, tronAddress } from '@tern/addresses';
import { getBytes, hexlify } from 'ethers';
import type { ReadBlock } from '../evm-rail/watch-deposits.ts';
import { RpcRefusal, RpcUnreachable } from '../evm-rail/json-rpc.ts';
import { balanceCall } from '../evm-rail/token-contract.ts';
import { resultOf } from './results.ts';
import { guardedApi, type NodeCall } from './node-api.ts';

/** Addresses in base58check, hashes in lower case without 0x, amounts in sun. */
export interface TronTransaction {
  txid: string;
  sender: string;
  /** What the block says of it: "SUCCESS", "REVERT", "OUT_OF_ENERGY"… */
  result: string;
  /** Of the chain's coin; absent for other kinds. */
  payment: { to: string; units: bigint } | undefined;
}

export interface TronBlock extends ReadBlock {
  /** Epoch ms: expirations compare with it. */
  time: number;
  transactions: readonly TronTransaction[];
}

export interface TronLog {
  /** Of the contract, in base58check. */
  address: string;
  /** With 0x, as EVM events have them. */
  topics: readonly string[];
  data: string;
}

export interface TronReceipt {
  txid: string;
  height: number;
  /** "SUCCESS", a word for why it did nothing (`hasFailed`), or another. It is in a block and took its fee all the same. */
  result: string;
  /** In the order of the transaction. */
  logs: readonly TronLog[];
  /** What its sender paid for it, in sun, also if it failed. */
  fee: bigint;
}

/** What the chain takes now, in sun. */
export interface FeeRates {
  /** For a unit of energy. */
  energy: bigint;
  /** For a byte. */
  bandwidth: bigint;
  /** For a transfer of the coin to an address that has no account yet. */
  newAccount: bigint;
}

/** What a wallet may use before it pays. */
export interface Resources {
  energy: bigint;
  /** Bytes; a transaction that needs more pays all of its own. */
  bandwidth: bigint;
}

export interface TokenCall {
  from: string;
  contract: string;
  /** With 0x. */
  data: string;
}

/** Every call fails with: RpcRefusal, RpcUnreachable. */
export interface TronChain {
  /** The height of the newest solidified block. */
  head(): Promise<number>;
  /** The newest solidified block. */
  newest(): Promise<TronBlock>;
  /** Undefined while it is not solidified, or where the node no longer has it. */
  block(height: number): Promise<TronBlock | undefined>;
  /** Of all transactions in a solidified block. */
  receipts(height: number): Promise<readonly TronReceipt[]>;
  /** Undefined while it is in no solidified block. */
  receipt(txid: string): Promise<TronReceipt | undefined>;
  coins(address: string): Promise<bigint>;
  tokens(address: string, contract: string): Promise<bigint>;
  rates(): Promise<FeeRates>;
  resources(address: string): Promise<Resources>;
  isContract(address: string): Promise<boolean>;
  hasAccount(address: string): Promise<boolean>;
  /** The units of energy that a call uses. Also fails with RpcRefusal when it would revert. */
  estimateEnergy(call: TokenCall): Promise<bigint>;
  /** `signed`: the whole transaction in hexadecimal. Returns the node's code if it does not take it: "DUP_TRANSACTION_ERROR"… */
  broadcast(signed: string): Promise<string | undefined>;
}

export function createTronChain(url: string, chainId: number): TronChain {
  const call = guardedApi(url, chainId);
  const newest = async () => readBlock(await call('walletsolidity/getnowblock', {}))!;
  return {
    newest,
    head: async () => (await newest()).height,
    block: async (num) => readBlock(await call('walletsolidity/getblockbynum', { num })),
    async receipts(num) {
      const found = await call('walletsolidity/gettransactioninfobyblocknum', { num });
      return Array.isArray(found) ? found.map(readReceipt) : [];
    },
    async receipt(txid) {
      const found = await call('walletsolidity/gettransactioninfobyid', { value: txid });
      return 'id' in (found as object) ? readReceipt(found as WireReceipt) : undefined;
    },
    async coins(address) {
      const found = await call('walletsolidity/getaccount', { address, visible: true });
      return BigInt((found as { balance?: number }).balance ?? 0);
    },
    tokens: (address, contract) => tokensOf(call, address, contract),
    rates: () => ratesOf(call),
    resources: (address) => resourcesOf(call, address),
    async isContract(address) {
      const found = await call('wallet/getcontract', { value: address, visible: true });
      return 'contract_address' in (found as object);
    },
    async hasAccount(address) {
      return 'address' in ((await call('wallet/getaccount', { address, visible: true })) as object);
    },
    estimateEnergy: (given) => energyOf(call, given),
    async broadcast(signed) {
      const found = await call('wallet/broadcasthex', { transaction: signed });
      const { result, code = 'OTHER_ERROR' } = found as { result?: boolean; code?: string };
      return result === true ? undefined : code;
    },
  };
}

const bare = (hex: string) => hex.replace(/^0x/, '').toLowerCase();

/** Of "41…" or of the 20 bytes that events have. */
const addressOf = (hex: string) => tronAddress(getBytes(`0x${bare(hex).slice(-40)}`));

/** Of the 20 bytes, with 0x, as the calls of contracts have it. */
export const accountHex = (address: string) => hexlify(tronAccount(address));

interface WireBlock {
  blockID?: string;
  block_header?: { raw_data: { number?: number; parentHash: string; timestamp?: number } };
  transactions?: readonly WireTransaction[];
}
interface WireTransaction {
  txID: string;
  ret?: readonly { contractRet?: string }[];
  raw_data: {
    contract: readonly {
      type: string;
      parameter: { value: { owner_address?: string; to_address?: string; amount?: number } };
    }[];
  };
}
interface WireReceipt {
  id: string;
  fee?: number;
  blockNumber?: number;
  /** Absent: it succeeded. */
  result?: string;
  receipt?: { result?: string };
  log?: readonly { address: string; topics?: readonly string[]; data?: string }[];
}

function readBlock(found: unknown): TronBlock | undefined {
  const { blockID, block_header: header, transactions = [] } = found as WireBlock;
  if (blockID === undefined || header === undefined) return undefined;
  const { number = 0, parentHash, timestamp = 0 } = header.raw_data;
  return {
    height: number,
    hash: bare(blockID),
    parentHash: bare(parentHash),
    time: timestamp,
    transactions: transactions.map(readTransaction),
  };
}

function readTransaction({ txID, ret, raw_data: { contract } }: WireTransaction): TronTransaction {
  const [only] = contract;
  const { owner_address: owner, to_address: to, amount = 0 } = only?.parameter.value ?? {};
  const isPayment = only?.type === 'TransferContract' && to !== undefined;
  return {
    txid: bare(txID),
    sender: owner === undefined ? '' : addressOf(owner),
    result: ret?.[0]?.contractRet ?? '',
    payment: isPayment ? { to: addressOf(to), units: BigInt(amount) } : undefined,
  };
}

function readReceipt({
  id,
  fee = 0,
  result,
  receipt,
  log = [],
  ...rest
}: WireReceipt): TronReceipt {
  return {
    txid: bare(id),
    height: rest.blockNumber ?? 0,
    result: resultOf(result, receipt?.result),
    logs: log.map(({ address, topics = [], data = '' }) => ({
      address: addressOf(address),
      topics: topics.map((topic) => `0x${bare(topic)}`),
      data: `0x${bare(data)}`,
    })),
    fee: BigInt(fee),
  };
}

/** Whether two nodes report the same of a transaction. */
export const isSameReceipt = (one: TronReceipt, other: TronReceipt): boolean =>
  isDeepStrictEqual({ ...one, fee: 0n }, { ...other, fee: 0n });

async function ratesOf(call: NodeCall): Promise<FeeRates> {
  const found = await call('wallet/getchainparameters', {});
  const { chainParameter = [] } = found as { chainParameter?: { key: string; value?: number }[] };
  const rate = (key: string) => {
    const value = chainParameter.find((each) => each.key === key)?.value;
    if (value !== undefined) return BigInt(value);
    throw new RpcUnreachable('wallet/getchainparameters', new Error(`answered without ${key}`));
  };
  return {
    energy: rate('getEnergyFee'),
    bandwidth: rate('getTransactionFee'),
    newAccount: rate('getCreateAccountFee') + rate('getCreateNewAccountFeeInSystemContract'),
  };
}

async function resourcesOf(call: NodeCall, address: string): Promise<Resources> {
  const found = await call('wallet/getaccountresource', { address, visible: true });
  const of = found as Readonly<Record<string, number | undefined>>;
  const left = (limit: string, used: string) => Math.max((of[limit] ?? 0) - (of[used] ?? 0), 0);
  return {
    energy: BigInt(left('EnergyLimit', 'EnergyUsed')),
    bandwidth: BigInt(Math.max(left('NetLimit', 'NetUsed'), left('freeNetLimit', 'freeNetUsed'))),
  };
}

interface Called {
  result?: { result?: boolean; code?: string; message?: string };
  energy_used?: number;
  constant_result?: readonly string[];
  transaction?: { ret?: readonly { ret?: string }[] };
}

/** @throws RpcRefusal when the call reverts */
async function called(call: NodeCall, path: string, given: TokenCall): Promise<Called> {
  const { from, contract, data } = given;
  const found = (await call(path, {
    owner_address: from,
    contract_address: contract,
    data: bare(data),
    visible: true,
  })) as Called;
  const { result, transaction } = found;
  const isReverted =
    transaction?.ret?.[0]?.ret === 'FAILED' || /revert/i.test(result?.message ?? '');
  if (isReverted) throw new RpcRefusal(path, 0, 'the call reverts');
  if (result?.result === true) return found;
  throw new RpcRefusal(path, 0, result?.code ?? 'without a reason');
}

async function energyOf(call: NodeCall, given: TokenCall): Promise<bigint> {
  const path = 'wallet/triggerconstantcontract';
  const { energy_used: energy } = await called(call, path, given);
  if (energy === undefined) throw new RpcUnreachable(path, new Error('answered without energy'));
  return BigInt(energy);
}

async function tokensOf(call: NodeCall, address: string, contract: string): Promise<bigint> {
  const path = 'walletsolidity/triggerconstantcontract';
  const data = balanceCall(accountHex(address));
  const { constant_result: results } = await called(call, path, { from: address, contract, data });
  if (!results?.[0]) throw new RpcUnreachable(path, new Error('answered without a result'));
  return BigInt(`0x${bare(results[0])}`);
}
