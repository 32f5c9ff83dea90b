/** A model of TRON for tests: keeps blocks, solidifies them, and executes payments and calls of tokens with the chain's rules and prices. */
import { createHash, randomBytes } from 'node:crypto';
import { tronAccount, tronAddress } from '@tern/addresses';
import type { ReadTransaction } from './read-transaction.ts';

export const TRON_CHAIN_ID = 0x2b_66_53_dc;
/** Between two blocks, in ms. */
export const BLOCK_MS = 3_000;
/** So many blocks follow a solidified one; 19 on the main network. */
export const LAG = 2;
/** Sun. */
export const RATES = { energy: 100n, bandwidth: 1_000n, newAccount: 1_100_000n } as const;
/** Of a transfer to an address that has some of the token, and to one that has none. */
export const ENERGY = { known: 65_000n, fresh: 130_000n } as const;
const FREE_BANDWIDTH = 600;
/** Of `Transfer(address,address,uint256)`. */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const SELECTOR = { transfer: 'a9059cbb', balanceOf: '70a08231' } as const;

export interface Log {
  address: string;
  topics: string[];
  data: string;
}

/** What is in a block, as nodes state it. */
export interface Included {
  txid: string;
  sender: string;
  type: string;
  to: string;
  amount: bigint;
  /** "SUCCESS", "REVERT", "OUT_OF_ENERGY"… */
  result: string;
  fee: bigint;
  logs: Log[];
  internal: { to: string; amount: bigint; isRejected: boolean }[];
}

export interface Block {
  height: number;
  id: string;
  parent: string;
  /** Epoch ms. */
  time: number;
  included: Included[];
}

interface State {
  coins: Map<string, bigint>;
  /** By contract, then by address. */
  tokens: Map<string, Map<string, bigint>>;
  /** Bytes that an account has used of the free ones. */
  used: Map<string, number>;
}

const clone = ({ coins, tokens, used }: State): State => ({
  coins: new Map(coins),
  tokens: new Map([...tokens].map(([contract, held]) => [contract, new Map(held)])),
  used: new Map(used),
});

const idOf = (height: number, salt: string) =>
  height.toString(16).padStart(16, '0') +
  createHash('sha256').update(`${height} ${salt}`).digest('hex').slice(16);

const word = (address: string) =>
  Buffer.from(tronAccount(address)).toString('hex').padStart(64, '0');

export const transferLog = (contract: string, from: string, to: string, units: bigint): Log => ({
  address: Buffer.from(tronAccount(contract)).toString('hex'),
  topics: [TRANSFER_TOPIC, word(from), word(to)],
  data: units.toString(16).padStart(64, '0'),
});

type Call = Pick<ReadTransaction, 'owner' | 'to' | 'data'>;

/** The address in the first word after the selector. */
const namedIn = (data: string) => tronAddress(Buffer.from(data.slice(32, 72), 'hex'));

export type TronModel = ReturnType<typeof tronModel>;

