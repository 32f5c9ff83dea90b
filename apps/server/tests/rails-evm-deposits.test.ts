/** Deposits over a real EVM node are reported once, through reorganisations, crashes and restarts. */
import { type Amount, decimal } from '@tern/money';
import { toQuantity } from 'ethers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { creditSeen } from '../src/features/money/funding/deposit/credit-seen.ts';
import { showAddress } from '../src/features/money/funding/deposit/own-address.ts';
import { loadAssets } from '../src/kernel/catalog/assets.ts';
import { createRails } from '../src/kernel/rails/rail.ts';
import { createLocalBus } from '../src/platform/bus.ts';
import { systemClock } from '../src/platform/clock.ts';
import { bool, int8, text } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { createLog } from '../src/platform/log.ts';
import { CHAIN_ID, HOT, OTHER, RICH, whyNoAnvil } from './support/anvil.ts';
import { anvilProxy } from './support/anvil-proxy.ts';
import {
  type AnvilWorld,
  anvilWorld,
  CONFIRMATIONS,
  depositReports,
  NETWORK,
  SEED,
} from './support/anvil-world.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { balanceOf } from './support/journal.ts';
import { fundedMember } from './support/market.ts';

const ETHER = 10n ** 18n;
const WAIT = { timeout: 60_000, interval: 20 };
const unavailable = whyNoAnvil();
const title = unavailable === undefined ? 'a deposit' : `a deposit (skipped: ${unavailable})`;

const readAgainFrom = defineStatement({
  name: 'test.readAgainFrom',
  text: 'update rail_chains set height = $2, hash = $3 where network = $1',
  params: [text, int8, text],
});

const treasuryWallet = defineQuery({
  name: 'test.treasuryWallet',
  text: 'select removed_at is null as is_ours from rail_treasury_wallets where network = $1 and address = $2',
  params: [text, text],
  row: { isOurs: bool },
});

const secrets = defineQuery({
  name: 'test.railSecrets',
  text: `select count(*)::int8 as count from rail_addresses a where a::text ilike '%' || $1 || '%'`,
  params: [text],
  row: { count: int8 },
});

