/** The treasury: two people take out revenue or add capital, never below what accounts need or what keeps cover over its floor. */
import { custodyAccount, exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, decimal } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries } from '../src/audit/entries.ts';
import { auditLedger } from '../src/audit/ledger.ts';
import {
  listMoves,
  showAccounts,
  showCoverage,
  showRevenue,
} from '../src/features/backoffice/treasury/show-treasury.ts';
import { insertAgreement, insertMove } from '../src/features/backoffice/treasury/store.ts';
import { bookFees } from '../src/features/money/funding/network-fee/book-fees.ts';
import { recordFee } from '../src/features/money/funding/network-fee/record-fee.ts';
import { insertWallet } from '../src/adapters/evm-rail/store.ts';
import { countRecords } from '../src/kernel/ledger/count-records.ts';
import { createExchangeDays } from '../src/kernel/ledger/exchange-days.ts';
import { postEntries } from '../src/kernel/ledger/post-entries.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { createLog } from '../src/platform/log.ts';
import { findAssetNetwork } from '../src/kernel/networks/networks.ts';
import { balanceOf, entryOf, post } from './support/journal.ts';
import { withoutGuards } from './support/tampering.ts';
import { codeOf, type TreasuryWorld, treasuryWorld } from './support/treasury.ts';

let world: TreasuryWorld;

beforeAll(async () => {
  world = await treasuryWorld();
});
afterAll(async () => {
  const faults = await world.database.snapshot(async (reader) => [
    ...(await auditLedger(reader)).flatMap((finding) => finding.faults),
    ...(await auditEntries(reader)).flatMap((finding) => finding.faults),
  ]);
  // The income of these tests has no fact.
  expect(faults.filter((fault) => !fault.includes('test:'))).toEqual([]);
  await world.fresh.drop();
});

const feeOf = defineQuery({
  name: 'test.networkFee',
  text: 'select id from network_fees where txid = $1',
  params: [text],
  row: { id: int8 },
});

/** Assets are used once, so that each test begins with nothing. */
const unused = [
  'BTC',
  'ETH',
  'USDT',
  'EUR',
  'SOL',
  'XRP',
  'ADA',
  'DOGE',
  'LTC',
  'TRX',
  'BCH',
  'DOT',
  'XLM',
];
const earned = () => world.earned(unused.shift()!);
const propose: TreasuryWorld['propose'] = (...about) => world.propose(...about);
const agree: TreasuryWorld['agreeMove'] = (...about) => world.agreeMove(...about);
const fees = (coin: string) => world.fees(coin);
const free = async (coin: string) => (await showAccounts(world.treasury, coin)).free;

