/** Transfers over a real EVM node are sent once, whatever fails between the ledger and the chain. */
import { decimal } from '@tern/money';
import { toQuantity } from 'ethers';
import { WalletShort } from '../src/kernel/rails/rail.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendWithdrawals } from '../src/features/money/funding/withdrawal/send-withdrawals.ts';
import { abandonTransfer } from '../src/kernel/rails/abandon-transfer.ts';
import {
  createRails,
  type Rail,
  type TransferOut,
  type TransferOutcome,
} from '../src/kernel/rails/rail.ts';
import { HOT, OTHER, RICH, whyNoAnvil } from './support/anvil.ts';
import { anvilProxy } from './support/anvil-proxy.ts';
import { type AnvilWorld, anvilWorld, CONFIRMATIONS, NETWORK } from './support/anvil-world.ts';
import { balanceOf } from './support/journal.ts';
import {
  forget,
  kept,
  payElsewhere,
  signAgain,
  signedAgain,
  signedOf,
  tokens,
  transfer,
  unlockedWallet,
} from './support/rail-transfers.ts';
import { type WithdrawalWorld, withdrawalWorld } from './support/withdrawals.ts';

const unavailable = whyNoAnvil();
const title =
  unavailable === undefined ? 'a transfer out' : `a transfer out (skipped: ${unavailable})`;

