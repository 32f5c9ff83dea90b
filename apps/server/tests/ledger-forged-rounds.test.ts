/** Forged rounds of orders of the server's own role that the database refuses (ADR 9). */
import {
  exchangeAccounts,
  type Posting,
  type RecordType,
  recordTypes,
  subAccount,
} from '@tern/ledger';
import { type Amount, decimal, negate, type Price, type Rate, ZERO } from '@tern/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order, Trade } from '../src/features/trading/spot/order.ts';
import { takeEngineLease, writeSpot } from '../src/features/trading/spot/store-engine.ts';
import type { Fact } from '../src/kernel/ledger/journal-lines.ts';
import { postRound } from '../src/kernel/ledger/post-entries.ts';
import type { Tx } from '../src/platform/database/database.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember } from './support/market.ts';

const NO_FACT = 'ledger_unfounded';
const amount = (text: string) => decimal<Amount>(text);

const statement = (name: string, sql: string) =>
  defineStatement({ name: `test.${name}`, text: sql, params: [] });
const moveEngine = statement(
  'moveEngine',
  `update spot_engines set epoch = epoch + 1 where instrument_id = 1`,
);
const moveOther = statement(
  'moveOtherEngine',
  `insert into spot_engines (instrument_id, epoch) values (2, 1)`,
);

let fresh: FreshDatabase;
let member: number;
let other: number;

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());
beforeEach(async () => {
  member = await fundedMember(fresh.database, { USDT: '10000', BTC: '10' });
  other = await fundedMember(fresh.database, { USDT: '10000', BTC: '10' });
});

/** The constraint or code that refused the statements, which are rolled back. */
async function refusalOf(work: (tx: Tx) => Promise<unknown>): Promise<string> {
  try {
    await fresh.database.transaction(work);
    return 'done';
  } catch (error) {
    const { constraint, code } = error as { constraint?: string; code?: string };
    return constraint ?? code ?? String(error);
  }
}

