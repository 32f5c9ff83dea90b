/** What waits at addresses of deposits is moved to the paying wallet once, whatever fails, and holds up no withdrawal. */
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { type Amount, decimal } from '@tern/money';
import { HDNodeWallet, Mnemonic, toQuantity } from 'ethers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { transferCall } from '../src/adapters/evm-rail/token-contract.ts';
import { createCappedSigner } from '../src/commands/signer/create-signer.ts';
import { openOutflow } from '../src/commands/signer/outflow-file.ts';
import { readPolicy } from '../src/commands/signer/policy.ts';
import { signerServer } from '../src/commands/signer/serve.ts';
import { creditSeen } from '../src/features/money/funding/deposit/credit-seen.ts';
import { showAddress } from '../src/features/money/funding/deposit/own-address.ts';
import { recordFee } from '../src/features/money/funding/network-fee/record-fee.ts';
import { sweepDeposits } from '../src/features/money/funding/sweep/sweep-deposits.ts';
import { sendWithdrawals } from '../src/features/money/funding/withdrawal/send-withdrawals.ts';
import { withdrawalStore } from '../src/features/money/funding/withdrawal/store.ts';
import { lowerUnswept } from '../src/kernel/rails/unswept.ts';
import { createRails, type Rail } from '../src/kernel/rails/rail.ts';
import { DAY_MS, MINUTE_MS } from '../src/platform/durations.ts';
import { CHAIN_ID, HOT, HOT_KEY, OTHER, RICH, whyNoAnvil } from './support/anvil.ts';
import { anvilProxy } from './support/anvil-proxy.ts';
import {
  type AnvilWorld,
  anvilWorld,
  CONFIRMATIONS,
  NETWORK,
  SEED,
} from './support/anvil-world.ts';
import { fundedMember } from './support/market.ts';
import * as rows from './support/rail-moves.ts';
import { RESERVE, sweep, takesLayerFee } from './support/sweep-settings.ts';
import { transfer } from './support/rail-transfers.ts';
import { type WithdrawalWorld, withdrawalWorld } from './support/withdrawals.ts';

const ETHER = 10n ** 18n;
const GWEI = 10n ** 9n;
const XPUB = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(SEED), "m/44'/60'/0'/0").neuter()
  .extendedKey;
const LATE = 6 * MINUTE_MS;
const WAIT = { timeout: 60_000, interval: 20 };
const unavailable = whyNoAnvil();
const title = unavailable === undefined ? 'a sweep' : `a sweep (skipped: ${unavailable})`;

