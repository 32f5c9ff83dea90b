/** The calls to an EVM chain that the rail needs; a node of another chain is refused. */
import { isDeepStrictEqual } from 'node:util';
import { toQuantity } from 'ethers';
import type { GasMarket } from './fees.ts';
import { createRpc, RpcUnreachable } from './json-rpc.ts';
import { balanceCall, layerFeeCall, TRANSFER_TOPIC } from './token-contract.ts';

/** Amounts are in the chain's smallest units; addresses and hashes in lower case, as the node returns them. */
export interface ChainTransaction {
  hash: string;
  from: string;
  /** Null creates a contract. */
  to: string | null;
  value: bigint;
}

export interface ChainBlock {
  height: number;
  hash: string;
  parentHash: string;
  transactions: readonly ChainTransaction[];
}

export interface ChainLog {
  address: string;
  topics: readonly string[];
  data: string;
  transactionHash: string;
}

export interface ChainReceipt {
  height: number;
  blockHash: string;
  isSuccess: boolean;
  /** In the order of the transaction. */
  logs: readonly ChainLog[];
  /** What its sender paid for it, also if it failed. Undefined: the node does not say it. */
  fee: bigint | undefined;
}

export interface ChainCall {
  from: string;
  to: string;
  value: bigint;
  data: string;
}

/** Every call fails with: RpcRefusal, RpcUnreachable. */
export interface Chain {
  /** The height of the newest block. */
  head(): Promise<number>;
  block(height: number): Promise<ChainBlock | undefined>;
  /** By block hash: a node without this block refuses. */
  transferLogs(blockHash: string, contracts: readonly string[]): Promise<ChainLog[]>;
  receipt(txid: string): Promise<ChainReceipt | undefined>;
  /** The first unused nonce of an address: at a height, in the newest block, or including pending transactions. */
  nonce(address: string, at: number | 'latest' | 'pending'): Promise<number>;
  /** `at`: a height; the newest block if absent. */
  balance(address: string, contract?: string, at?: number | 'latest'): Promise<bigint>;
  /** The whole header of a block, as the node spells it. */
  header(height: number): Promise<RpcHeader>;
  /** Proofs of an account and of places of its storage, in a block. */
  proof(address: string, places: readonly string[], height: number): Promise<RpcProof>;
  gasMarket(): Promise<GasMarket>;
  /** Also fails with RpcRefusal when the call would revert. */
  estimateGas(call: ChainCall): Promise<bigint>;
  /** What a second layer would take besides gas for a transaction of this data (OP stack). 0 on all other chains. */
  layerFee(data: string): Promise<bigint>;
  broadcast(signed: string): Promise<void>;
}

/** Fields of the block's header in hexadecimal; those of later forks may be missing. */
export type RpcHeader = Readonly<Record<string, string | undefined>>;

export interface RpcProof {
  readonly accountProof: readonly string[];
  /** In the order that was asked for. */
  readonly storageProof: readonly { readonly value: string; readonly proof: readonly string[] }[];
}

const hex = (height: number | 'latest' | 'pending') =>
  typeof height === 'number' ? toQuantity(height) : height;

type Quantity = string;
interface RpcBlock {
  number: Quantity;
  hash: string;
  parentHash: string;
  baseFeePerGas?: Quantity;
  transactions: { hash: string; from: string; to: string | null; value: Quantity }[];
}
interface RpcReceipt {
  blockNumber: Quantity;
  blockHash: string;
  status: Quantity;
  logs: ChainLog[];
  gasUsed?: Quantity | null;
  /** Older nodes, and those of some chains, have none. */
  effectiveGasPrice?: Quantity | null;
  /** Where a second layer also takes what its first layer costs. */
  l1Fee?: Quantity | null;
}