describe('a round of orders', () => {
  const MARKET = 1;
  let engine: { epoch: number; lastBatch: string };
  let batches = 0;
  let ids = 50_000_000;
  beforeAll(async () => {
    engine = await fresh.database.transaction((tx) => takeEngineLease(tx, MARKET));
  });

  const order = (over: Partial<Order>): Order => ({
    id: 0,
    number: 0,
    memberId: member,
    instrumentId: MARKET,
    side: 'buy',
    type: 'limit',
    limitPrice: decimal<Price>('100'),
    quantity: amount('2'),
    budget: undefined,
    filledQuantity: amount('2'),
    filledQuote: amount('200'),
    fee: amount('0.002'),
    receivedAsTaker: ZERO,
    place: 0,
    makerFee: decimal<Rate>('0.001'),
    takerFee: decimal<Rate>('0.001'),
    status: 'filled',
    clientOrderId: undefined,
    source: 'app',
    timeInForce: undefined,
    conditional: undefined,
    createdAt: 0,
    updatedAt: 0,
    ...over,
  });

  const notRecorded = { first: 1, recorded: undefined };

  interface Forged {
    orders?: Order[];
    trades?: Trade[];
    facts?: Fact[];
    reference?: string;
    kind?: RecordType;
    subAccount?: number;
  }

  /** The batch and its postings. */
  async function write(tx: Tx, { orders = [], trades = [] }: Forged): Promise<string> {
    const name = `batch ${++batches}`;
    const batch = {
      engine: { instrumentId: MARKET, epoch: engine.epoch },
      before: engine.lastBatch,
      name,
      ...notRecorded,
    };
    const none = { changed: [], amendments: [] };
    await writeSpot(tx, { batches: [batch], inserted: orders, trades, ...none });
    return name;
  }
  const postFacts = (
    tx: Tx,
    { facts = [], kind = recordTypes.spotRound, subAccount: number = 0 }: Forged,
    reference: string,
  ) =>
    postRound(
      tx,
      { kind, reference, facts, subAccount: number },
      { at: 0, events: [], memberIds: [] },
    );

  async function roundOf(forged: Forged): Promise<string> {
    let name = '';
    const outcome = await refusalOf(async (tx) => {
      name = await write(tx, forged);
      await postFacts(tx, forged, forged.reference ?? `round:${MARKET}:${name}`);
    });
    if (outcome === 'done') engine.lastBatch = name;
    return outcome;
  }

  /** `member` buys 2 BTC at 100 from `other`, the maker; each pays a fee of 0.1 %. */
  function valid() {
    const [buy, sell, trade] = [++ids, ++ids, ++ids];
    const bought: Posting[] = [
      { owner: member, asset: 'USDT', purpose: 'available', amount: amount('-200') },
      { owner: member, asset: 'BTC', purpose: 'available', amount: amount('1.998') },
    ];
    const sold: Posting[] = [
      { owner: other, asset: 'BTC', purpose: 'held', amount: amount('-2') },
      { owner: other, asset: 'USDT', purpose: 'available', amount: amount('199.8') },
    ];
    const fees: Posting[] = [
      { owner: exchangeAccounts.fees, asset: 'BTC', purpose: 'available', amount: amount('0.002') },
      { owner: exchangeAccounts.fees, asset: 'USDT', purpose: 'available', amount: amount('0.2') },
    ];
    const kinds = new Map<number, RecordType>([
      [member, recordTypes.spotBuy],
      [other, recordTypes.spotSell],
    ]);
    const hold: Fact = {
      kind: recordTypes.orderHold,
      subjectId: sell,
      postings: [
        { owner: other, asset: 'BTC', purpose: 'available', amount: amount('-2') },
        { owner: other, asset: 'BTC', purpose: 'held', amount: amount('2') },
      ],
    };
    const orders = [
      order({ id: buy }),
      order({ id: sell, memberId: other, side: 'sell', fee: amount('0.2') }),
    ];
    const trades: Trade[] = [
      {
        id: trade,
        instrumentId: MARKET,
        makerOrderId: sell,
        takerOrderId: buy,
        takerSide: 'buy',
        price: decimal<Price>('100'),
        quantity: amount('2'),
        quoteAmount: amount('200'),
        makerFee: amount('0.2'),
        takerFee: amount('0.002'),
        createdAt: 0,
      },
    ];
    const factOf = (postings: Posting[], subjectId = trade): Fact => ({
      kind: recordTypes.spotBuy,
      subjectId,
      postings,
      recordTypeOf: kinds,
    });
    const facts = [hold, factOf([...bought, ...sold, ...fees])];
    return { orders, trades, facts, hold, bought, sold, fees, factOf, trade, sell };
  }
  /** The valid round with other postings of its trade. */
  const withLines = (
    { orders, trades, hold, factOf }: ReturnType<typeof valid>,
    lines: Posting[],
  ): Forged => ({ orders, trades, facts: [hold, factOf(lines)] });
  /** The valid round with other amounts of USDT. */
  function moved(
    { orders, trades, hold, bought, sold, fees, factOf }: ReturnType<typeof valid>,
    other: { buyer?: string; seller?: string; rounding: string; liquidity?: string },
  ): Forged {
    const { buyer = '-200', seller = '199.8', rounding, liquidity = '0' } = other;
    const lines = [
      { ...bought[0]!, amount: amount(buyer) },
      bought[1]!,
      sold[0]!,
      { ...sold[1]!, amount: amount(seller) },
      ...fees,
      exchange('USDT', rounding, exchangeAccounts.rounding),
      exchange('USDT', liquidity),
    ];
    return { orders, trades, facts: [hold, factOf(lines.filter((line) => line.amount !== 0n))] };
  }
  const exchange = (
    asset: string,
    text: string,
    owner: number = exchangeAccounts.liquidity,
  ): Posting => ({
    owner,
    asset,
    purpose: 'available',
    amount: amount(text),
  });

  it('is posted once if its engine wrote it', async () => {
    const round = valid();
    expect(await roundOf(round)).toBe('done');
    const reference = `round:${MARKET}:${engine.lastBatch}`;
    expect(await refusalOf((tx) => postFacts(tx, round, reference))).toBe(NO_FACT);
    // Trades of a posted round, under a new batch.
    expect(await roundOf({ facts: [round.facts[1]!] })).toBe(NO_FACT);
  });

  it('is posted to any sub-account of the exchange, also with rounding and the exchange’s side', async () => {
    for (const number of [0, 1, 9]) {
      expect(await roundOf({ ...valid(), subAccount: number })).toBe('done');
    }
    expect(await roundOf({ ...resting(), subAccount: 4 })).toBe('done');
    const withRest = { rounding: '0.000002', liquidity: '-0.000002' };
    expect(await roundOf({ ...moved(valid(), withRest), subAccount: 7 })).toBe('done');
  });

  /** The valid round with its fees in these exchange accounts. */
  const feesTo = (base: number, quote: number, ...more: Posting[]): Forged => {
    const round = valid();
    const fees = [
      { ...round.fees[0]!, owner: base },
      { ...round.fees[1]!, owner: quote },
    ];
    return withLines(round, [...round.bought, ...round.sold, ...fees, ...more]);
  };
  const { fees: FEES, rounding: ROUNDING, liquidity: LIQUIDITY } = exchangeAccounts;
  const misplaced: Record<string, () => Forged> = {
    'a fee in a sub-account of the rounding account': () =>
      feesTo(subAccount(FEES, 2), subAccount(ROUNDING, 2)),
    'a fee in a sub-account of the liquidity': () =>
      feesTo(subAccount(FEES, 2), subAccount(LIQUIDITY, 2)),
    'fees in two sub-accounts': () => feesTo(FEES, subAccount(FEES, 1)),
    'a fee and the rest in two sub-accounts': () =>
      feesTo(
        subAccount(FEES, 1),
        subAccount(FEES, 1),
        exchange('USDT', '0.000001', subAccount(ROUNDING, 1)),
        exchange('USDT', '-0.000001', LIQUIDITY),
      ),
    'fees in a sub-account of an account that has none': () => feesTo(-104, -104),
    'fees between two sub-accounts': () => feesTo(-100, -100),
    'fees in a tenth sub-account, which would be the custody of a network': () =>
      feesTo(FEES - 1_000, FEES - 1_000),
    'more rounding in a sub-account than its trades can leave': () => ({
      ...moved(valid(), { liquidity: '-0.000003', rounding: '0.000003' }),
      subAccount: 3,
    }),
    'no fee in any sub-account': () => {
      const round = valid();
      const lines = [exchange('BTC', '0.002'), exchange('USDT', '0.2')];
      const forged = withLines(round, [...round.bought, ...round.sold, ...lines]);
      return { ...forged, subAccount: 3 };
    },
  };
  it('without fees is refused with its rest where a tenth sub-account would be', async () => {
    const without = (distance: number): Forged => {
      const { orders, trades, hold, bought, sold, factOf } = valid();
      const lines = [
        bought[0]!,
        { ...bought[1]!, amount: amount('2') },
        sold[0]!,
        { ...sold[1]!, amount: amount('200') },
        exchange('USDT', '0.000002', ROUNDING - distance),
        exchange('USDT', '-0.000002', LIQUIDITY - distance),
      ];
      const [fee, makerFee, takerFee] = [ZERO, ZERO, ZERO];
      const free = decimal<Rate>('0');
      return {
        orders: orders.map((each) => ({ ...each, fee, makerFee: free, takerFee: free })),
        trades: trades.map((each) => ({ ...each, makerFee, takerFee })),
        facts: [hold, factOf(lines)],
      };
    };
    expect(await roundOf(without(0))).toBe('done');
    expect(await roundOf(without(900))).toBe('done');
    expect(await roundOf(without(1_000))).toBe(NO_FACT);
  });

  it.each(Object.entries(misplaced))('is refused with %s', async (_name, forge) => {
    expect(await roundOf(forge())).toBe(NO_FACT);
  });

  it('is posted once per transaction', async () => {
    const round = valid();
    const twice = await refusalOf(async (tx) => {
      const name = await write(tx, round);
      await postFacts(tx, round, `round:${MARKET}:${name}`);
      await tx.run(moveEngine, []);
      await postFacts(tx, { facts: [round.facts[1]!] }, `round:${MARKET}:${name}`);
    });
    expect(twice).toBe('spot_engines_one_batch');
    const beside = await refusalOf(async (tx) => {
      const name = await write(tx, round);
      await tx.run(moveOther, []);
      await postFacts(tx, round, `round:${MARKET}:${name}`);
      await postFacts(tx, { facts: [round.facts[1]!] }, 'round:2:');
    });
    expect(beside).toBe(NO_FACT);
  });

  const forgeries: Record<string, (round: ReturnType<typeof valid>) => Forged> = {
    'has no batch of its name': (round) => ({ ...round, reference: 'round:1:never' }),
    'names the batch of another market': (round) => ({ ...round, reference: 'round:2:x' }),
    'invents a gain beside the trade': ({ orders, trades, hold, bought, sold, fees, factOf }) => ({
      orders,
      trades,
      facts: [
        hold,
        factOf([...bought, ...sold, ...fees]),
        factOf([
          { owner: member, asset: 'USDT', purpose: 'available', amount: amount('1000') },
          exchange('USDT', '-1000'),
        ]),
      ],
    }),
    'pays the seller more': (round) => {
      const more = { ...round.sold[1]!, amount: amount('1199.8') };
      const lines = [round.sold[0]!, more, ...round.fees, exchange('USDT', '-1000')];
      return withLines(round, [...round.bought, ...lines]);
    },
    'leaves out what the buyer pays': (round) =>
      withLines(round, [round.bought[1]!, ...round.sold, ...round.fees, exchange('USDT', '-200')]),
    'gives a fee to a member': (round) => {
      const given = { ...round.fees[1]!, owner: exchangeAccounts.liquidity };
      return withLines(round, [...round.bought, ...round.sold, round.fees[0]!, given]);
    },
    'takes from the book of paper money': (round) => {
      const taken = [
        exchange('USDT', '1000'),
        exchange('USDT', '-1000', exchangeAccounts.paperIssuance),
      ];
      return withLines(round, [...round.bought, ...round.sold, ...round.fees, ...taken]);
    },
    'is about a trade of nobody': ({
      orders,
      trades,
      hold,
      bought,
      sold,
      fees,
      factOf,
      trade,
    }) => ({
      orders,
      trades,
      facts: [hold, factOf([...bought, ...sold, ...fees], trade + 1_000)],
    }),
    'buys for another member': (round) => {
      const bought = round.bought.map((line) => ({ ...line, owner: other }));
      return withLines(round, [...bought, ...round.sold, ...round.fees]);
    },
    'spends what is held for another order': (round) => {
      const held: Posting = { ...round.bought[0]!, purpose: 'held' };
      return withLines(round, [held, round.bought[1]!, ...round.sold, ...round.fees]);
    },
    'holds more than the order may': ({ orders, trades, hold, facts }) => ({
      orders,
      trades,
      facts: [
        {
          ...hold,
          postings: hold.postings.map((line) => ({
            ...line,
            amount: (line.amount * 2n) as Amount,
          })),
        },
        facts[1]!,
      ],
    }),
    'releases an order that was not cancelled': ({ orders, trades, hold, facts, sell }) => ({
      orders,
      trades,
      facts: [
        ...facts,
        {
          kind: recordTypes.orderRelease,
          subjectId: sell,
          postings: hold.postings.map((line) => ({ ...line, amount: negate(line.amount) })),
        },
      ],
    }),
    'charges a buyer who takes one smallest unit too much': (round) =>
      moved(round, { buyer: '-200.000001', rounding: '0.000001' }),
    'charges a buyer who takes one smallest unit too little': (round) =>
      moved(round, { buyer: '-199.999999', rounding: '-0.000001' }),
    'pays the seller one smallest unit too much': (round) =>
      moved(round, { seller: '199.800001', rounding: '-0.000001' }),
    'charges a fraction of the smallest unit': (round) =>
      moved(round, { buyer: '-200.0000005', rounding: '0.0000005' }),
    'pays a fraction of the smallest unit': (round) =>
      moved(round, { seller: '199.8000005', rounding: '-0.0000005' }),
    'books more rounding than its trades can leave': (round) =>
      moved(round, { liquidity: '-0.000003', rounding: '0.000003' }),
    'is of another kind': (round) => ({ ...round, kind: recordTypes.spotBuy }),
  };
  it.each(Object.entries(forgeries))('is refused when it %s', async (_name, forge) => {
    expect(await roundOf(forge(valid()))).toBe(NO_FACT);
  });

  /** `member` rests to buy 2 BTC at 100, `other` sells them; `held` and `paid` are the hold and payment of the member's order. */
  function resting({ held = '200', paid = '200', rounding = '0' } = {}): Forged {
    const [buy, sell, trade] = [++ids, ++ids, ++ids];
    const available = { purpose: 'available' } as const;
    const kinds = new Map<number, RecordType>([
      [member, recordTypes.spotBuy],
      [other, recordTypes.spotSell],
    ]);
    const hold: Fact = {
      kind: recordTypes.orderHold,
      subjectId: buy,
      postings: [
        { owner: member, asset: 'USDT', ...available, amount: negate(amount(held)) },
        { owner: member, asset: 'USDT', purpose: 'held', amount: amount(held) },
      ],
    };
    const lines: Posting[] = [
      { owner: member, asset: 'USDT', purpose: 'held', amount: negate(amount(paid)) },
      { owner: member, asset: 'BTC', ...available, amount: amount('1.998') },
      { owner: other, asset: 'BTC', ...available, amount: amount('-2') },
      { owner: other, asset: 'USDT', ...available, amount: amount('199.8') },
      exchange('BTC', '0.002', exchangeAccounts.fees),
      exchange('USDT', '0.2', exchangeAccounts.fees),
      exchange('USDT', rounding, exchangeAccounts.rounding),
    ];
    const traded: Fact = {
      kind: recordTypes.spotBuy,
      subjectId: trade,
      postings: lines.filter((line) => line.amount !== 0n),
      recordTypeOf: kinds,
    };
    const price = decimal<Price>('100');
    const match = { makerOrderId: buy, takerOrderId: sell, takerSide: 'sell', price } as const;
    const value = { quantity: amount('2'), quoteAmount: amount('200') };
    const fees = { makerFee: amount('0.002'), takerFee: amount('0.2') };
    return {
      orders: [
        order({ id: buy }),
        order({ id: sell, memberId: other, side: 'sell', fee: amount('0.2') }),
      ],
      trades: [{ id: trade, instrumentId: MARKET, ...match, ...value, ...fees, createdAt: 0 }],
      facts: [hold, traded],
    };
  }

  it('with a resting buyer is refused if one smallest unit is wrong', async () => {
    expect(await roundOf(resting())).toBe('done');
    // A payment below the trade, a hold above the cost of the order, a moved fraction of a unit.
    expect(await roundOf(resting({ paid: '199.999999', rounding: '-0.000001' }))).toBe(NO_FACT);
    expect(await roundOf(resting({ held: '200.000001' }))).toBe(NO_FACT);
    expect(await roundOf(resting({ paid: '199.9999995', rounding: '-0.0000005' }))).toBe(NO_FACT);
  });

  it('releases the hold of a cancelled order to the smallest unit', async () => {
    const cancelled = (released: string): Forged => {
      const id = ++ids;
      const postings = (text: string): Posting[] => [
        { owner: member, asset: 'USDT', purpose: 'available', amount: amount(text) },
        { owner: member, asset: 'USDT', purpose: 'held', amount: negate(amount(text)) },
      ];
      const nothing = { filledQuantity: amount('0'), filledQuote: amount('0'), fee: amount('0') };
      return {
        orders: [order({ id, status: 'cancelled', ...nothing })],
        facts: [
          { kind: recordTypes.orderHold, subjectId: id, postings: postings('-200') },
          { kind: recordTypes.orderRelease, subjectId: id, postings: postings(released) },
        ],
      };
    };
    expect(await roundOf(cancelled('200'))).toBe('done');
    expect(await roundOf(cancelled('199.999999'))).toBe(NO_FACT);
  });
});
