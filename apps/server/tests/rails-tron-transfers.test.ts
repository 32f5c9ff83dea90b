/** Transfers over a model of TRON pay once, whatever fails between the ledger and the chain, and whenever they expire. */
import { type Amount, decimal } from '@tern/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendWithdrawals } from '../src/features/money/funding/withdrawal/send-withdrawals.ts';
import { abandonTransfer } from '../src/kernel/rails/abandon-transfer.ts';
import {
  createRails,
  type Rail,
  type TransferOut,
  type TransferOutcome,
} from '../src/kernel/rails/rail.ts';
import { depositReports } from './support/anvil-world.ts';
import { balanceOf } from './support/journal.ts';
import {
  forget,
  kept,
  payElsewhere,
  signAgain,
  signedAgain,
  signedOf,
  signExpiringAgain,
} from './support/rail-transfers.ts';
import { BLOCK_MS, ENERGY, LAG, RATES } from './support/tron/chain.ts';
import { readSigned } from './support/tron/read-transaction.ts';
import {
  EXPIRES_MS,
  FOREIGN,
  HOT,
  NETWORK,
  OTHER,
  RICH,
  SILENT,
  tokens,
  transfer,
  TRX,
  type TronWorld,
  tronWorld,
  USDT,
} from './support/tron/world.ts';
import { TRON_ADDRESS, type WithdrawalWorld, withdrawalWorld } from './support/withdrawals.ts';

const WAIT = { timeout: 60_000, interval: 20 };
const UNDONE = { kind: 'refused', reason: 'reason.railUndid' };