describe('revenue', () => {
  it('is taken out once another person agrees', async () => {
    const coin = await earned();
    const reviewId = await propose(coin);
    expect(await fees(coin)).toBe('5000');
    expect(await codeOf(agree(reviewId, world.operators.first))).toBe(5032);
    await agree(reviewId);
    expect(await fees(coin)).toBe('3500');
    const [move] = await listMoves(world.treasury);
    expect(move).toMatchObject({
      state: 'agreed',
      by: 'first',
      decidedBy: 'second',
      coinname: coin,
    });
    expect(await showAccounts(world.treasury, coin)).toMatchObject({
      own: '3500',
      owed: '100000',
      held: '103500',
      cover: '1000',
      free: '2500',
    });
  });

  it('that another person refuses stays', async () => {
    const coin = await earned();
    const reviewId = await propose(coin);
    await world.reviewQueue.claim(world.operators.second, reviewId);
    await world.reviewQueue.reject(world.operators.second, reviewId, { reason: 'Not this month.' });
    expect(await fees(coin)).toBe('5000');
    expect((await listMoves(world.treasury))[0]).toMatchObject({
      state: 'refused',
      decidedBy: 'second',
    });
  });

  it('stays where cover would fall below 101 %, and where accounts need it', async () => {
    const coin = await earned();
    expect(await free(coin)).toBe('4000');
    expect(await codeOf(propose(coin, { amount: '4000.01' }))).toBe(4020);
    world.needs.push({ account: 'offerings', asset: coin, amount: decimal<Amount>('1200') });
    expect(await free(coin)).toBe('3800');
    expect(await codeOf(propose(coin, { amount: '3800.01' }))).toBe(4020);
    await agree(await propose(coin, { amount: '3800' }));
    expect(await free(coin)).toBe('0');
  });

  it('is proven again when it is agreed: a second proposal counts on the same money', async () => {
    const coin = await earned();
    const [one, other] = [
      await propose(coin, { amount: '3000' }),
      await propose(coin, { amount: '3000' }),
    ];
    await agree(one);
    expect(await codeOf(agree(other))).toBe(5036);
    expect(await fees(coin)).toBe('2000');
  });

  it('leaves by one transfer once', async () => {
    const coin = await earned();
    const reference = 'MT103 77';
    await agree(await propose(coin, { amount: '1', reference }));
    const again = await propose(coin, { amount: '1', reference: 'mt103 77' });
    expect(await codeOf(agree(again))).toBe(5016);
  });

  it('is only what accounts of income have', async () => {
    const coin = await earned();
    expect(await codeOf(propose(coin, { account: 'liquidity', amount: '1' }))).toBe(5001);
    expect(await codeOf(propose(coin, { account: 'rounding', amount: '1' }))).toBe(4020);
  });

  it('of 30 days is shown by day and kind, what was taken out is no negative income', async () => {
    const coin = await earned();
    await agree(await propose(coin));
    await countRecords(world.database);
    // What can no longer appear is known at the next count.
    await countRecords(world.database);
    for (const job of createExchangeDays(world.database).jobs ?? []) await job.run();
    const revenue = await showRevenue(world.treasury, coin);
    expect(revenue).toMatchObject({
      total: '5000',
      kinds: [{ kind: recordTypes.increase, amount: '5000' }],
      markets: [],
    });
    expect(revenue.days).toHaveLength(30);
    expect(revenue.days.filter(({ amount }) => amount !== '0')).toEqual([
      { day: '2026-11-18', amount: '5000' },
    ]);
    const row = (await showCoverage(world.treasury)).list.find(({ coinname }) => coinname === coin);
    expect(row).toMatchObject({ held: '103500', owed: '100000', house: '3500', cover: '103.5' });
  });
});

describe('the database', () => {
  it('takes an agreement only of two people', async () => {
    const coin = await earned();
    const alone = world.database.transaction(async (tx) => {
      const { operatorId } = world.operators.first;
      const values = ['takeOut', 'fees', coin, decimal<Amount>('1'), '', 'r', 'why'] as const;
      const { id } = (await tx.maybe(insertMove, [...values, operatorId, null, 0]))!;
      await tx.run(insertAgreement, [id, 0n as Amount, 0]);
    });
    await expect(alone).rejects.toMatchObject({ constraint: 'treasury_two_people' });
  });
});

describe('capital', () => {
  it('is added to working money by two people', async () => {
    const coin = await earned();
    await agree(await propose(coin, { move: 'addCapital', account: 'liquidity', amount: '700' }));
    expect(await balanceOf(world.database, exchangeAccounts.liquidity, coin)).toEqual({
      available: '700',
    });
    expect(await free(coin)).toBe('4700');
    expect(await codeOf(propose(coin, { move: 'addCapital', account: 'fees' }))).toBe(5001);
  });
});