describe.skipIf(unavailable !== undefined)(title, () => {
  let books: WithdrawalWorld;
  let world: AnvilWorld;
  let rail: Rail;
  let gasAddress: string;

  beforeAll(async () => {
    books = await withdrawalWorld();
    world = await anvilWorld(books.fresh);
  });
  beforeEach(async () => {
    rail = await world.rail({ sweep }, books.clock);
    rail.watch!({
      deposit: (seen) => creditSeen(books.deps, seen),
      fee: (seen) => recordFee(books.deps, seen),
    });
    await read();
    gasAddress = await rail.treasuryAddress!();
    await world.anvil.rpc('anvil_setBalance', gasAddress, toQuantity(ETHER));
  });
  afterEach(() => world.quiet());
  afterAll(async () => {
    await world.stop();
    await books.fresh.drop();
  });

  const read = () =>
    vi.waitFor(async () => {
      const { height } = await world.read();
      expect(height).toBe(Math.max((await world.anvil.head()) - CONFIRMATIONS + 1, 0));
    }, WAIT);
  const confirm = async () => {
    await world.anvil.mine(CONFIRMATIONS);
    await read();
  };
  const pass = (by: Rail = rail) => sweepDeposits({ ...books.deps, rails: createRails([by]) });
  const moves = (sender: string) => books.database.many(rows.movesOf, [sender]);
  const amounts = (sender: string) => books.database.many(rows.amountsOf, [sender]);
  const waiting = (address: string) => books.database.many(rows.unsweptOf, [address]);
  const states = async (sender: string) => (await moves(sender)).map(({ state }) => state);
  /** A member's address with confirmed coins or tokens. */
  const deposited = async ({ tokens = 0n, coins = 0n }) => {
    const memberId = await fundedMember(books.database, {});
    const place = { coin: 'USDT', network: NETWORK };
    const by = { ...books.deps, asksIdentity: false, rails: createRails([rail]) };
    const { address } = await showAddress(by, memberId, place);
    if (tokens > 0n)
      await world.anvil.callToken(world.contract, 'transfer', address, tokens * 10n ** 6n);
    if (coins > 0n) await world.anvil.send(RICH, address, coins);
    await confirm();
    return address;
  };
  const tokensOf = async (owner: string) => world.anvil.tokensOf(world.contract, owner);
  /** All moves under way come to their end, and what follows them is begun. */
  const turn = async () => {
    await pass();
    await confirm();
  };
  const demand = async (gwei: bigint) => {
    await world.anvil.rpc('anvil_setNextBlockBaseFeePerGas', toQuantity(gwei * GWEI));
    await world.anvil.mine(1);
  };

  it('gives an address gas, then moves its tokens, once; wallets have as much as before, less the fees that were seen', async () => {
    const [own, small] = [await deposited({ tokens: 120n }), await deposited({ tokens: 10n })];
    const hot = await tokensOf(HOT);
    const counted = async () => {
      await world.anvil.rpc('evm_increaseTime', 100);
      await confirm();
      await world.anvil.rpc('evm_increaseTime', 100);
      await world.anvil.mine(CONFIRMATIONS + 1);
      await read();
      const head = (await world.anvil.rpc('eth_getBlockByNumber', 'latest', false)) as Record<
        string,
        string
      >;
      const until = Number(head['timestamp']) * 1_000 - 1_000;
      return (await rail.count!({ until, addresses: [own, small] }))!.assets;
    };
    const before = await counted();
    await turn();
    expect([await moves(gasAddress), await tokensOf(own)]).toMatchObject([
      [{ kind: 'gas', recipient: own }],
      120_000_000n,
    ]);
    for (let times = 0; times < 4; times += 1) await turn();
    expect(await states(own)).toEqual(['done']);
    expect([await tokensOf(own), await tokensOf(HOT), await tokensOf(small)]).toEqual([
      0n,
      hot + 120_000_000n,
      10_000_000n,
    ]);
    expect([await world.anvil.sentBy(own), await world.anvil.sentBy(small)]).toEqual([1, 0]);
    // What is left of the gas is all that waits there.
    const left = await world.anvil.coinsOf(own);
    expect(await waiting(own)).toEqual([{ asset: 'ETH', amount: left }]);
    const after = await counted();
    const [coins, tokens] = [0, 1].map((at) => ({ held: after[at]!.held - before[at]!.held }));
    expect(tokens!.held).toBe(0n);
    const { paid } = await books.database.one(rows.feesOf, [[own, gasAddress]]);
    expect(coins!.held + paid).toBe(0n);
    expect(paid).toBeGreaterThan(0n);
  });

  it('of the chain’s own coin gives the gas address once what it lacks, then pays the wallet; a surplus there follows', async () => {
    await world.anvil.rpc('anvil_setBalance', gasAddress, '0x0');
    await confirm();
    const [first, second] = [await deposited({ coins: ETHER }), await deposited({ coins: ETHER })];
    for (let times = 0; times < 3; times += 1) await turn();
    const all = [...(await amounts(first)), ...(await amounts(second))];
    const supplies = all.filter(({ recipient }) => recipient === gasAddress);
    expect(supplies).toEqual([{ recipient: gasAddress, amount: RESERVE }]);
    expect(all.map(({ recipient }) => recipient).toSorted()).toEqual(
      [gasAddress, HOT, HOT].toSorted(),
    );
    // What it did not cost stays, too little for another one.
    expect(await world.anvil.coinsOf(second)).toBeLessThan(ETHER / 1_000n);
    const surplus = async () => (await moves(gasAddress)).filter(({ kind }) => kind === 'sweep');
    expect(await surplus()).toEqual([]);
    const lower = await world.rail({ sweep: { ...sweep, maxFeeGwei: 15 } }, books.clock);
    books.clock.advance(LATE * 2);
    await demand(1n);
    await pass(lower);
    await confirm();
    await pass(lower);
    expect(await surplus()).toMatchObject([{ recipient: HOT, state: 'done' }]);
    expect(await world.anvil.coinsOf(gasAddress)).toBeGreaterThanOrEqual(RESERVE / 2n);
  });

  it('forgets what was swept by hand, unless something arrived since, and lets go of what cannot move', async () => {
    const { anvil, contract } = world;
    const [own, blocked] = [await deposited({ tokens: 60n }), await deposited({ tokens: 70n })];
    await anvil.rpc('anvil_setBalance', own, toQuantity(ETHER));
    await anvil.rpc('anvil_impersonateAccount', own);
    const data = transferCall(OTHER, 60n * 10n ** 6n);
    await anvil.rpc('eth_sendTransaction', { from: own, to: contract, data });
    await anvil.rpc('anvil_stopImpersonatingAccount', own);
    await anvil.callToken(contract, 'setBlocked', HOT, true);
    await confirm();
    const lower = (seen: string, height: number) => {
      const row = [NETWORK, own, 'USDT', decimal<Amount>(seen), 0n as Amount, height] as const;
      return books.database.transaction((tx) => tx.run(lowerUnswept, row));
    };
    await lower('59', 1_000_000);
    await lower('60', 0);
    expect(await waiting(own)).toEqual([{ asset: 'USDT', amount: decimal('60') }]);
    await pass();
    expect([await waiting(own), await moves(own), await waiting(blocked)]).toEqual([
      [],
      [],
      [{ asset: 'USDT', amount: decimal('70') }],
    ]);
    const said = world.said();
    expect(said).toContain('is not swept');
    await pass();
    expect(world.said()).toBe(said);
    await anvil.callToken(contract, 'setBlocked', HOT, false);
    await anvil.callToken(contract, 'transfer', blocked, 1n);
    await confirm();
    for (let times = 0; times < 3; times += 1) await turn();
    expect(await tokensOf(blocked)).toBe(0n);
  });

  it('keeps what a second layer takes besides gas; one that the chain cannot take is signed with less', async () => {
    const fee = ETHER / 1_000n;
    const own = await deposited({ coins: ETHER });
    await pass();
    await world.anvil.rpc('anvil_dropAllTransactions');
    await world.anvil.rpc(...takesLayerFee(fee));
    await confirm();
    const [before] = await amounts(own);
    books.clock.advance(LATE);
    await turn();
    await pass();
    await world.anvil.rpc(...takesLayerFee(0n));
    expect(await states(own)).toEqual(['replaced', 'done']);
    const [, after] = await amounts(own);
    expect(before!.amount - after!.amount).toBeGreaterThanOrEqual(fee * 2n - GWEI * 21_000n * 30n);
    expect(await world.anvil.coinsOf(own)).toBeGreaterThanOrEqual(fee * 2n);
  });

  it('starts no more while fees wait for coins of the exchange, nor with the gas that one node invents', async () => {
    const own = await deposited({ tokens: 60n });
    const given = async () => (await moves(gasAddress)).map(({ txid }) => txid);
    const before = await given();
    const witness = await anvilProxy(world.anvil.url);
    const checked = await world.rail({ sweep, checkUrl: witness.url }, books.clock);
    witness.answer('eth_estimateGas', '0xfffff');
    await pass(checked);
    witness.stop();
    expect([await given(), world.said()]).toEqual([
      before,
      expect.stringContaining('units of gas'),
    ]);
    books.clock.advance(LATE * 2);
    await turn();
    const strict = { ...rail, sweepFeesMax: { asset: 'ETH', amount: decimal<Amount>('0') } };
    await pass(strict);
    expect(await moves(own)).toEqual([]);
    await pass();
    expect(await states(own)).toEqual(['signed']);
  });

  it.each(['before', 'after'] as const)(
    'interrupted %s the node received it is made once by another instance',
    async (cut) => {
      const own = await deposited({ tokens: 60n });
      const { gate, anvil } = world;
      const sent = await anvil.sentBy(gasAddress);
      for (const sender of [gasAddress, own]) {
        gate.close('eth_sendRawTransaction', cut);
        await pass();
        expect((await states(sender)).at(-1)).toBe('signed');
        gate.open();
        const other = await world.rail({ sweep }, books.clock);
        await Promise.all([pass(other), pass()]);
        await confirm();
      }
      await turn();
      expect([await anvil.sentBy(gasAddress), await anvil.sentBy(own)]).toEqual([sent + 1, 1]);
      expect([await states(own), await tokensOf(own)]).toEqual([['done'], 0n]);
    },
  );

  it('waits while gas is expensive; stuck, it is signed again, and withdrawals leave meanwhile', async () => {
    const own = await deposited({ tokens: 60n });
    await demand(1n);
    await turn();
    await demand(40n);
    await pass();
    expect(await moves(own)).toEqual([]);
    await demand(1n);
    await pass();
    await demand(20n);
    books.clock.advance(LATE);
    const out = transfer();
    await rail.send(out);
    await confirm();
    expect([await states(own), (await rail.send(out)).kind]).toEqual([['signed'], 'completed']);
    // First the gas for the higher fee.
    for (let times = 0; times < 3; times += 1) {
      books.clock.advance(LATE);
      await demand(20n);
      await turn();
    }
    await turn();
    expect([await states(own), await tokensOf(own)]).toEqual([['replaced', 'done'], 0n]);
  });

  it('fills the wallet for a withdrawal that waits for it with its true reason', async () => {
    const own = await deposited({ tokens: 200n });
    const hot = await tokensOf(HOT);
    const amount = String(hot / 1_000_000n + 100n);
    const memberId = await books.member({ USDT: '100000' });
    const { ID: id } = await books.withdraw(memberId, {
      network: NETWORK,
      address: OTHER,
      num: amount,
    });
    await books.approve(id);
    const row = () => books.database.one(withdrawalStore.byId, [id]);
    const deps = { ...books.deps, rails: createRails([rail]) };
    const send = async () => {
      books.clock.advance(MINUTE_MS);
      await sendWithdrawals(deps);
      return row();
    };
    expect(await send()).toMatchObject({ state: 'sending', reason: 'reason.walletShort' });
    expect((await row()).silence).toMatch(/insufficient funds; [\d.]+ USDT wait at addresses/);
    world.gate.close();
    expect(await send()).toMatchObject({ state: 'sending', reason: '' });
    world.gate.open();
    expect(await send()).toMatchObject({ state: 'sending', reason: 'reason.walletShort' });
    await turn();
    await turn();
    expect(await tokensOf(own)).toBe(0n);
    expect(await send()).toMatchObject({ state: 'sending', reason: '', silence: '' });
    await confirm();
    expect(await send()).toMatchObject({ state: 'completed' });
  });

  it('and a withdrawal are signed by a signer with a cap of its own, above which the withdrawal waits and says why', async () => {
    const own = await deposited({ tokens: 60n });
    await confirm();
    const policy = {
      chainId: CHAIN_ID,
      payingKeyFile: world.secret('hot.key', HOT_KEY),
      depositKeyFile: world.secret('deposits.key', SEED),
      treasury: gasAddress,
      gas: { maxGwei: 300, maxUnits: 500_000, cap: '5' },
      assets: {
        ETH: { decimals: 18, cap: '0.7', worth: '1' },
        USDT: { contract: world.contract, decimals: 6, cap: '100', worth: '1' },
      },
      capInAll: '1000',
    };
    const policyFile = world.secret('policy.json', JSON.stringify(policy));
    const outflow = openOutflow(join(dirname(policyFile), 'count'), {
      isNew: true,
      now: books.clock.now(),
    });
    const signer = createCappedSigner({
      policy: readPolicy(policyFile),
      outflow,
      clock: books.clock,
    });
    const server = signerServer(signer, { token: 'secret', print: () => undefined });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const remote = (token: string) =>
      world.rail(
        {
          sweep,
          seedFile: world.secret('xpub', XPUB),
          signer: { url: `${at}/${token}`, address: HOT },
        },
        books.clock,
      );
    const capped = await remote('secret');
    const moved = async () => {
      await pass(capped);
      await confirm();
    };
    await moved();
    await moved();
    await moved();
    expect([await states(own), await tokensOf(own)]).toEqual([['done'], 0n]);

    await world.fundHot(500_000_000n);
    const memberId = await books.member({ USDT: '500' });
    const sent = [];
    for (const address of [OTHER, RICH]) {
      const { ID } = await books.withdraw(memberId, { network: NETWORK, address, num: '100' });
      await books.approve(ID);
      sent.push(ID);
    }
    books.clock.advance(MINUTE_MS);
    await sendWithdrawals({ ...books.deps, rails: createRails([capped]) });
    const [first, second] = await Promise.all(
      sent.map((id) => books.database.one(withdrawalStore.byId, [id])),
    );
    expect(first).toMatchObject({ state: 'sending', reason: '' });
    expect(second).toMatchObject({ state: 'sending', reason: 'reason.outflowCap' });
    expect(second!.silence).toContain("the signer's own cap of 24 hours of USDT is 100");
    const { held } = await capped.wallet!();
    expect(held.map(({ signer: own }) => own)).toEqual([
      { out: 0n, cap: decimal('0.7') },
      { out: decimal('95'), cap: decimal('100') },
    ]);
    const stranger = await remote('guess');
    await expect(stranger.send(transfer())).rejects.toThrow('got no answer');
    server.close();
    server.closeAllConnections();
    await confirm();
  });

  it('is broadcast again although the gas for a replacement is not there; a nonce that is too high is reported', async () => {
    const { anvil, gate } = world;
    const own = await deposited({ tokens: 60n });
    await turn();
    gate.answer('eth_getTransactionCount', '0x9');
    await pass();
    gate.open();
    const { txid } = (await moves(own))[0]!;
    const sent = (await anvil.rpc('eth_getTransactionByHash', txid)) as Record<string, string>;
    const cost = BigInt(sent['gas']!) * BigInt(sent['maxFeePerGas']!);
    await anvil.rpc('anvil_dropAllTransactions');
    await anvil.rpc('anvil_setBalance', own, toQuantity(cost));
    await anvil.rpc('anvil_setBalance', gasAddress, '0x0');
    books.clock.advance(LATE);
    await pass();
    expect(world.said()).toContain('a move waits for a nonce');
    await anvil.rpc('anvil_setNonce', own, '0x9');
    await anvil.rpc('anvil_dropAllTransactions');
    await pass();
    expect(world.said()).toContain('too few coins for gas');
    await confirm();
    await pass();
    expect([await states(own), await tokensOf(own)]).toEqual([['done'], 0n]);
  });

  it('is not signed while two nodes differ about the nonce, and does not end while they differ about its block', async () => {
    const own = await deposited({ tokens: 60n });
    await turn();
    const witness = await anvilProxy(world.anvil.url);
    const checked = await world.rail({ sweep, checkUrl: witness.url }, books.clock);
    witness.answer('eth_getTransactionCount', '0x9');
    await pass(checked);
    expect([await moves(own), world.said()]).toEqual([
      [],
      expect.stringContaining('different numbers of transactions'),
    ]);
    witness.open();
    books.clock.advance(LATE * 2);
    await pass(checked);
    await confirm();
    const { txid } = (await moves(own))[0]!;
    const receipt = (await world.anvil.rpc('eth_getTransactionReceipt', txid)) as object;
    witness.answer('eth_getTransactionReceipt', { ...receipt, status: '0x0' });
    await pass(checked);
    expect([await states(own), world.said()]).toEqual([
      ['signed'],
      expect.stringContaining('different ends'),
    ]);
    witness.open();
    await pass(checked);
    expect(await states(own)).toEqual(['done']);
    witness.stop();
  });

  it('ends as failed when it reverts or its nonce was used elsewhere, and is tried again a day later', async () => {
    const own = await deposited({ tokens: 60n });
    await turn();
    await pass();
    await world.anvil.rpc('anvil_dropAllTransactions');
    await world.anvil.rpc('anvil_impersonateAccount', own);
    await world.anvil.rpc('anvil_setBalance', own, toQuantity(ETHER));
    await world.anvil.send(own, OTHER, 1n);
    await world.anvil.rpc('anvil_stopImpersonatingAccount', own);
    await confirm();
    await turn();
    expect([await states(own), world.said()]).toEqual([
      ['failed'],
      expect.stringContaining('used the nonce of a move'),
    ]);
    await turn();
    expect(await states(own)).toEqual(['failed']);
    books.clock.advance(DAY_MS);
    await turn();
    await turn();
    expect([await states(own), await tokensOf(own)]).toEqual([['failed', 'done'], 0n]);
  });

  it('goes only to the exchange’s own wallets: a signer cannot change it, and the database takes no other', async () => {
    const own = await deposited({ tokens: 60n });
    await turn();
    const signer = { url: world.gate.url, address: HOT };
    const remote = await world.rail({ sweep, signer }, books.clock);
    const fields = { from: OTHER, to: RICH, value: '0x1', gas: '0x5208', gasPrice: '0x77359400' };
    world.gate.answer(
      'eth_signTransaction',
      await world.anvil.rpc('eth_signTransaction', { ...fields, nonce: '0x1' }),
    );
    await pass(remote);
    expect([await moves(own), world.said()]).toEqual([
      [],
      expect.stringContaining('the signer changed the transaction'),
    ]);
    const forge = (recipient: string) =>
      books.database.transaction((tx) => tx.run(rows.forgeMove, [NETWORK, own, recipient]));
    await expect(forge(RICH)).rejects.toThrow('leaves the wallets of the exchange');
    await expect(forge(own)).rejects.toThrow('leaves the wallets of the exchange');
  });
});