export function createChain(rpcUrl: string, chainId: number): Chain {
  const call = guarded(rpcUrl, chainId);
  const big = async (method: string, ...params: unknown[]) =>
    BigInt((await call(method, ...params)) as Quantity);
  const whole = async (method: string, ...params: unknown[]) =>
    Number(await big(method, ...params));
  return {
    head: () => whole('eth_blockNumber'),
    async block(height) {
      const block = (await call('eth_getBlockByNumber', hex(height), true)) as RpcBlock | null;
      return block === null ? undefined : readBlock(block);
    },
    async transferLogs(blockHash, contracts) {
      if (contracts.length === 0) return [];
      const filter = { blockHash, address: contracts, topics: [TRANSFER_TOPIC] };
      return (await call('eth_getLogs', filter)) as ChainLog[];
    },
    async receipt(txid) {
      const receipt = (await call('eth_getTransactionReceipt', txid)) as RpcReceipt | null;
      return receipt === null ? undefined : readReceipt(receipt);
    },
    nonce: (address, at) => whole('eth_getTransactionCount', address, hex(at)),
    balance: (address, contract, at = 'latest') =>
      contract === undefined
        ? big('eth_getBalance', address, hex(at))
        : big('eth_call', { to: contract, data: balanceCall(address) }, hex(at)),
    async header(height) {
      return (await call('eth_getBlockByNumber', hex(height), false)) as RpcHeader;
    },
    async proof(address, places, height) {
      return (await call('eth_getProof', address, places, hex(height))) as RpcProof;
    },
    async gasMarket() {
      const newest = (await call('eth_getBlockByNumber', 'latest', false)) as RpcBlock;
      if (newest.baseFeePerGas === undefined) {
        return { base: await big('eth_gasPrice'), tip: undefined };
      }
      const tip = await big('eth_maxPriorityFeePerGas');
      return { base: BigInt(newest.baseFeePerGas), tip };
    },
    estimateGas: ({ value, ...rest }) =>
      big('eth_estimateGas', { ...rest, value: toQuantity(value) }),
    async layerFee(data) {
      const answer = (await call('eth_call', layerFeeCall(data), 'latest')) as string;
      return answer === '0x' ? 0n : BigInt(answer);
    },
    async broadcast(signed) {
      await call('eth_sendRawTransaction', signed);
    },
  };
}

/** Checks that the node is on the configured chain, first and again after each failure. */
function guarded(rpcUrl: string, chainId: number) {
  const rpc = createRpc(rpcUrl);
  let isKnown = false;
  return async (method: string, ...params: unknown[]): Promise<unknown> => {
    try {
      if (!isKnown) {
        const found = BigInt((await rpc.call('eth_chainId')) as Quantity);
        if (found !== BigInt(chainId)) {
          throw new Error(`the node is of chain ${found}, configured is ${chainId}`);
        }
        isKnown = true;
      }
      return await rpc.call(method, ...params);
    } catch (error) {
      if (error instanceof RpcUnreachable) isKnown = false;
      throw error;
    }
  };
}

function readBlock({ number, hash, parentHash, transactions }: RpcBlock): ChainBlock {
  return {
    height: Number(number),
    hash,
    parentHash,
    transactions: transactions.map((each) => ({
      hash: each.hash,
      from: each.from,
      to: each.to,
      value: BigInt(each.value),
    })),
  };
}

/** Whether two nodes report the same of a transaction. Its fee moves nothing of what members own: clients may differ on it. */
export function isSameReceipt(one: ChainReceipt, other: ChainReceipt): boolean {
  return isDeepStrictEqual(comparable(one), comparable(other));
}

const comparable = ({ height, blockHash, isSuccess, logs }: ChainReceipt) => ({
  height,
  isSuccess,
  blockHash: blockHash.toLowerCase(),
  logs: logs.map(({ address, topics, data }) =>
    [address, ...topics, data].map((part) => part.toLowerCase()),
  ),
});

function readReceipt({ blockNumber, blockHash, status, logs, ...paid }: RpcReceipt): ChainReceipt {
  const fee = feeOf(paid);
  return { height: Number(blockNumber), blockHash, isSuccess: BigInt(status) === 1n, logs, fee };
}

function feeOf({
  gasUsed,
  effectiveGasPrice,
  l1Fee,
}: Pick<RpcReceipt, 'gasUsed' | 'effectiveGasPrice' | 'l1Fee'>): bigint | undefined {
  if (!gasUsed || !effectiveGasPrice) return undefined;
  return BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(l1Fee ?? '0x0');
}
