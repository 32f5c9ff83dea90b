/** Deposits over a model of TRON are reported once, of solidified blocks that two nodes agree on. */
import { type Amount, decimal } from '@tern/money';
import { HDNodeWallet, Mnemonic } from 'ethers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { creditSeen } from '../src/features/money/funding/deposit/credit-seen.ts';
import { showAddress } from '../src/features/money/funding/deposit/own-address.ts';
import { checkTron } from '../src/commands/doctor/check-tron.ts';
import { loadAssets } from '../src/kernel/catalog/assets.ts';
import { createRails, type Rail } from '../src/kernel/rails/rail.ts';
import { createLocalBus } from '../src/platform/bus.ts';
import { systemClock } from '../src/platform/clock.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { createLog } from '../src/platform/log.ts';
import { depositReports } from './support/anvil-world.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { balanceOf } from './support/journal.ts';
import { fundedMember } from './support/market.ts';
import { LAG, TRON_CHAIN_ID, transferLog } from './support/tron/chain.ts';
import {
  FOREIGN,
  HOT,
  NETWORK,
  OTHER,
  RICH,
  SEED,
  TRX,
  type TronWorld,
  tronWorld,
  USDT,
} from './support/tron/world.ts';

const WAIT = { timeout: 60_000, interval: 20 };
/** Our amounts have 18 places, the chain's 6. */
const OURS = 10n ** 12n;

const readAgainFrom = defineStatement({
  name: 'test.readTronAgainFrom',
  text: 'update rail_chains set height = $2, hash = $3 where network = $1',
  params: [text, int8, text],
});

const secrets = defineQuery({
  name: 'test.tronSecrets',
  text: `select count(*)::int8 as count from rail_addresses a where a::text ilike '%' || $1 || '%'`,
  params: [text],
  row: { count: int8 },
});