export function tronModel() {
  const genesis: Block = {
    height: 0,
    id: `0000000000000000${'1e'.repeat(20)}${TRON_CHAIN_ID.toString(16).padStart(8, '0')}`,
    parent: '0'.repeat(64),
    time: 1_764_500_000_000,
    included: [],
  };
  const blocks: Block[] = [genesis];
  const states: State[] = [{ coins: new Map(), tokens: new Map(), used: new Map() }];
  /** Signed ones, and what wallets of others do. */
  let waiting: (ReadTransaction | Included)[] = [];
  const blocked = new Set<string>();
  const silent = new Set<string>();
  const staked = new Map<string, bigint>();
  let factor = 1n;

  const head = () => blocks.at(-1)!;
  const state = () => states.at(-1)!;
  const solid = () => Math.max(blocks.length - 1 - LAG, 0);
  const coinsAt = (height: number, address: string) => states[height]!.coins.get(address) ?? 0n;
  const heldAt = (height: number, contract: string, address: string) =>
    states[height]!.tokens.get(contract)?.get(address) ?? 0n;
  const isKnown = (txid: string) =>
    blocks.some(({ included }) => included.some((each) => each.txid === txid));

  const add = (map: Map<string, bigint>, address: string, units: bigint) =>
    map.set(address, (map.get(address) ?? 0n) + units);

  /** What a transfer of a token does: undefined when it reverts. */
  const moveOf = (now: State, { owner, to: contract, data }: Call) => {
    const held = now.tokens.get(contract);
    if (held === undefined || !data.startsWith(SELECTOR.transfer)) return undefined;
    const to = namedIn(data);
    const units = BigInt(`0x${data.slice(72)}`);
    if (blocked.has(to) || (held.get(owner) ?? 0n) < units) return undefined;
    const energy = (held.get(to) ?? 0n) === 0n ? ENERGY.fresh : ENERGY.known;
    return { to, units, energy };
  };

  /** Why a node does not take a transaction now; undefined if it does. */
  const refusalOf = (transaction: ReadTransaction, now: State, parent: Block) => {
    const { txid, owner, signer, to, type, amount, expiration } = transaction;
    if (signer !== owner) return 'SIGERROR';
    if (isKnown(txid)) return 'DUP_TRANSACTION_ERROR';
    if (expiration <= parent.time || expiration > parent.time + 24 * 3_600_000)
      return 'TRANSACTION_EXPIRATION_ERROR';
    const reference = blocks.findLast(
      ({ height }) =>
        (height & 0xffff).toString(16).padStart(4, '0') === transaction.referenceBytes,
    );
    if (reference?.id.slice(16, 32) !== transaction.referenceHash) return 'TAPOS_ERROR';
    const coins = now.coins.get(owner) ?? 0n;
    if (type === 'TriggerSmartContract')
      return now.tokens.has(to) ? undefined : 'CONTRACT_VALIDATE_ERROR';
    const creates = now.coins.has(to) ? 0n : RATES.newAccount;
    const isImpossible = to === owner || now.tokens.has(to) || amount <= 0n;
    return isImpossible || coins < amount + creates ? 'CONTRACT_VALIDATE_ERROR' : undefined;
  };

  /** Burns coins for bytes, unless free ones are enough for all of them. */
  const payBytes = (now: State, { owner, size }: ReadTransaction): bigint => {
    const used = (now.used.get(owner) ?? 0) + size;
    if (used <= FREE_BANDWIDTH) {
      now.used.set(owner, used);
      return 0n;
    }
    return BigInt(size) * RATES.bandwidth;
  };

  const execute = (transaction: ReadTransaction, now: State): Included => {
    const { txid, owner, to, type, amount, feeLimit } = transaction;
    const bytes = payBytes(now, transaction);
    add(now.coins, owner, -bytes);
    const base = { txid, sender: owner, type, to, amount, internal: [], logs: [] };
    if (type === 'TransferContract') {
      const creates = now.coins.has(to) ? 0n : RATES.newAccount;
      add(now.coins, owner, -amount - creates);
      add(now.coins, to, amount);
      return { ...base, result: 'SUCCESS', fee: bytes + creates };
    }
    const own = staked.get(owner) ?? 0n;
    const paid = (now.coins.get(owner) ?? 0n) / RATES.energy;
    const limit = [feeLimit / RATES.energy, own + paid].reduce((a, b) => (a < b ? a : b));
    const move = moveOf(now, transaction);
    const needed = (move?.energy ?? 5_000n) * factor;
    const energy = needed > limit ? limit : needed;
    const burnt = (energy > own ? energy - own : 0n) * RATES.energy;
    add(now.coins, owner, -burnt);
    const fee = bytes + burnt;
    if (needed > limit) return { ...base, result: 'OUT_OF_ENERGY', fee };
    if (move === undefined) return { ...base, result: 'REVERT', fee };
    if (silent.has(to)) return { ...base, result: 'SUCCESS', fee };
    const held = now.tokens.get(to)!;
    add(held, owner, -move.units);
    add(held, move.to, move.units);
    return { ...base, result: 'SUCCESS', fee, logs: [transferLog(to, owner, move.to, move.units)] };
  };

  const apply = (each: Included, now: State): Included => {
    if (each.result !== 'SUCCESS') return each;
    if (each.type === 'TransferContract') {
      add(now.coins, each.sender, -each.amount);
      add(now.coins, each.to, each.amount);
    }
    for (const { to, amount, isRejected } of each.internal) {
      if (!isRejected) add(now.coins, to, amount);
    }
    return each;
  };

  const block = (salt: string, after = BLOCK_MS): void => {
    const parent = head();
    const now = clone(state());
    const included: Included[] = [];
    for (const each of waiting) {
      if ('internal' in each) included.push(apply(each, now));
      else if (refusalOf(each, now, parent) === undefined) included.push(execute(each, now));
    }
    waiting = [];
    const height = parent.height + 1;
    blocks.push({
      height,
      id: idOf(height, salt),
      parent: parent.id,
      time: parent.time + after,
      included,
    });
    states.push(now);
  };

  return {
    blocks,
    head,
    solid,
    coinsAt,
    heldAt,
    isContract: (address: string) => state().tokens.has(address),
    hasAccount: (address: string) => state().coins.has(address),
    freeUsed: (address: string) => state().used.get(address) ?? 0,
    energyOf: (address: string) => staked.get(address) ?? 0n,
    coinsOf: (address: string) => state().coins.get(address) ?? 0n,
    tokensOf: (contract: string, address: string) =>
      state().tokens.get(contract)?.get(address) ?? 0n,
    /** Of all blocks: how many transactions an address sent, and how many of them did what they say. */
    sentBy: (address: string) => {
      const sent = blocks
        .flatMap(({ included }) => included)
        .filter(({ sender }) => sender === address);
      return { all: sent.length, done: sent.filter(({ result }) => result === 'SUCCESS').length };
    },
    waits: (txid: string) => waiting.some((each) => each.txid === txid),
    /** What a node answers to a broadcast: its refusal, or undefined. */
    offer(transaction: ReadTransaction): string | undefined {
      if (waiting.some(({ txid }) => txid === transaction.txid)) return 'DUP_TRANSACTION_ERROR';
      const refusal = refusalOf(transaction, state(), head());
      if (refusal === undefined) waiting.push(transaction);
      return refusal;
    },
    /** What a call would use: undefined when it would revert. */
    simulate: (owner: string, contract: string, data: string) =>
      moveOf(state(), { owner, to: contract, data })?.energy,
    balanceCall(height: number, contract: string, data: string): bigint | undefined {
      const held = states[height]!.tokens.get(contract);
      if (held === undefined || !data.startsWith(SELECTOR.balanceOf)) return undefined;
      return held.get(namedIn(data)) ?? 0n;
    },
    fund: (address: string, sun: bigint) => void add(state().coins, address, sun),
    deploy: (contract: string) => void state().tokens.set(contract, new Map()),
    mint: (contract: string, address: string, units: bigint) =>
      void add(state().tokens.get(contract)!, address, units),
    stake: (address: string, energy: bigint) => void staked.set(address, energy),
    /** The token refuses transfers to it. */
    block: (address: string, isBlocked = true) =>
      void (isBlocked ? blocked.add(address) : blocked.delete(address)),
    /** The contract takes every call and reports nothing. */
    silence: (contract: string) => void silent.add(contract),
    /** What another wallet or a contract does in the next block; returns its id. */
    happen(what: Partial<Included> & Pick<Included, 'sender'>): string {
      const txid = randomBytes(32).toString('hex');
      const usual = {
        type: 'TriggerSmartContract',
        to: what.sender,
        amount: 0n,
        result: 'SUCCESS',
      };
      waiting.push({ txid, fee: 0n, logs: [], internal: [], ...usual, ...what });
      return txid;
    },
    /** `after`: how much later than the one before the first block is, in ms. */
    mine(count = 1, after = BLOCK_MS): void {
      for (let made = 0; made < count; made += 1) block('', made === 0 ? after : BLOCK_MS);
    },
    /** Nodes forget what no block took. */
    forget: () => void (waiting = []),
    /** Replaces the last blocks, which are not solidified, by as many others, and forgets what they had. */
    reorganise(depth: number): void {
      if (depth > LAG) throw new Error('a solidified block is never replaced');
      const salt = randomBytes(4).toString('hex');
      blocks.splice(-depth);
      states.splice(-depth);
      waiting = [];
      for (let made = 0; made < depth; made += 1) block(salt);
    },
    /** The contract uses so many times as much energy as it is estimated to. */
    raiseEnergy: (times: bigint) => void (factor = times),
    /** What a block says of a transaction; undefined while none has it. */
    resultOf: (txid: string) =>
      blocks.flatMap(({ included }) => included).find((each) => each.txid === txid)?.result,
    /** What must never happen: a solidified block, and all after it, are others. */
    rewrite(from: number): void {
      const salt = randomBytes(4).toString('hex');
      for (const each of blocks.slice(from)) {
        each.id = idOf(each.height, salt);
        each.parent = blocks[each.height - 1]!.id;
      }
    },
  };
}