describe('a transfer out over TRON', () => {
  let books: WithdrawalWorld;
  let world: TronWorld;
  let rail: Rail;

  beforeAll(async () => {
    books = await withdrawalWorld();
    world = await tronWorld(books.fresh);
  });
  beforeEach(async () => {
    rail = await watching();
  });
  afterEach(() => world.quiet());
  afterAll(async () => {
    await world.stop();
    await books.fresh.drop();
  });

  /** A rail that has read all solidified blocks. */
  const watching = async (over: Parameters<TronWorld['rail']>[0] = {}) => {
    const one = await world.rail(over);
    one.watch!(depositReports());
    await read(one);
    return one;
  };
  const read = (by = rail) =>
    vi.waitFor(async () => {
      const { height, blocked } = await by.state!();
      expect([height, blocked]).toEqual([world.chain.solid(), undefined]);
    }, WAIT);
  const mine = async (blocks: number) => {
    world.chain.mine(blocks);
    await read();
  };
  /** Blocks until all that was signed before has expired for certain. */
  const expire = () => mine(EXPIRES_MS / BLOCK_MS + LAG + 3);
  const stateOf = async (reference: string) =>
    (await books.database.maybe(kept, [reference]))?.state;
  const again = (out: TransferOut) => books.database.many(signedAgain, [out.reference]);
  const transactionOf = async ({ reference }: TransferOut) =>
    readSigned((await books.database.one(signedOf, [reference])).signed);
  const finish = async (out: TransferOut) => {
    await mine(LAG + 1);
    return rail.send(out);
  };

  it('in coins and in tokens is pending until its block is solidified, then final', async () => {
    const { chain } = world;
    const [coins, token] = [transfer(), tokens('12.345678')];
    const before = chain.sentBy(HOT);
    const first = [await rail.send(coins), await rail.send(token)];
    expect(first.map(({ kind }) => kind)).toEqual(['pending', 'pending']);
    await mine(LAG);
    expect([await rail.send(coins), await rail.send(token)]).toEqual(first);
    await mine(1);
    const done = first.map((outcome) => ({ ...outcome, kind: 'completed' }));
    expect([await rail.send(coins), await rail.send(token)]).toEqual(done);
    expect(chain.coinsOf(coins.address)).toBe(20n * TRX);
    expect(chain.tokensOf(USDT, token.address)).toBe(12_345_678n);
    await mine(3);
    expect([await rail.send(coins), await rail.send(token)]).toEqual(done);
    expect(chain.sentBy(HOT)).toEqual({ all: before.all + 2, done: before.done + 2 });
  });

  it('offers a quarter more energy than estimated, refers to a solidified block and expires by the time of blocks', async () => {
    const { chain } = world;
    const out = tokens();
    await rail.send(out);
    const { feeLimit, expiration, referenceBytes, owner, signer } = await transactionOf(out);
    expect(feeLimit).toBe((ENERGY.fresh * RATES.energy * 5n) / 4n);
    const { time, height } = chain.blocks[chain.solid()]!;
    expect(Number.parseInt(referenceBytes, 16)).toBe(height);
    expect(expiration - time - EXPIRES_MS).toBeGreaterThanOrEqual(0);
    expect(expiration - time - EXPIRES_MS).toBeLessThan(1_000);
    expect([owner, signer]).toEqual([HOT, HOT]);
    expect((await finish(out)).kind).toBe('completed');
  });

  it('requested concurrently is one transaction; two equal ones are two', async () => {
    const { chain } = world;
    const before = chain.sentBy(HOT).all;
    const other = await watching();
    const one = transfer();
    const equal = { ...one, reference: `${one.reference}1` };
    const asked = [...Array.from({ length: 4 }, () => one), equal, tokens(), tokens()];
    const outcomes = await Promise.all(
      asked.map((each, index) => (index % 2 === 0 ? rail : other).send(each)),
    );
    const ids = outcomes.map((outcome) => outcome.kind === 'pending' && outcome.txid);
    expect(new Set(ids.slice(0, 4)).size).toBe(1);
    expect(new Set(ids).size).toBe(4);
    await mine(LAG + 1);
    for (const each of asked) expect((await rail.send(each)).kind).toBe('completed');
    expect(chain.sentBy(HOT).all).toBe(before + 4);
    expect(chain.coinsOf(one.address)).toBe(40n * TRX);
  });

  it.each(['before', 'after'] as const)(
    'interrupted %s the node received it is sent once after a restart, with the same id',
    async (cut) => {
      const { chain, node } = world;
      const before = chain.sentBy(HOT).all;
      const out = transfer();
      node.close('wallet/broadcasthex', cut);
      const { isUnverified, ...first } = (await rail.send(out)) as Extract<
        TransferOutcome,
        { kind: 'pending' }
      >;
      expect([first.kind, isUnverified]).toEqual(['pending', true]);
      expect(await stateOf(out.reference)).toBe('signed');
      expect(chain.waits(first.txid)).toBe(cut === 'after');
      node.open();

      const restarted = await watching();
      expect(await restarted.send(out)).toEqual(first);
      await mine(LAG + 1);
      expect(await restarted.send(out)).toEqual({ ...first, kind: 'completed' });
      expect(chain.sentBy(HOT).all).toBe(before + 1);
      expect(chain.coinsOf(out.address)).toBe(20n * TRX);
    },
  );

  it('is unknown while the node is unreachable, and sent once the node answers', async () => {
    const { node } = world;
    const out = tokens();
    node.close();
    await expect(rail.send(out)).rejects.toThrow('got no answer');
    expect(await stateOf(out.reference)).toBeUndefined();
    node.open();
    const first = await rail.send(out);
    await mine(LAG + 1);
    node.close();
    expect(await rail.send(out)).toEqual({ ...first, isUnverified: true });
    node.open();
    expect(await rail.send(out)).toEqual({ ...first, kind: 'completed' });
  });

  it('removed by a reorganisation is broadcast again unchanged', async () => {
    const { chain } = world;
    const out = transfer();
    const first = await rail.send(out);
    await mine(2);
    chain.reorganise(2);
    expect(chain.coinsOf(out.address)).toBe(0n);
    expect(await rail.send(out)).toEqual(first);
    expect(await finish(out)).toEqual({ ...first, kind: 'completed' });
    expect(chain.coinsOf(out.address)).toBe(20n * TRX);
  });

  it.each(['OUT_OF_ENERGY', 'REVERT'] as const)(
    'that ends with %s gives the money back once that is final, and not before',
    async (end) => {
      const { chain } = world;
      const out = tokens();
      await rail.send(out);
      const { txid } = await transactionOf(out);
      if (end === 'REVERT') chain.block(out.address);
      else chain.raiseEnergy(10n);
      await mine(LAG);
      expect((await rail.send(out)).kind).toBe('pending');
      expect(await rail.look!(out.reference)).toBeUndefined();
      // It never was in the chain: it may still pay.
      chain.reorganise(LAG);
      await mine(1);
      chain.block(out.address, false);
      expect((await rail.send(out)).kind).toBe('pending');
      if (end === 'REVERT') chain.block(out.address);
      await mine(LAG + 1);
      expect(chain.resultOf(txid)).toBe(end);
      expect(await rail.send(out)).toEqual(UNDONE);
      chain.raiseEnergy(1n);
      chain.block(out.address, false);
      await expire();
      expect(await rail.send(out)).toEqual(UNDONE);
      expect(chain.tokensOf(USDT, out.address)).toBe(0n);
    },
  );

  it('that cannot arrive is refused before anything is signed, permanently', async () => {
    const { chain } = world;
    const before = chain.sentBy(HOT).all;
    const blocked = tokens();
    chain.block(blocked.address);
    const wrong = [
      blocked,
      tokens('1', { address: USDT }),
      // The chain takes no coins for a contract.
      transfer({ address: FOREIGN }),
      transfer({ address: HOT }),
      transfer({ address: `${OTHER.slice(0, -1)}${OTHER.endsWith('1') ? '2' : '1'}` }),
      transfer({ address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }),
    ];
    for (const out of wrong) expect((await rail.send(out)).kind).toBe('refused');
    chain.block(blocked.address, false);
    for (const out of wrong) expect((await finish(out)).kind).toBe('refused');
    expect(chain.sentBy(HOT).all).toBe(before);
  });

  it('waits while the wallet cannot cover it, what it signed and the fees, or energy is too expensive', async () => {
    const most = String(world.chain.tokensOf(USDT, HOT) / TRX - 1n);
    const [first, second] = [tokens(most), tokens(most)];
    const asked = await Promise.allSettled([rail.send(first), rail.send(second)]);
    expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    // The estimate is of a block that is not solidified: there it is paid already, and this one only waits.
    world.chain.mine(1);
    await expect(rail.send(tokens(most))).rejects.toThrow('insufficient funds');
    const much = transfer({ amount: decimal<Amount>('20000') });
    await expect(rail.send(much)).rejects.toThrow('insufficient funds');
    const frugal = await watching({ maxFee: 12_000_000 });
    await expect(frugal.send(tokens('1'))).rejects.toThrow('fee for energy is above the limit');
    await mine(LAG + 1);
    world.chain.mint(USDT, HOT, 10_000_000n * TRX);
    await mine(LAG + 1);
    for (const out of [first, second]) await rail.send(out);
    for (const out of [first, second]) expect((await finish(out)).kind).toBe('completed');
  });

  describe('that no block takes', () => {
    const lost = async (out: TransferOut, one = rail) => {
      const first = (await one.send(out)) as { kind: 'pending'; txid: string };
      world.chain.forget();
      return first;
    };

    it('is sent again with the same id while it may be taken, and signed anew only when that is past for certain', async () => {
      const { chain, node } = world;
      const before = chain.sentBy(HOT).all;
      const out = tokens();
      node.close('wallet/broadcasthex');
      const { isUnverified: _, ...first } = (await rail.send(out)) as { isUnverified: true };
      // Its time is over at the head of the chain, but not in solidified blocks.
      await mine(EXPIRES_MS / BLOCK_MS - LAG - 1);
      node.open();
      const { expiration } = await transactionOf(out);
      expect(chain.head().time).toBeLessThan(expiration);
      expect(await rail.send(out)).toEqual(first);
      expect(chain.waits((first as { txid: string }).txid)).toBe(true);
      chain.forget();
      await mine(LAG);
      expect(chain.head().time).toBeGreaterThan(expiration);
      expect(await rail.send(out)).toEqual(first);
      expect(await again(out)).toEqual([]);
      await mine(LAG + 1);
      const second = (await rail.send(out)) as { txid: string };
      const signed = await again(out);
      expect(signed).toMatchObject([{ txid: second.txid }]);
      expect(second).not.toEqual(first);
      await mine(LAG + 1);
      expect(await rail.send(out)).toEqual({ kind: 'completed', txid: second.txid });
      expect(await (await watching()).send(out)).toMatchObject({ txid: second.txid });
      expect(chain.tokensOf(USDT, out.address)).toBe(2n * TRX);
      expect(chain.sentBy(HOT).all).toBe(before + 1);
      expect(world.said()).toContain('an expired transfer is signed again');
    });

    it('is taken by the last block that may: then nothing is signed anew, whatever a node hides', async () => {
      const { chain, node, witness } = world;
      const out = transfer();
      const first = await lost(out);
      const { signed } = await books.database.one(signedOf, [out.reference]);
      const { expiration } = await transactionOf(out);
      while (chain.head().time + BLOCK_MS < expiration) chain.mine(1);
      // The head is before the expiration, the block that takes it is not.
      expect(chain.offer(readSigned(signed))).toBeUndefined();
      chain.mine(1);
      expect(chain.head().time).toBeGreaterThanOrEqual(expiration);
      expect(chain.resultOf(first.txid)).toBe('SUCCESS');
      // Neither knows a receipt; then one hides it in the block too.
      for (const each of [node, witness]) {
        each.lie('walletsolidity/gettransactioninfobyid', () => ({}));
      }
      await expire();
      expect(await rail.send(out)).toEqual(first);
      type Block = { transactions?: { txID: string }[] };
      node.lie('walletsolidity/getblockbynum', (truth) => {
        const { transactions = [], ...rest } = truth as Block;
        return { ...rest, transactions: transactions.filter(({ txID }) => txID !== first.txid) };
      });
      // An instance that has not seen the block before.
      expect(await (await world.rail()).send(out)).toEqual(first);
      expect(await again(out)).toEqual([]);
      // The other one shows no blocks of that time: no proof either.
      witness.lie('walletsolidity/getblockbynum', () => ({}));
      const late = await world.rail();
      await expect(late.send(out)).rejects.toThrow('a node does not show block');
      expect(await again(out)).toEqual([]);
      for (const each of [node, witness]) each.open();
      expect(await rail.send(out)).toEqual({ ...first, kind: 'completed' });
      expect(chain.coinsOf(out.address)).toBe(20n * TRX);
    });

    it('is signed anew by one of several instances, and never with one node or after a manual resolution', async () => {
      const { chain } = world;
      const [out, resolved] = [transfer(), transfer()];
      const alone = await watching({ checkUrl: undefined });
      await lost(out, alone);
      const given = await lost(resolved);
      await books.database.transaction((tx) => abandonTransfer(tx, resolved, Date.now()));
      await expire();
      // Its withdrawal then has no answer, so that people can resolve it.
      await expect(alone.send(out)).rejects.toThrow('one node is no proof');
      const rekeyed = await watching({ keyFile: world.secret('next', '8'.repeat(64)) });
      await expect(rekeyed.send(out)).rejects.toThrow('of another paying wallet expired');
      expect(await again(out)).toEqual([]);
      expect(await rail.send(resolved)).toEqual(given);
      expect(await again(resolved)).toEqual([]);

      const other = await watching();
      await Promise.all([rail.send(out), other.send(out)]);
      expect(await again(out)).toHaveLength(1);
      expect((await finish(out)).kind).toBe('completed');
      expect(chain.coinsOf(out.address)).toBe(20n * TRX);
    });

    it('cannot be signed anew too early: the database refuses it', async () => {
      const out = transfer();
      await rail.send(out);
      const sign = books.fresh.owner.transaction((tx) =>
        tx.run(signAgain, [out.reference, '1'.repeat(64)]),
      );
      await expect(sign).rejects.toThrow('expires in all its transactions or in none');
      const early = books.fresh.owner.transaction((tx) =>
        tx.run(signExpiringAgain, [out.reference, '2'.repeat(64)]),
      );
      await expect(early).rejects.toThrow('the transaction before may still be taken');
      expect((await finish(out)).kind).toBe('completed');
    });
  });

  it('ends when a second node reports the same', async () => {
    const { witness } = world;
    const out = tokens();
    const first = (await rail.send(out)) as { txid: string };
    await mine(LAG + 1);
    const path = 'walletsolidity/gettransactioninfobyid';
    witness.lie(path, () => ({}));
    expect(await rail.send(out)).toEqual(first);
    witness.lie(path, (truth) => ({ ...(truth as object), receipt: { result: 'REVERT' } }));
    await expect(rail.send(out)).rejects.toThrow('two nodes report different ends');
    witness.close();
    expect(await rail.send(out)).toEqual({ ...first, isUnverified: true });
    expect(await stateOf(out.reference)).toBe('signed');
    witness.open();
    // What it cost moves nothing of what members own.
    witness.lie(path, (truth) => ({ ...(truth as object), fee: 7 }));
    expect((await rail.send(out)).kind).toBe('completed');
  });

  it('that a token neither reverts nor reports stays unknown with an alarm', async () => {
    const odd = await watching({ tokens: new Map([['USDT', { address: SILENT, decimals: 6 }]]) });
    const out = tokens('1');
    await odd.send(out);
    await mine(LAG + 1);
    await expect(odd.send(out)).rejects.toThrow('its token does not report the transfer');
    expect(await stateOf(out.reference)).toBe('signed');
    await books.database.transaction((tx) => abandonTransfer(tx, out, Date.now()));
  });

  it('cannot be changed under the same reference, and signed transactions cannot be changed or deleted', async () => {
    const out = transfer();
    await rail.send(out);
    await expect(rail.send({ ...out, address: RICH })).rejects.toThrow('another transfer');
    const write = (statement: typeof forget, by = books.database) =>
      by.transaction((tx) => tx.run(statement, [out.reference]));
    await expect(write(payElsewhere)).rejects.toThrow('permission denied');
    await expect(write(forget)).rejects.toThrow('permission denied');
    await expect(write(payElsewhere, books.fresh.owner)).rejects.toThrow('a signed transfer');
    expect((await finish(out)).kind).toBe('completed');
  });

  it('is not sent over a node of another chain', async () => {
    const other = await world.rail();
    world.node.lie('wallet/getblockbynum', () => ({ blockID: '0'.repeat(63) + '1' }));
    const out = transfer();
    await expect(other.send(out)).rejects.toThrow('of chain 1');
    expect(await stateOf(out.reference)).toBeUndefined();
  });

  it('leaves a wallet whose coins and stakes pay the fees of so many', async () => {
    const { chain } = world;
    await mine(LAG + 1);
    chain.stake(HOT, 650_000n);
    const { held, gas, ...wallet } = await rail.wallet!();
    expect(wallet).toEqual({ network: NETWORK, address: HOT, gasCoin: 'TRX' });
    expect(gas).toBe(chain.coinsOf(HOT) * 10n ** 12n);
    const [coins, token] = held;
    expect(coins).toMatchObject({ asset: 'TRX', amount: gas });
    const energy = 650_000n + chain.coinsOf(HOT) / RATES.energy;
    expect(token).toMatchObject({ asset: 'USDT', sends: Number(energy / ENERGY.known) });
    const before = chain.coinsOf(HOT);
    expect((await rail.send(tokens())).kind).toBe('pending');
    await mine(LAG + 1);
    // Energy of the stake pays: only bytes cost coins.
    expect(before - chain.coinsOf(HOT)).toBeLessThan(RATES.bandwidth * 500n);
    chain.stake(HOT, 0n);
  });

  it('of a withdrawal pays and is posted once, even if the answer is lost and it expires', async () => {
    const { chain, node } = world;
    const memberId = await books.member({ USDT: '200' });
    const { ID } = await books.withdraw(memberId, { network: NETWORK, address: TRON_ADDRESS });
    await books.approve(ID);
    const deps = { ...books.deps, rails: createRails([rail]) };
    const send = async () => {
      books.clock.advance(16_000);
      await sendWithdrawals(deps);
      return books.stateOf(ID);
    };
    node.close();
    expect(await send()).toBe('sending');
    node.open();
    node.close('wallet/broadcasthex', 'after');
    expect(await send()).toBe('sending');
    node.open();
    chain.forget();
    await expire();
    expect(await send()).toBe('sending');
    expect(await balanceOf(books.database, memberId, 'USDT')).toMatchObject({ held: '100' });
    await mine(LAG + 1);
    expect(await send()).toBe('completed');
    expect(await balanceOf(books.database, memberId, 'USDT')).toEqual({ available: '100' });
    // 100 less the fee of the network.
    expect(chain.tokensOf(USDT, TRON_ADDRESS)).toBe(99n * TRX);
  });
});