describe('a deposit over TRON', () => {
  let fresh: FreshDatabase;
  let world: TronWorld;
  let book: ReturnType<typeof depositReports>;

  beforeAll(async () => {
    fresh = await freshDatabase();
    world = await tronWorld(fresh);
  });
  afterEach(() => world.quiet());
  afterAll(async () => {
    await world.stop();
    await fresh.drop();
  });

  const member = () => fundedMember(fresh.database, {});
  /** All solidified blocks were read. */
  const read = () =>
    vi.waitFor(async () => {
      expect((await world.read()).height).toBe(world.chain.solid());
    }, WAIT);
  const mine = async (blocks: number) => {
    world.chain.mine(blocks);
    await read();
  };
  const watched = async (over: Parameters<TronWorld['rail']>[0] = {}) => {
    book = depositReports();
    const rail = await world.rail(over);
    rail.watch!(book);
    await read();
    return rail;
  };
  const addressOf = async (rail: Rail) =>
    rail.depositAddress({ memberId: await member(), asset: 'TRX', network: NETWORK });
  const isBlocked = async (rail: Rail) => (await rail.state!()).blocked;

  it('has no address before the chain is read; then each member has one for all coins, of the public key', async () => {
    const owner = { memberId: await member(), asset: 'TRX', network: NETWORK };
    const early = await world.rail();
    await expect(early.depositAddress(owner)).rejects.toThrow('is not read yet');

    const rail = await watched();
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => rail.depositAddress({ ...owner, asset: 'USDT' })),
    );
    expect(new Set(asked).size).toBe(1);
    expect(asked[0]).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    // A public key alone gives the same addresses.
    const root = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(SEED), "m/44'/195'/0'/0");
    const seedFile = world.secret('xpub', root.neuter().extendedKey);
    const watching = await world.rail({ seedFile });
    expect(await watching.depositAddress(owner)).toBe(asked[0]);
    expect(await (await world.rail()).depositAddress(owner)).toBe(asked[0]);
    expect(await addressOf(rail)).not.toBe(asked[0]);
    expect((await fresh.database.one(secrets, [SEED.split(' ')[0]!])).count).toBe(0);
  });

  it('of coins or tokens is reported once its block is solidified, with a permanent reference', async () => {
    const rail = await watched();
    const [own, other] = [await addressOf(rail), await addressOf(rail)];
    const { chain } = world;
    const coins = chain.happen({
      sender: RICH,
      type: 'TransferContract',
      to: own,
      amount: 25n * TRX + 7n,
    });
    const moves = [2_500_000n, 1n].map((units) => transferLog(USDT, RICH, other, units));
    const twice = chain.happen({ sender: OTHER, to: FOREIGN, logs: moves });
    await mine(LAG);
    expect(book.seen).toEqual([]);
    await mine(1);
    const seen = { network: NETWORK, height: chain.solid() };
    const ofTokens = { ...seen, asset: 'USDT', address: other, txid: twice };
    expect(book.seen).toEqual([
      {
        ...seen,
        asset: 'TRX',
        address: own,
        txid: coins,
        amount: (25n * TRX + 7n) * OURS,
        reference: `${TRON_CHAIN_ID}:${coins}:value`,
      },
      { ...ofTokens, amount: 2_500_000n * OURS, reference: `${TRON_CHAIN_ID}:${twice}:0` },
      { ...ofTokens, amount: OURS, reference: `${TRON_CHAIN_ID}:${twice}:1` },
    ]);
    await mine(5);
    expect(book.seen).toHaveLength(3);
  });

  it('is none if it failed, is empty, of an unknown token, from the treasury, or passed on by a contract', async () => {
    const rail = await watched({ treasury: [RICH] });
    const own = await addressOf(rail);
    const { chain } = world;
    const coins = { type: 'TransferContract', to: own };
    const log = (contract: string, from: string, units: bigint) => [
      transferLog(contract, from, own, units),
    ];
    chain.happen({ sender: RICH, ...coins, amount: TRX });
    chain.happen({ sender: OTHER, ...coins, amount: TRX, result: 'FAILED' });
    chain.happen({ sender: OTHER, ...coins, amount: 0n });
    chain.happen({ sender: OTHER, to: USDT, logs: log(USDT, RICH, 5n) });
    chain.happen({ sender: OTHER, to: USDT, logs: log(USDT, OTHER, 0n) });
    chain.happen({ sender: OTHER, to: FOREIGN, logs: log(FOREIGN, OTHER, 5_000_000n) });
    for (const result of ['REVERT', 'OUT_OF_ENERGY', 'OUT_OF_TIME']) {
      chain.happen({ sender: OTHER, to: USDT, logs: log(USDT, OTHER, 5_000_000n), result });
    }
    const internal = { to: own, amount: 5n * TRX };
    chain.happen({ sender: OTHER, internal: [{ ...internal, isRejected: true }] });
    chain.happen({ sender: OTHER, internal: [{ ...internal, isRejected: false }] });
    chain.happen({ sender: OTHER, type: 'TransferContract', to: RICH, amount: TRX });
    await mine(LAG + 1);
    expect(book.seen).toMatchObject([{ address: RICH, asset: 'TRX', amount: TRX * OURS }]);
  });

  it('that a reorganisation removes is not reported, and once if it returns, also if read again', async () => {
    const { database } = fresh;
    const memberId = await member();
    const deps = {
      database,
      clock: systemClock,
      bus: createLocalBus(() => undefined),
      log: createLog('silent'),
      assets: await loadAssets(database),
      asksIdentity: false,
    };
    const { chain } = world;
    let reports = 0;
    const instances = [await world.rail(), await world.rail()];
    for (const rail of instances) {
      rail.watch!({
        ...depositReports(),
        async deposit(seen) {
          await creditSeen(deps, seen);
          reports += 1;
        },
      });
    }
    await read();
    const rails = createRails(instances);
    const place = { coin: 'TRX', network: NETWORK };
    const { address } = await showAddress({ ...deps, rails }, memberId, place);
    const before = await world.read();
    const payment = { sender: RICH, type: 'TransferContract', to: address, amount: 20n * TRX };
    const txid = chain.happen(payment);
    await mine(LAG);
    chain.reorganise(LAG);
    await mine(LAG + 1);
    expect([reports, await balanceOf(database, memberId, 'TRX')]).toEqual([0, {}]);

    chain.happen({ ...payment, txid });
    await mine(LAG + 1);
    expect(await balanceOf(database, memberId, 'TRX')).toEqual({ available: '20' });
    await fresh.owner.transaction((tx) =>
      tx.run(readAgainFrom, [NETWORK, before.height!, before.hash!]),
    );
    await read();
    expect(reports).toBeGreaterThanOrEqual(2);
    expect(await balanceOf(database, memberId, 'TRX')).toEqual({ available: '20' });
  });

  it('waits until two nodes report the same of its block; a difference stops signing until then', async () => {
    const { chain, witness } = world;
    const rail = await watched();
    const own = await addressOf(rail);
    const pay = () => {
      chain.happen({ sender: OTHER, to: USDT, logs: [transferLog(USDT, OTHER, own, 2_000_000n)] });
      chain.mine(LAG + 1);
    };
    const infos = 'walletsolidity/gettransactioninfobyblocknum';
    // It hides the event.
    witness.lie(infos, (truth) => (truth as object[]).map((each) => ({ ...each, log: [] })));
    pay();
    await vi.waitFor(async () => expect(await isBlocked(rail)).toContain('differ'), WAIT);
    const out = { reference: 'withdrawal:differs', asset: 'TRX', network: NETWORK, memo: '' };
    const send = rail.send({ ...out, address: OTHER, amount: decimal<Amount>('20') });
    await expect(send).rejects.toThrow('nothing is sent: two nodes of TRC20 differ');
    expect(book.seen).toEqual([]);
    witness.open();
    await read();
    expect([book.seen.length, await isBlocked(rail)]).toEqual([1, undefined]);

    // It is behind: the block is not solidified there.
    witness.lie('walletsolidity/getblockbynum', () => ({}));
    const asked = witness.count('walletsolidity/getblockbynum');
    pay();
    await vi.waitFor(
      () => expect(witness.count('walletsolidity/getblockbynum')).toBeGreaterThan(asked + 2),
      WAIT,
    );
    expect([book.seen.length, await isBlocked(rail)]).toEqual([1, undefined]);
    witness.open();
    await read();
    expect(book.seen).toHaveLength(2);
  });

  it('waits for a node that does not say what happened in its block, and one that does not answer', async () => {
    const { chain, node } = world;
    const rail = await watched();
    const own = await addressOf(rail);
    node.lie('walletsolidity/gettransactioninfobyblocknum', () => []);
    chain.happen({ sender: OTHER, type: 'TransferContract', to: own, amount: TRX });
    chain.mine(LAG + 1);
    await vi.waitFor(() => expect(world.said()).toContain('not all receipts of block'), WAIT);
    node.close();
    expect(book.seen).toEqual([]);
    node.open();
    await read();
    expect(book.seen).toHaveLength(1);
  });

  it('stops all reading when a solidified block is another one afterwards', async () => {
    const { chain } = world;
    const rail = await watched();
    chain.mine(1);
    chain.rewrite(chain.solid() - 1);
    chain.mine(1);
    await vi.waitFor(async () => expect(await isBlocked(rail)).toContain('and is'), WAIT);
    expect(world.said()).toContain('deposits are no longer read');
    // People choose the block from which it is read again.
    const { height, id } = chain.blocks[chain.solid()]!;
    await rail.stop!();
    await fresh.owner.transaction((tx) => tx.run(readAgainFrom, [NETWORK, height, id]));
    await watched();
  });

  it('is not what the fees of our wallets are, also of failed transactions', async () => {
    const rail = await watched();
    const { chain } = world;
    const spent = { sender: HOT, to: USDT };
    chain.happen({ ...spent, fee: 13_500_000n });
    chain.happen({ ...spent, fee: 345_000n, result: 'OUT_OF_ENERGY' });
    chain.happen({ sender: HOT, to: USDT });
    chain.happen({ sender: OTHER, to: USDT, fee: 1n });
    await mine(LAG + 1);
    const fee = { network: NETWORK, asset: 'TRX', wallet: HOT, height: chain.solid() };
    expect(book.fees).toMatchObject([
      { ...fee, amount: 13_500_000n * OURS },
      { ...fee, amount: 345_000n * OURS },
    ]);
    expect(await isBlocked(rail)).toBeUndefined();
  });

  it.each([
    [
      'another seed',
      () => ({ seedFile: world.secret('other', 'test '.repeat(11) + 'junk') }),
      'seed',
    ],
    ['a key that others can read', () => ({ keyFile: world.secret('open', '3', 0o644) }), '600'],
    ['a key that is none', () => ({ keyFile: world.secret('none', 'hello') }), '64 hexadecimal'],
    ['another chain than before', () => ({ chainId: 1 }), 'configured is 1'],
    ['a network that is none of its kind', () => ({ network: 'ERC20' }), 'TRON family'],
    ['an asset that does not exist', () => ({ native: 'NOPE' }), 'no asset NOPE'],
    [
      'too few places',
      () => ({ tokens: new Map([['USDT', { address: USDT, decimals: 2 }]]) }),
      'places',
    ],
  ] as const)('is refused over a rail with %s', async (_what, over, word) => {
    await expect(world.rail(over())).rejects.toThrow(word);
  });

  it('needs what the doctor names: nodes of the chain with receipts, a public key, an account of the wallet', async () => {
    const { settings, node, witness } = world;
    const tron = async (over: object = {}) =>
      (await checkTron({ tron: { ...settings, ...over } })).map(({ status }) => status);
    expect(await checkTron({ tron: undefined })).toEqual([]);
    expect(await tron()).toEqual(['ok', 'ok', 'warning', 'ok']);
    expect(await tron({ checkUrl: undefined })).toEqual(['ok', 'warning', 'warning', 'ok']);
    expect(await tron({ chainId: 1 })).toEqual(['problem', 'problem', 'warning', 'ok']);
    const none = { seedFile: '/nowhere/xpub', keyFile: '/nowhere/hot' };
    const [, , seed, wallet] = await checkTron({ tron: { ...settings, ...none } });
    expect(seed).toMatchObject({ status: 'problem', preventsStart: true });
    expect(wallet).toMatchObject({ status: 'problem', preventsStart: true });
    expect(seed!.advice).toContain('TRON_SEED_FILE');
    world.chain.happen({ sender: OTHER });
    world.chain.mine(LAG + 1);
    node.lie('wallet/getaccount', () => ({}));
    witness.lie('walletsolidity/gettransactioninfobyblocknum', () => []);
    expect(await tron()).toEqual(['ok', 'problem', 'warning', 'warning']);
  });
});