describe('a network fee', () => {
  const WALLET = '0x00000000000000000000000000000000000000A1';
  const log = createLog('silent');
  const given = () => ({ database: world.database, clock: world.clock, log });
  const paid = (asset: string, txid: string, amount = '0.00042') => ({
    network: 'ERC20',
    asset,
    wallet: WALLET,
    txid,
    amount: decimal<Amount>(amount),
    height: 7,
  });
  const costOf = async (coin: string) =>
    (await balanceOf(world.database, exchangeAccounts.liquidity, coin)).available;

  beforeAll(() => world.database.transaction((tx) => tx.run(insertWallet, ['ERC20', WALLET])));

  it('is booked once, however often a rail reports it', async () => {
    const coin = await earned();
    const before = await showAccounts(world.treasury, coin);
    const fee = paid(coin, '0xa1');
    await Promise.all([recordFee(given(), fee), recordFee(given(), fee)]);
    await Promise.all([bookFees(given()), bookFees(given())]);
    await recordFee(given(), { ...fee, amount: decimal<Amount>('0.9') });
    await bookFees(given());
    expect(await costOf(coin)).toBe('-0.00042');
    const after = await showAccounts(world.treasury, coin);
    expect([before.own, after.own, after.owed]).toEqual(['5000', '4999.99958', before.owed]);
  });

  it('waits while the exchange has no coins of its own, for members’ coins never pay it', async () => {
    const coin = await earned();
    await recordFee(given(), paid(coin, '0xb1', '5000.000000000000000001'));
    await recordFee(given(), paid(coin, '0xb2', '1'));
    await bookFees(given());
    expect(await costOf(coin)).toBeUndefined();
    await world.earned(coin);
    await bookFees(given());
    expect(await costOf(coin)).toBe('-5001.000000000000000001');
  });

  it('is paid out of liquidity in live mode: what is left is all that swaps can give', async () => {
    const coin = await earned();
    const moved = (from: 'fees' | 'liquidity', to: 'fees' | 'liquidity') => {
      const [source, target] = [from, to].map(
        (each) => ({ owner: exchangeAccounts[each], purpose: 'available' }) as const,
      );
      const amount = decimal<Amount>('10');
      const postings = transfer({ from: source!, to: target!, asset: coin, amount });
      return post(world.database, entryOf(postings));
    };
    await withoutGuards(world.fresh, `update deployment_mode set mode = 'live'`);
    try {
      await recordFee(given(), paid(coin, '0xd1', '0.5'));
      await bookFees(given());
      expect(await costOf(coin)).toBeUndefined();
      await moved('fees', 'liquidity');
      await bookFees(given());
      expect(await costOf(coin)).toBe('9.5');
      await expect(moved('liquidity', 'fees')).rejects.toMatchObject({
        constraint: 'ledger_balances_floor',
      });
    } finally {
      await withoutGuards(world.fresh, `update deployment_mode set mode = 'paper'`);
    }
  });

  it('is refused without its transaction: of another sum, twice, or of a wallet that is none of the exchange', async () => {
    const coin = await earned();
    const foreign = recordFee(given(), { ...paid(coin, '0xc1'), wallet: '0xC2' });
    await expect(foreign).rejects.toMatchObject({ constraint: 'network_fees_own' });
    await recordFee(given(), paid(coin, '0xc3'));
    await bookFees(given());
    const { id } = await world.database.one(feeOf, ['0xc3']);
    const { networkId } = (await findAssetNetwork(world.database, 'ETH', 'ERC20'))!;
    const forged = (reference: string, amount: string) => {
      const postings = transfer({
        from: { owner: exchangeAccounts.liquidity, purpose: 'available' },
        to: { owner: custodyAccount(networkId), purpose: 'available' },
        asset: coin,
        amount: decimal<Amount>(amount),
      });
      const entry = { kind: recordTypes.networkFee, reference, postings };
      return world.database.transaction((tx) => postEntries(tx, [entry], world.clock.now()));
    };
    await expect(forged(`networkfee:${id}`, '0.00042')).rejects.toMatchObject({ code: '23505' });
    await expect(forged(`networkfee:${id}`, '0.00043')).rejects.toMatchObject({
      constraint: 'ledger_unfounded',
    });
    await expect(forged(`networkfee:${id + 1}`, '0.00042')).rejects.toMatchObject({
      constraint: 'ledger_unfounded',
    });
    await recordFee(given(), paid(coin, '0xc4', '9999'));
    await bookFees(given());
    await expect(forged(`networkfee:${id + 1}`, '9999')).rejects.toMatchObject({
      constraint: 'ledger_unfounded',
    });
  });
});