describe.skipIf(unavailable !== undefined)(title, () => {
  let books: WithdrawalWorld;
  let world: AnvilWorld;
  let rail: Rail;

  beforeAll(async () => {
    books = await withdrawalWorld();
    world = await anvilWorld(books.fresh);
    await world.fundHot(1_000_000_000n);
    rail = await world.rail();
  });
  afterEach(() => world.quiet());
  afterAll(async () => {
    await world.stop();
    await books.fresh.drop();
  });

  const stateOf = async (reference: string) =>
    (await books.database.maybe(kept, [reference]))?.state;
  /** Returns the outcome once it has all confirmations. */
  const finish = async (out: TransferOut) => {
    await world.anvil.mine(CONFIRMATIONS);
    return rail.send(out);
  };

  it('in coins and in tokens is pending until it has all its confirmations, then final', async () => {
    const { anvil, contract } = world;
    const [coins, token] = [transfer(), tokens('12.345678')];
    const before = await anvil.sentBy(HOT);
    const first = [await rail.send(coins), await rail.send(token)];
    expect(first.map(({ kind }) => kind)).toEqual(['pending', 'pending']);
    await anvil.mine(CONFIRMATIONS - 1);
    expect([await rail.send(coins), await rail.send(token)]).toEqual(first);
    await anvil.mine(1);
    const done = first.map((outcome) => ({ ...outcome, kind: 'completed' }));
    expect([await rail.send(coins), await rail.send(token)]).toEqual(done);
    expect(await anvil.coinsOf(coins.address)).toBe(coins.amount);
    expect(await anvil.tokensOf(contract, token.address)).toBe(12_345_678n);
    await anvil.mine(3);
    expect([await rail.send(coins), await rail.send(token)]).toEqual(done);
    expect(await anvil.sentBy(HOT)).toBe(before + 2);
  });

  it('requested concurrently is one transaction; different concurrent ones all arrive', async () => {
    const { anvil } = world;
    const before = await anvil.sentBy(HOT);
    const other = await world.rail();
    const one = transfer();
    const many = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? transfer() : tokens()));
    const asked = [...Array.from({ length: 10 }, () => one), ...many];
    const outcomes = await Promise.all(
      asked.map((each, index) => (index % 2 === 0 ? rail : other).send(each)),
    );
    const ids = outcomes.map((outcome) => outcome.kind === 'pending' && outcome.txid);
    expect(new Set(ids.slice(0, 10)).size).toBe(1);
    expect(new Set(ids).size).toBe(1 + many.length);
    await anvil.mine(CONFIRMATIONS);
    for (const each of [one, ...many]) expect((await rail.send(each)).kind).toBe('completed');
    expect(await anvil.sentBy(HOT)).toBe(before + 1 + many.length);
    expect(await anvil.coinsOf(one.address)).toBe(one.amount);
  });

  it('locks nothing while the node or the signer is asked: a slow one would hold up the events of all members', async () => {
    const [first, out] = [tokens(), tokens()];
    await rail.send(first);
    const unlocked: number[] = [];
    world.gate.watch(async () => {
      const found = await books.fresh.owner.transaction((tx) => tx.many(unlockedWallet, [HOT]));
      unlocked.push(found.length);
    });
    await rail.send(out);
    expect(unlocked.length).toBeGreaterThan(4);
    expect(unlocked).not.toContain(0);
    world.gate.open();
    for (const each of [first, out]) expect((await finish(each)).kind).toBe('completed');
  });

  it.each(['before', 'after'] as const)(
    'interrupted %s the node received it is sent once after a restart',
    async (cut) => {
      const { anvil, gate } = world;
      const before = await anvil.sentBy(HOT);
      const out = transfer();
      gate.close('eth_sendRawTransaction', cut);
      const { isUnverified, ...first } = (await rail.send(out)) as Extract<
        TransferOutcome,
        { kind: 'pending' }
      >;
      expect([first.kind, isUnverified]).toEqual(['pending', true]);
      expect(await stateOf(out.reference)).toBe('signed');
      gate.open();
      await anvil.mine(cut === 'before' ? 2 : 0);
      expect(await anvil.coinsOf(out.address)).toBe(0n);

      const restarted = await world.rail();
      expect(await restarted.send(out)).toEqual(first);
      await anvil.mine(CONFIRMATIONS);
      expect(await restarted.send(out)).toEqual({ ...first, kind: 'completed' });
      expect(await anvil.sentBy(HOT)).toBe(before + 1);
      expect(await anvil.coinsOf(out.address)).toBe(out.amount);
    },
  );

  it('is unknown while the node is unreachable, and sent once the node answers', async () => {
    const { gate, anvil } = world;
    const out = tokens();
    gate.close();
    await expect(rail.send(out)).rejects.toThrow('got no answer');
    expect(await stateOf(out.reference)).toBeUndefined();
    gate.open();
    const first = await rail.send(out);
    await anvil.mine(CONFIRMATIONS);
    gate.close();
    expect(await rail.send(out)).toEqual({ ...first, isUnverified: true });
    gate.open();
    expect(await rail.send(out)).toEqual({ ...first, kind: 'completed' });
  });

  it('removed by a reorganisation is broadcast again unchanged', async () => {
    const { anvil } = world;
    const out = transfer();
    const first = await rail.send(out);
    await anvil.mine(1);
    await anvil.reorganise(1);
    expect(await anvil.coinsOf(out.address)).toBe(0n);
    expect(await rail.send(out)).toEqual(first);
    expect(await finish(out)).toEqual({ ...first, kind: 'completed' });
    expect(await anvil.coinsOf(out.address)).toBe(out.amount);
  });

  it('that reverts is refused once that is final', async () => {
    const { anvil, contract } = world;
    const out = tokens();
    // Mined before it because of its fee, so that the estimate is right and the block is not.
    await rail.send(out);
    await anvil.rpc('anvil_dropAllTransactions');
    await anvil.callToken(contract, 'setBlocked', out.address, true);
    await anvil.mine(1);
    expect((await rail.send(out)).kind).toBe('pending');
    await anvil.mine(CONFIRMATIONS - 1);
    expect((await rail.send(out)).kind).toBe('pending');
    await anvil.mine(1);
    const refused = { kind: 'refused', reason: 'reason.railUndid' };
    expect(await rail.send(out)).toEqual(refused);
    await anvil.callToken(contract, 'setBlocked', out.address, false);
    expect(await finish(out)).toEqual(refused);
    expect(await anvil.tokensOf(contract, out.address)).toBe(0n);
  });

  it('that cannot arrive is refused before anything is signed, permanently', async () => {
    const { anvil, contract } = world;
    const before = await anvil.sentBy(HOT);
    const blocked = tokens();
    await anvil.callToken(contract, 'setBlocked', blocked.address, true);
    await anvil.mine(1);
    const wrong = [
      blocked,
      tokens('1', { address: contract }),
      transfer({ address: '0x0000000000000000000000000000000000000000' }),
      transfer({ address: 'TCQETCiTGjpUZA2u3ggvXLc97icCU9WC4u' }),
    ];
    for (const out of wrong) expect((await rail.send(out)).kind).toBe('refused');
    await anvil.callToken(contract, 'setBlocked', blocked.address, false);
    for (const out of wrong) expect((await finish(out)).kind).toBe('refused');
    expect(await anvil.sentBy(HOT)).toBe(before);
  });

  it('waits while the wallet cannot cover it and all signed transactions', async () => {
    const { anvil, contract } = world;
    const have = await anvil.tokensOf(contract, HOT);
    const most = String(have / 1_000_000n - 1n);
    const [first, second] = [tokens(most), tokens(most)];
    const asked = await Promise.allSettled([rail.send(first), rail.send(second)]);
    expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    // Nodes may estimate after what is in the mempool, where it would revert: it is not refused for good.
    const other = asked[0]!.status === 'rejected' ? first : second;
    await expect(rail.send(other)).rejects.toThrow('insufficient funds');
    await expect(rail.send(tokens(`${most}0`))).rejects.toThrow('insufficient funds');
    // Nodes word it in their own ways for coins.
    await expect(rail.send(transfer({ amount: decimal('20000') }))).rejects.toBeInstanceOf(
      WalletShort,
    );
    await anvil.mine(CONFIRMATIONS);
    await world.fundHot(have + 1_000_000_000n);
    for (const out of [first, second]) await rail.send(out);
    for (const out of [first, second]) expect((await finish(out)).kind).toBe('completed');
  });

  it('waits while gas costs more than the operator allows', async () => {
    const out = transfer();
    const frugal = await world.rail({ maxFeeGwei: 1 });
    await world.anvil.rpc('anvil_setNextBlockBaseFeePerGas', '0x77359400');
    await world.anvil.mine(1);
    await expect(frugal.send(out)).rejects.toThrow('price of gas');
    expect(await stateOf(out.reference)).toBeUndefined();
  });

  describe('that no block takes', () => {
    const GWEI = 10n ** 9n;
    const LATE = 6 * 60_000;
    /** The next block, and those after it, demand about so much: what offered less stays in the mempool. */
    const demand = async (gwei: bigint) => {
      await world.anvil.rpc('anvil_setNextBlockBaseFeePerGas', toQuantity(gwei * GWEI));
      await world.anvil.mine(1);
    };
    /** Gas is cheap again, and a block takes the first transaction, which another node has kept. */
    const takeFirst = async (out: TransferOut) => {
      await demand(1n);
      const { signed } = await books.database.one(signedOf, [out.reference]);
      await world.anvil.rpc('eth_sendRawTransaction', signed);
      await world.anvil.mine(CONFIRMATIONS);
    };
    const stuck = async (out: TransferOut, over: { maxFeeGwei?: number } = {}) => {
      await demand(1n);
      const one = await world.rail(over, books.clock);
      const first = await one.send(out);
      await demand(50n);
      expect(await one.send(out)).toEqual(first);
      books.clock.advance(LATE);
      return { one, first };
    };
    const again = (out: TransferOut) => books.database.many(signedAgain, [out.reference]);

    it('is signed again with the same nonce and higher fees once it is late, by one of several instances', async () => {
      const { anvil } = world;
      const before = await anvil.sentBy(HOT);
      const out = transfer();
      const { one, first } = await stuck(out);
      const other = await world.rail({}, books.clock);
      await Promise.all([one.send(out), other.send(out)]);
      const [replaced, ...rest] = await again(out);
      expect([replaced?.nonce, rest]).toEqual([before, []]);
      const pending = { kind: 'pending', txid: replaced!.txid };
      expect(await one.send(out)).toEqual(pending);
      expect(first).not.toEqual(pending);
      await anvil.mine(CONFIRMATIONS);
      expect(await one.send(out)).toEqual({ ...pending, kind: 'completed' });
      expect(await (await world.rail()).send(out)).toEqual({ ...pending, kind: 'completed' });
      expect([await anvil.sentBy(HOT), await anvil.coinsOf(out.address)]).toEqual([
        before + 1,
        out.amount,
      ]);
    });

    it('is complete with the first transaction when a block takes that one after all', async () => {
      const { anvil, gate } = world;
      const out = transfer();
      const { one, first } = await stuck(out);
      gate.close('eth_sendRawTransaction', 'before');
      await one.send(out);
      gate.open();
      expect(await again(out)).toHaveLength(1);
      await takeFirst(out);
      expect(await one.look!(out.reference)).toEqual({ ...first, kind: 'completed' });
      expect(await one.send(out)).toEqual({ ...first, kind: 'completed' });
      expect(await anvil.coinsOf(out.address)).toBe(out.amount);
    });

    it('is not signed again above the cap, behind an earlier nonce, or after a manual resolution', async () => {
      const { anvil } = world;
      const [out, behind] = [transfer(), transfer()];
      const { one } = await stuck(out, { maxFeeGwei: 3 });
      for (let times = 0; times < 3; times += 1) {
        await one.send(out);
        books.clock.advance(LATE);
      }
      expect(world.said()).toContain('offers the most that is allowed for gas');
      const signed = await again(out);
      expect(signed.length).toBeLessThanOrEqual(1);

      const free = await world.rail({}, books.clock);
      await free.send(behind);
      books.clock.advance(LATE);
      await free.send(behind);
      expect(await again(behind)).toEqual([]);

      await books.database.transaction((tx) => abandonTransfer(tx, out, books.clock.now()));
      await free.send(out);
      expect(await again(out)).toEqual(signed);
      const sign = books.database.transaction((tx) =>
        tx.run(signAgain, [out.reference, `0x${'1'.repeat(64)}`]),
      );
      await expect(sign).rejects.toThrow('is not under way');
      await takeFirst(out);
      await free.send(behind);
      await anvil.mine(CONFIRMATIONS);
      expect((await free.send(behind)).kind).toBe('completed');
    });
  });

  it('ends when a second node reports the same', async () => {
    const { anvil } = world;
    const witness = await anvilProxy(anvil.url);
    const checked = await world.rail({ checkUrl: witness.url });
    const out = transfer();
    const first = await checked.send(out);
    await anvil.mine(CONFIRMATIONS);
    witness.answer('eth_getTransactionReceipt', null);
    expect(await checked.send(out)).toEqual(first);
    const { txid } = first as { txid: string };
    const receipt = (await anvil.rpc('eth_getTransactionReceipt', txid)) as object;
    witness.answer('eth_getTransactionReceipt', { ...receipt, status: '0x0' });
    await expect(checked.send(out)).rejects.toThrow('two nodes report different ends');
    expect(world.said()).toContain('two nodes report different ends');
    witness.close();
    expect(await checked.send(out)).toEqual({ ...first, isUnverified: true });
    expect(await stateOf(out.reference)).toBe('signed');
    // Not every client says what a transaction cost.
    const { effectiveGasPrice: _, ...older } = receipt as Record<string, unknown>;
    witness.open();
    witness.answer('eth_getTransactionReceipt', older);
    expect((await checked.send(out)).kind).toBe('completed');
    witness.stop();
  });

  it('cannot be changed under the same reference, and signed transactions cannot be changed or deleted', async () => {
    const out = transfer();
    await rail.send(out);
    await expect(rail.send({ ...out, address: RICH })).rejects.toThrow(
      'belongs to another transfer',
    );
    await expect(rail.send({ ...out, amount: decimal('0.6') })).rejects.toThrow('another transfer');
    const { database, fresh } = books;
    const write = (statement: typeof forget, by = database) =>
      by.transaction((tx) => tx.run(statement, [out.reference]));
    await expect(write(payElsewhere)).rejects.toThrow('permission denied');
    await expect(write(forget)).rejects.toThrow('permission denied');
    await expect(write(payElsewhere, fresh.owner)).rejects.toThrow('a signed transfer');
    expect((await finish(out)).kind).toBe('completed');
  });

  it('whose nonce another transaction took stays unknown with an alarm, and is never returned automatically', async () => {
    const { anvil } = world;
    const out = transfer();
    await rail.send(out);
    await anvil.rpc('anvil_dropAllTransactions');
    await anvil.send(HOT, OTHER, 1n);
    await anvil.mine(CONFIRMATIONS);
    await expect(rail.send(out)).rejects.toThrow('was used by another transaction');
    expect(world.said()).toContain('another transaction used the nonce of a transfer');
    expect(await stateOf(out.reference)).toBe('signed');
    expect((await finish(tokens('1'))).kind).toBe('pending');
  });

  it('is neither broadcast again nor counted against the wallet after a manual resolution; its outcome is only observed', async () => {
    const { anvil, contract, gate } = world;
    // Nothing else waits.
    await anvil.mine(1);
    const have = await anvil.tokensOf(contract, HOT);
    const all = tokens(String(have / 1_000_000n - 1n));
    await rail.send(all);
    expect(await rail.look!(all.reference)).toBeUndefined();
    await anvil.rpc('anvil_dropAllTransactions');
    await books.database.transaction((tx) => abandonTransfer(tx, all, Date.now()));
    const before = await anvil.sentBy(HOT);
    for (let times = 0; times < 2; times += 1) {
      expect((await rail.send(all)).kind).toBe('pending');
      expect(await rail.look!(all.reference)).toBeUndefined();
    }
    await anvil.mine(CONFIRMATIONS);
    expect(await anvil.sentBy(HOT)).toBe(before);
    // The same transaction sent by another client is accepted by the chain and reported by the rail.
    const { signed } = await books.database.one(signedOf, [all.reference]);
    await anvil.rpc('eth_sendRawTransaction', signed);
    await anvil.mine(CONFIRMATIONS);
    gate.close();
    await expect(rail.look!(all.reference)).rejects.toThrow('got no answer');
    gate.open();
    expect(await rail.look!(all.reference)).toMatchObject({ kind: 'completed' });
    await world.fundHot(have + 1_000_000_000n);

    const never = tokens('1');
    await books.database.transaction((tx) => abandonTransfer(tx, never, Date.now()));
    const refused = { kind: 'refused', reason: 'reason.byHand' };
    expect([await rail.send(never), await rail.look!(never.reference)]).toEqual([refused, refused]);
    expect(await rail.look!('withdrawal:nobody-asked')).toBeUndefined();
  });

  it('that a token neither reverts nor confirms stays unknown with an alarm', async () => {
    const { anvil } = world;
    const silent = `0x${'8'.repeat(40)}`;
    // Answers every call with the largest number, and moves nothing.
    await anvil.rpc('anvil_setCode', silent, `0x7f${'ff'.repeat(32)}60005260206000f3`);
    const odd = await world.rail({ tokens: new Map([['USDT', { address: silent, decimals: 6 }]]) });
    const out = tokens('1');
    await odd.send(out);
    await anvil.mine(CONFIRMATIONS);
    await expect(odd.send(out)).rejects.toThrow('its token does not report the transfer');
    expect(await stateOf(out.reference)).toBe('signed');
    expect(world.said()).toContain('a token does not report a confirmed transfer');
  });

  it('is signed by the external signer, which cannot change it', async () => {
    const { anvil, gate } = world;
    const signer = { url: gate.url, address: OTHER.toLowerCase() };
    const remote = await world.rail({ signer });
    const before = await anvil.sentBy(OTHER);
    const out = transfer();
    await remote.send(out);
    await anvil.mine(CONFIRMATIONS);
    expect((await remote.send(out)).kind).toBe('completed');
    expect(await anvil.sentBy(OTHER)).toBe(before + 1);

    const cheated = transfer();
    const fields = { from: OTHER, to: RICH, value: '0x1', gas: '0x5208', gasPrice: '0x77359400' };
    const own = await anvil.rpc('eth_signTransaction', { ...fields, nonce: '0x1' });
    gate.answer('eth_signTransaction', own);
    await expect(remote.send(cheated)).rejects.toThrow('the signer changed the transaction');
    gate.open();
    gate.close('eth_signTransaction');
    await expect(remote.send(cheated)).rejects.toThrow('got no answer');
    expect(await stateOf(cheated.reference)).toBeUndefined();
  });

  it('leaves a wallet whose coins pay the fees of so many', async () => {
    const { anvil, contract, gate } = world;
    await anvil.mine(1);
    const { held, gas, ...wallet } = await rail.wallet!();
    expect(wallet).toEqual({ network: NETWORK, address: HOT, gasCoin: 'ETH' });
    expect(gas).toBe(await anvil.coinsOf(HOT));
    const [coins, token] = held;
    const units = await anvil.tokensOf(contract, HOT);
    expect(token).toMatchObject({ asset: 'USDT', amount: units * 10n ** 12n });
    expect(coins).toMatchObject({ asset: 'ETH', amount: gas });
    expect(coins!.sends! / token!.sends!).toBeCloseTo(65 / 21, 3);
    gate.close();
    await expect(rail.wallet!()).rejects.toThrow('got no answer');
  });

  it('is not sent over a node of another chain', async () => {
    world.gate.answer('eth_chainId', '0x1');
    const out = transfer();
    await expect((await world.rail()).send(out)).rejects.toThrow('of chain 1');
    expect(await stateOf(out.reference)).toBeUndefined();
  });

  it('of a withdrawal pays and is posted once, even if the answer is lost', async () => {
    const { anvil, contract, gate } = world;
    const address = `0x${'7'.repeat(40)}`;
    const memberId = await books.member({ USDT: '200' });
    const { ID } = await books.withdraw(memberId, { network: NETWORK, address });
    await books.approve(ID);
    const deps = { ...books.deps, rails: createRails([rail]) };
    const send = async () => {
      books.clock.advance(16_000);
      await sendWithdrawals(deps);
      return books.stateOf(ID);
    };
    gate.close();
    expect(await send()).toBe('sending');
    gate.open();
    gate.close('eth_sendRawTransaction', 'after');
    expect(await send()).toBe('sending');
    gate.open();
    await anvil.mine(1);
    expect(await send()).toBe('sending');
    expect(await balanceOf(books.database, memberId, 'USDT')).toMatchObject({ held: '100' });
    await anvil.mine(CONFIRMATIONS);
    expect(await send()).toBe('completed');
    expect(await balanceOf(books.database, memberId, 'USDT')).toEqual({ available: '100' });
    // 100 less the fee of the network.
    expect(await anvil.tokensOf(contract, address)).toBe(95_000_000n);
  });
});