describe.skipIf(unavailable !== undefined)(title, () => {
  let fresh: FreshDatabase;
  let world: AnvilWorld;
  let book: ReturnType<typeof depositReports>;

  beforeAll(async () => {
    fresh = await freshDatabase();
    world = await anvilWorld(fresh);
  });
  afterEach(() => world.quiet());
  afterAll(async () => {
    await world.stop();
    await fresh.drop();
  });

  const member = () => fundedMember(fresh.database, {});
  /** All confirmed blocks were read. */
  const read = () =>
    vi.waitFor(async () => {
      const { height } = await world.read();
      expect(height).toBe(Math.max((await world.anvil.head()) - CONFIRMATIONS + 1, 0));
    }, WAIT);
  const mine = async (blocks: number) => {
    await world.anvil.mine(blocks);
    await read();
  };
  const watched = async () => {
    book = depositReports();
    const rail = await world.rail();
    rail.watch!(book);
    await read();
    return rail;
  };
  const readFrom = ({ height, hash }: Awaited<ReturnType<AnvilWorld['read']>>) =>
    fresh.owner.transaction((tx) => tx.run(readAgainFrom, [NETWORK, height!, hash!]));
  const addressOf = async (rail: Awaited<ReturnType<typeof watched>>) =>
    rail.depositAddress({ memberId: await member(), asset: 'ETH', network: NETWORK });

  it('has no address before the chain is read; then each member has one for all coins', async () => {
    const memberId = await member();
    const owner = { memberId, asset: 'ETH', network: NETWORK };
    const early = await world.rail();
    await expect(early.depositAddress(owner)).rejects.toThrow('is not read yet');

    const rail = await watched();
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => rail.depositAddress({ ...owner, asset: 'USDT' })),
    );
    expect(new Set(asked).size).toBe(1);
    expect(await (await world.rail()).depositAddress(owner)).toBe(asked[0]);
    expect(await addressOf(rail)).not.toBe(asked[0]);
    expect((await fresh.database.one(secrets, [SEED.split(' ')[0]!])).count).toBe(0);
  });

  it('of coins or tokens is reported once it has all its confirmations, with a permanent reference', async () => {
    const rail = await watched();
    const [own, other] = [await addressOf(rail), await addressOf(rail)];
    const { anvil, contract } = world;
    const coins = await anvil.send(RICH, own, (3n * ETHER) / 2n + 7n);
    const tokens = await anvil.callToken(contract, 'transferTwice', other, 2_500_000n, 1n);
    await mine(2);
    expect(book.seen).toEqual([]);
    await mine(1);
    const seen = { network: NETWORK };
    const ofCoins = { ...seen, asset: 'ETH', address: own, txid: coins };
    const ofTokens = { ...seen, asset: 'USDT', address: other, txid: tokens };
    expect(book.seen).toMatchObject([
      { ...ofCoins, amount: (3n * ETHER) / 2n + 7n, reference: `${CHAIN_ID}:${coins}:value` },
      { ...ofTokens, amount: (5n * ETHER) / 2n, reference: `${CHAIN_ID}:${tokens}:0` },
      { ...ofTokens, amount: ETHER / 10n ** 6n, reference: `${CHAIN_ID}:${tokens}:1` },
    ]);
    await mine(5);
    expect(book.seen).toHaveLength(3);
  });

  it('is ignored if it failed, is empty, or is from the treasury or in an unknown token; one to a wallet of the treasury is not', async () => {
    const foreign = await world.anvil.deployToken();
    book = depositReports();
    const rail = await world.rail({ treasury: [RICH.toLowerCase()] });
    rail.watch!(book);
    await read();
    const own = await addressOf(rail);
    const { anvil, contract } = world;
    await anvil.send(RICH, own, ETHER);
    await anvil.callToken(contract, 'transfer', own, 5n);
    await anvil.callToken(foreign, 'transfer', own, 5_000_000n);
    await anvil.send(OTHER, own, 0n);
    await anvil.send(OTHER, RICH, ETHER);
    await mine(1);
    // A contract that accepts nothing: the transfer is in the block and reverted.
    await anvil.rpc('anvil_setCode', own, '0x60006000fd');
    await anvil.send(OTHER, own, ETHER);
    await mine(1);
    await anvil.rpc('anvil_setCode', own, '0x');
    await mine(5);
    expect(book.seen).toMatchObject([{ address: RICH, amount: ETHER }]);
    await anvil.send(OTHER, own, ETHER);
    await mine(3);
    expect(book.seen).toHaveLength(2);
  });

  it('waits until two nodes report the same of its block; a difference stops signing until then', async () => {
    const { anvil, contract } = world;
    const witness = await anvilProxy(anvil.url);
    book = depositReports();
    const rail = await world.rail({ checkUrl: witness.url });
    rail.watch!(book);
    await read();
    const own = await addressOf(rail);
    const isBlocked = async () => (await rail.state!()).blocked;
    const pay = async () => {
      await anvil.callToken(contract, 'transfer', own, 2_000_000n);
      await anvil.mine(CONFIRMATIONS);
    };
    // It hides the payment.
    witness.answer('eth_getLogs', []);
    await pay();
    await vi.waitFor(async () => expect(await isBlocked()).toContain('differ'), WAIT);
    const out = { reference: 'withdrawal:differs', asset: 'ETH', network: NETWORK, memo: '' };
    const send = rail.send({ ...out, address: OTHER, amount: decimal<Amount>('1') });
    await expect(send).rejects.toThrow('nothing is sent: two nodes');
    expect(book.seen).toEqual([]);
    expect(world.said()).toContain('two nodes of ERC20 differ about block');
    witness.open();
    await read();
    expect([book.seen.length, await isBlocked()]).toEqual([1, undefined]);

    // It is behind: there is no such block yet.
    witness.answer('eth_getBlockByNumber', null);
    const asked = witness.count('eth_getBlockByNumber');
    await pay();
    await vi.waitFor(
      () => expect(witness.count('eth_getBlockByNumber')).toBeGreaterThan(asked + 2),
      WAIT,
    );
    expect([book.seen.length, await isBlocked()]).toEqual([1, undefined]);
    witness.open();
    await read();
    expect(book.seen).toHaveLength(2);
    witness.stop();
  });

  it('is reported if another member withdrew to the address; what the paying wallet lost besides are its fees', async () => {
    book = depositReports();
    const rail = await world.rail({ treasury: [HOT] });
    rail.watch!(book);
    await read();
    const own = await addressOf(rail);
    const before = await world.anvil.coinsOf(HOT);
    const withdrawal = {
      reference: 'withdrawal:70001',
      asset: 'ETH',
      network: NETWORK,
      address: own,
      memo: '',
      amount: decimal<Amount>('0.5'),
    };
    // A new rail refuses to send until it has looked at the chain.
    await vi.waitFor(() => rail.send(withdrawal), { timeout: 60_000, interval: 20 });
    await mine(CONFIRMATIONS);
    expect(await rail.send(withdrawal)).toMatchObject({ kind: 'completed' });
    expect(book.seen).toMatchObject([{ address: own, asset: 'ETH', amount: ETHER / 2n }]);
    // A transaction that fails costs as well.
    await world.anvil.rpc('anvil_impersonateAccount', HOT);
    await world.anvil.rpc('anvil_setCode', own, '0x60006000fd');
    await world.anvil.send(HOT, own, ETHER);
    await mine(CONFIRMATIONS);
    await world.anvil.rpc('anvil_setCode', own, '0x');
    await world.anvil.rpc('anvil_stopImpersonatingAccount', HOT);
    expect(book.fees).toMatchObject([
      { network: NETWORK, asset: 'ETH', wallet: HOT },
      { network: NETWORK, asset: 'ETH', wallet: HOT },
    ]);
    const paid = book.fees.reduce((total, { amount }) => total + amount, 0n);
    expect(before - (await world.anvil.coinsOf(HOT))).toBe(ETHER / 2n + paid);
  });

  it('stays the fact of its entry when its wallet is taken out of the settings', async () => {
    const found = () => fresh.database.maybe(treasuryWallet, [NETWORK, OTHER]);
    await world.rail({ treasury: [OTHER] });
    await world.rail({ treasury: [] });
    expect(await found()).toEqual({ isOurs: false });
    await world.rail({ treasury: [OTHER] });
    expect(await found()).toEqual({ isOurs: true });
    await world.rail({ treasury: [] });
  });

  it('is reported also after a fee of which two nodes do not say the same: that one is named and not booked', async () => {
    const witness = await anvilProxy(world.anvil.url);
    book = depositReports();
    const rail = await world.rail({ checkUrl: witness.url });
    rail.watch!(book);
    await read();
    const own = await addressOf(rail);
    await world.anvil.rpc('anvil_impersonateAccount', HOT);
    const txid = await world.anvil.send(HOT, RICH, ETHER);
    await world.anvil.rpc('anvil_stopImpersonatingAccount', HOT);
    const mined = async () => await world.anvil.rpc('eth_getTransactionReceipt', txid);
    await world.anvil.mine(1);
    const receipt = (await mined()) as Record<string, unknown>;
    witness.answer('eth_getTransactionReceipt', { ...receipt, l1Fee: '0x5' });
    await mine(CONFIRMATIONS - 1);
    expect(book.fees).toEqual([]);
    expect(world.said()).toContain('network fees that nodes do not say');
    witness.open();
    await world.anvil.send(RICH, own, ETHER);
    await mine(CONFIRMATIONS);
    expect(book.seen).toHaveLength(1);
    expect((await rail.state!()).blocked).toBeUndefined();
    witness.stop();
  });

  it('is in the count of all wallets from its block on; none is made of what two nodes do not agree on', async () => {
    const { anvil } = world;
    const witness = await anvilProxy(anvil.url);
    book = depositReports();
    const rail = await world.rail({ checkUrl: witness.url });
    rail.watch!(book);
    await read();
    const own = await addressOf(rail);
    const later = () => anvil.rpc('evm_increaseTime', 100);
    await later();
    await anvil.send(RICH, own, ETHER);
    await mine(1);
    const head = toQuantity(await anvil.head());
    const block = await anvil.rpc('eth_getBlockByNumber', head, false);
    const at = Number((block as { timestamp: string }).timestamp) * 1_000;
    expect(await rail.count!({ until: at, addresses: [own] })).toBeUndefined();
    await later();
    await mine(CONFIRMATIONS + 1);
    const counted = async (until: number) => await rail.count!({ until, addresses: [own] });
    const [before, after] = [await counted(at), await counted(at + 1_000)];
    expect(after!.height).toBe(Number(head));
    expect(before!.height).toBe(Number(head) - 1);
    const [coins, tokens] = after!.assets;
    expect([coins!.asset, tokens!.asset]).toEqual(['ETH', 'USDT']);
    expect(coins!.held - before!.assets[0]!.held).toBe(ETHER);
    expect(coins!.hot).toBe(before!.assets[0]!.hot);
    witness.answer('eth_getBalance', '0x1');
    expect(await counted(at)).toBeUndefined();
    witness.stop();
  });

  it('that a reorganisation removes is not reported, and reported once if it returns', async () => {
    const rail = await watched();
    const own = await addressOf(rail);
    const { anvil } = world;
    const { height } = await world.read();
    await anvil.send(RICH, own, ETHER);
    await mine(2);
    // Both blocks since are replaced by empty ones.
    await anvil.reorganise(2);
    await mine(5);
    expect(book.seen).toEqual([]);
    expect((await world.read()).height).toBe(height! + 7);

    const txid = await anvil.send(RICH, own, ETHER);
    await mine(1);
    await anvil.reorganise(1);
    const again = await anvil.send(RICH, own, ETHER);
    expect(again).toBe(txid);
    await mine(8);
    expect(book.seen.map((deposit) => deposit.txid)).toEqual([txid]);
  });

  it('is reported until it is received, also after a restart, and not after that', async () => {
    const first = await watched();
    const own = await addressOf(first);
    book.refuse(new Error('the books are closed'));
    const txid = await world.anvil.send(RICH, own, ETHER);
    const { height } = await world.read();
    await world.anvil.mine(6);
    await vi.waitFor(() => expect(world.said()).toContain('the books are closed'), {
      timeout: 60_000,
    });
    await first.stop!();
    expect((await world.read()).height).toBe(height! + CONFIRMATIONS - 1);

    const second = await watched();
    expect(book.seen.map((deposit) => deposit.txid)).toEqual([txid]);
    await second.stop!();
    const third = await watched();
    await mine(4);
    expect(book.seen).toEqual([]);
    await third.stop!();
  });

  it('is credited once, even if two instances report it and the chain was reorganised twice', async () => {
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
    const place = { coin: 'ETH', network: NETWORK };
    const { address } = await showAddress({ ...deps, rails }, memberId, place);
    const { anvil } = world;
    const before = await world.read();
    await anvil.send(RICH, address, ETHER);
    await mine(CONFIRMATIONS - 1);
    await anvil.reorganise(CONFIRMATIONS - 1);
    await mine(1);
    await anvil.send(RICH, address, ETHER);
    await mine(CONFIRMATIONS - 1);
    expect(await balanceOf(database, memberId, 'ETH')).toEqual({});
    await mine(4);
    expect(await balanceOf(database, memberId, 'ETH')).toEqual({ available: '1' });

    await readFrom(before);
    await read();
    expect(reports).toBeGreaterThanOrEqual(2);
    expect(await balanceOf(database, memberId, 'ETH')).toEqual({ available: '1' });
  });

  it('that arrived while the node was unreachable is reported once it answers again', async () => {
    const rail = await watched();
    const own = await addressOf(rail);
    world.gate.close();
    const txid = await world.anvil.send(RICH, own, ETHER);
    await world.anvil.mine(5);
    await vi.waitFor(() => expect(world.said()).toContain('got no answer'), { timeout: 60_000 });
    expect(book.seen).toEqual([]);
    world.gate.open();
    await read();
    expect(book.seen.map((deposit) => deposit.txid)).toEqual([txid]);
  });

  it.each([
    [
      'another seed',
      () => ({ seedFile: world.secret('other', 'test '.repeat(11) + 'junk') }),
      'seed',
    ],
    ['a seed that is none', () => ({ seedFile: world.secret('none', 'hello') }), 'recovery phrase'],
    ['a seed that others can read', () => ({ seedFile: world.secret('open', SEED, 0o644) }), '600'],
    ['another chain than before', () => ({ chainId: 1 }), 'configured is 1'],
    ['a network that is none of its kind', () => ({ network: 'BTC' }), 'EVM family'],
    ['an asset that does not exist', () => ({ native: 'NOPE' }), 'no asset NOPE'],
    [
      'too few places',
      () => ({ tokens: new Map([['USDT', { address: RICH, decimals: 2 }]]) }),
      'places',
    ],
  ] as const)('is refused over a rail with %s', async (_what, over, word) => {
    await expect(world.rail(over())).rejects.toThrow(word);
  });

  it('sends nothing after a start until the chain is confirmed to be the same', async () => {
    await watched();
    await world.quiet();
    const rail = await world.rail();
    world.gate.close('eth_blockNumber');
    rail.watch!(depositReports());
    const withdrawal = {
      reference: 'withdrawal:70002',
      asset: 'ETH',
      network: NETWORK,
      address: RICH,
      memo: '',
      amount: decimal<Amount>('0.5'),
    };
    await expect(rail.send(withdrawal)).rejects.toThrow('nothing is sent');
    world.gate.open();
    await vi.waitFor(async () => expect((await rail.send(withdrawal)).kind).toBe('pending'), {
      timeout: 60_000,
    });
  });

  it('that is replaced after its confirmations stops the rail with an alarm; read again, it has the same reference', async () => {
    const rail = await watched();
    const own = await addressOf(rail);
    const before = await world.read();
    const { anvil, contract } = world;
    await anvil.callToken(contract, 'transfer', own, 3_000_000n);
    await mine(CONFIRMATIONS);
    const [first] = book.seen;
    await anvil.reorganise(CONFIRMATIONS);
    // The same transaction, but no longer the first of its block.
    await anvil.nudgeToken(contract);
    await anvil.callToken(contract, 'transfer', own, 3_000_000n);
    await anvil.mine(CONFIRMATIONS + 2);
    await vi.waitFor(() => expect(world.said()).toContain('deposits are no longer read'), {
      timeout: 60_000,
    });
    const transfer = { asset: 'ETH', network: NETWORK, address: RICH, memo: '', amount: ETHER };
    await expect(
      rail.send({ ...transfer, reference: 'withdrawal:1', amount: ETHER as never }),
    ).rejects.toThrow('nothing is sent');
    expect(book.seen).toHaveLength(1);
    await rail.stop!();

    // As docs/runbooks/TernRailBlocked.md instructs the operator.
    await readFrom(before);
    const again = await watched();
    expect(book.seen.map(({ reference }) => reference)).toEqual([first!.reference]);
    await again.stop!();
  });
});
