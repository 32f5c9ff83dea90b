import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { decimal, type Price } from '@tern/money';
import { describe, expect, it } from 'vitest';
import { everyChange } from '../../tests/every-change.ts';
import { headText } from '../statements.ts';
import { type ChainedTick, chainTick, hashText, tickGenesis } from '../tick-chain.ts';
import {
  conditionalOrderText,
  hashesInReceipt,
  type NamedPause,
  pricesInReceipt,
  TRIGGER_FORMAT,
  triggerChecks,
  type TriggerOrder,
  type TriggerOutcome,
  type TriggerReceipt,
  triggerText,
  verifyTrigger,
} from './index.ts';

const secretKey = new Uint8Array(32).fill(7);
const publicKey = bytesToHex(ed25519.getPublicKey(secretKey));
const sign = (text: string) => bytesToHex(ed25519.sign(utf8ToBytes(text), secretKey));

const T = 1_763_700_000_000;
const symbol = 'btcusdt';
const FIRST = 41;

const stop: TriggerOrder = {
  id: '1000001',
  symbol,
  side: 'buy',
  kind: 'stopLimit',
  watches: 'reference',
  operator: 'gte',
  triggerPrice: '105',
  rate: null,
  startPrice: null,
  tickSize: '0.1',
  limitPrice: '106',
  quantity: '0.03',
  budget: null,
  acceptedAt: T + 400,
  acceptedAfter: FIRST,
  acceptedPrice: '100',
};
const trailing: TriggerOrder = {
  ...stop,
  side: 'sell',
  kind: 'trailingStop',
  operator: 'lte',
  triggerPrice: null,
  rate: '0.05',
  limitPrice: null,
};
const buyTrailing: TriggerOrder = {
  ...trailing,
  side: 'buy',
  operator: 'gte',
  startPrice: '98',
  quantity: null,
  budget: '500',
};
const pause = (afterNumber: number, untilNumber: number): NamedPause => ({
  afterNumber,
  untilNumber,
  reason: 4,
  beganAt: T + 1_000,
  endedAt: T + 3_000,
});

/** As it was changed after this number, at this price. */
const after = (acceptedAfter: number, acceptedPrice: string) => ({
  acceptedAt: T + 2_500,
  acceptedAfter,
  acceptedPrice,
});

/** Prices from number 41 on, and what is said of them. */
interface Story {
  readonly order?: TriggerOrder;
  /** Before its changes. */
  readonly former?: readonly TriggerOrder[];
  readonly prices: readonly string[];
  readonly number: number;
  readonly bestPrice?: string;
  readonly pauses?: readonly NamedPause[];
  readonly outcome?: Pick<TriggerOutcome, 'orderId' | 'rejection'>;
  readonly isCut?: boolean;
}

const rise = ['100', '101', '104.9', '105.2', '103', '106'];
const placed = { orderId: '1000002', rejection: null };
const stories: Record<string, Story> = {
  'a stop': { prices: rise, number: 44 },
  'a stop met at its own price': { prices: ['100', '105', '99'], number: 42 },
  'a stop that placed nothing': {
    prices: ['100', '105.2'],
    number: 42,
    outcome: { orderId: null, rejection: { code: 4003, needed: '3.18', available: '2' } },
  },
  'a stop met by the first price after a pause': {
    prices: ['100', '101', '109', '107', '108'],
    number: 45,
    pauses: [pause(42, 45)],
  },
  'a take profit': {
    order: { ...stop, side: 'sell', kind: 'takeProfitMarket', limitPrice: null },
    prices: rise,
    number: 44,
  },
  'a trailing stop of a sell': {
    order: trailing,
    // 5 % below 110.05 is 104.5475, of which 104.5 is the whole tick below.
    prices: ['100', '104', '110', '110.05', '110.1', '104.6', '104.5', '99'],
    number: 47,
    bestPrice: '110.1',
  },
  'a trailing stop of a buy that placed nothing': {
    order: buyTrailing,
    // It begins at 97.5; 96.9 is less than a tick below 96.95.
    prices: ['100', '106', '97.5', '96.95', '96.9', '90', '101.7', '101.8'],
    number: 48,
    bestPrice: '96.95',
    pauses: [pause(45, 47)],
    outcome: { orderId: null, rejection: { code: 4003, needed: '500', available: '2' } },
  },
  'a stop that was changed before its first trigger came': {
    former: [stop],
    order: { ...stop, ...after(43, '104.9'), triggerPrice: '105.5', quantity: '0.02' },
    prices: rise,
    number: 46,
  },
  'a trailing stop whose distance was changed': {
    former: [buyTrailing],
    order: { ...buyTrailing, ...after(47, '101.7'), rate: '0.06' },
    // 5 % above 96.95 is 101.8, which was not reached before the change.
    prices: ['100', '106', '97.5', '96.95', '96.9', '90', '101.7', '101.8', '102.8'],
    number: 49,
    bestPrice: '96.95',
    pauses: [pause(45, 47)],
    outcome: { orderId: null, rejection: { code: 4003, needed: '500', available: '2' } },
  },
  'a stop that watches trades': {
    order: { ...stop, watches: 'last' },
    prices: ['100', '101', '105'],
    number: 43,
  },
};

function chainOf(prices: readonly string[], first = FIRST) {
  const ticks = prices.map(
    (price, index): ChainedTick => ({
      symbol,
      seq: first + index,
      at: T + index * 1_000,
      price: decimal<Price>(price),
      source: 'simulated',
      rule: 2,
    }),
  );
  const hashBefore = first === 1 ? tickGenesis(symbol) : chainTick(tickGenesis(symbol), ticks[0]!);
  const hash = hashText(ticks.reduce((before, tick) => chainTick(before, tick), hashBefore));
  const head = { symbol, seq: first + prices.length - 1, hash, at: T + 60_000 };
  return {
    chain: {
      hashBefore: hashText(hashBefore),
      ticks: ticks.map((tick, index) => ({
        seq: tick.seq,
        at: tick.at,
        price: prices[index]!,
        source: tick.source,
        rule: tick.rule,
      })),
    },
    head: { ...head, signature: sign(headText(head)) },
  };
}

/** What the exchange would sign, true or not. */
function receiptOf(story: Story, first = FIRST): TriggerReceipt {
  const { order = stop, prices, number, bestPrice = null, pauses = [] } = story;
  const isLast = order.watches === 'last';
  const list = prices
    .slice(0, number - first + 1)
    .map((price, index) => ({ number: first + index, at: T + index * 1_000, price }));
  const trades = isLast ? { isWhole: story.isCut !== true, list } : null;
  const { chain, head } = chainOf(prices, first);
  const trigger: TriggerOutcome = {
    number,
    price: prices[number - first] ?? '1',
    at: T + 9_000,
    bestPrice,
    ...(story.outcome ?? placed),
  };
  const { former } = story;
  const forms = former === undefined ? {} : { former };
  const signed = { order, ...forms, trigger, pauses, trades };
  return {
    format: TRIGGER_FORMAT,
    version: former === undefined ? 1 : 2,
    ...signed,
    orderSignature: sign(conditionalOrderText(order)),
    triggerSignature: sign(triggerText(signed)),
    chain: isLast ? null : chain,
    head: isLast ? null : head,
  };
}

const failsIn = (receipt: unknown, key: string | readonly string[] = publicKey) =>
  verifyTrigger(receipt, { publicKey: key })
    .filter(({ pass }) => !pass)
    .map(({ name }) => name);

describe.each(Object.entries(stories))('the receipt of %s', (_name, story) => {
  const receipt = JSON.parse(JSON.stringify(receiptOf(story))) as TriggerReceipt;

  it('passes every check', () => {
    const items = verifyTrigger(receipt, { publicKey });
    expect(items.filter(({ pass }) => !pass)).toEqual([]);
    const { watches, rate } = receipt.order;
    const due = triggerChecks.filter(
      (check) =>
        (check !== 'head' || watches === 'reference') && (check !== 'best' || rate !== null),
    );
    expect(items.map(({ name }) => name)).toEqual(due);
  });
});

// Together they have every field.
it.each(['a trailing stop whose distance was changed', 'a stop that watches trades'])(
  'the receipt of %s fails once any field is changed, removed or duplicated',
  (name) => {
    const receipt = JSON.parse(JSON.stringify(receiptOf(stories[name]!))) as TriggerReceipt;
    const { tried, undetected } = everyChange(receipt, (changed) => failsIn(changed).length === 0);
    expect(tried).toBeGreaterThan(400);
    expect(undetected).toEqual([]);
  },
  120_000,
);

describe('a receipt that is signed but not true', () => {
  it('fails when an earlier price met it, and names that price', () => {
    const late = receiptOf({ prices: rise, number: 46 });
    expect(failsIn(late)).toEqual(['earlier', 'first']);
    const earlier = verifyTrigger(late, { publicKey }).find(({ name }) => name === 'earlier');
    expect(earlier).toEqual({
      name: 'earlier',
      pass: false,
      why: 'price 44 met it before, at 105.2',
      number: 44,
    });
  });

  it('fails when the price does not meet it', () => {
    expect(failsIn(receiptOf({ prices: rise, number: 43 }))).toEqual(['first']);
  });

  it('fails when the price is another one than that of its number', () => {
    const receipt = receiptOf(stories['a stop']!);
    const trigger = { ...receipt.trigger, price: '105.3' };
    const resigned = {
      ...receipt,
      trigger,
      triggerSignature: sign(triggerText({ ...receipt, trigger })),
    };
    expect(failsIn(resigned)).toEqual(['first']);
  });

  it('fails when the price at its acceptance met it already', () => {
    const order = { ...stop, acceptedPrice: '105' };
    expect(failsIn(receiptOf({ order, prices: rise, number: 44 }))).toEqual(['order']);
  });

  it('fails when a changed order had been met before its change, and when its forms are not of one order', () => {
    const story = stories['a stop that was changed before its first trigger came']!;
    const changed = { ...story.order!, acceptedAfter: 44, acceptedPrice: '105.2' };
    expect(failsIn(receiptOf({ ...story, order: changed }))).toEqual(['earlier', 'first']);
    for (const other of [{ id: '7' }, { side: 'sell' }, { acceptedAfter: 44 }] as const) {
      const former = [{ ...stop, ...other }];
      expect(failsIn(receiptOf({ ...story, former }))).toContain('order');
    }
    expect(failsIn(receiptOf({ ...story, former: [] }))).toEqual(['shape']);
  });

  it.each([
    ['ends after the trigger', [pause(42, 46)]],
    ['ends before it begins', [pause(43, 43)]],
    ['is named before an earlier one', [pause(42, 44), pause(41, 43)]],
  ])('fails when a pause %s', (_what, pauses) => {
    expect(failsIn(receiptOf({ prices: rise, number: 44, pauses }))).toContain('pauses');
  });

  it('fails when a trailing stop has another best price', () => {
    const story = stories['a trailing stop of a sell']!;
    expect(failsIn(receiptOf({ ...story, bestPrice: '110' }))).toEqual(['best']);
    expect(failsIn(receiptOf({ prices: rise, number: 44, bestPrice: '110' }))).toEqual(['best']);
  });

  it.each([
    { orderId: null, rejection: null },
    { orderId: '1000002', rejection: { code: 4003, needed: '2', available: '1' } },
  ])('fails when it says neither or both of an order and a reason', (outcome) => {
    expect(failsIn(receiptOf({ prices: rise, number: 44, outcome }))).toEqual(['outcome']);
  });

  it('fails when trades are not in order, or the one that met it is missing', () => {
    const order = { ...stop, watches: 'last' } as const;
    const receipt = receiptOf({ order, prices: rise, number: 44 });
    const withTrades = (list: NonNullable<TriggerReceipt['trades']>['list']) => {
      const trades = { isWhole: true, list };
      return { ...receipt, trades, triggerSignature: sign(triggerText({ ...receipt, trades })) };
    };
    const { list } = receipt.trades!;
    expect(failsIn(withTrades([list[1]!, list[0]!, ...list.slice(2)]))).toEqual(['prices']);
    expect(failsIn(withTrades(list.slice(0, 3)))).toContain('prices');
  });

  it('fails with another key, and with that of another market', () => {
    const other = bytesToHex(ed25519.getPublicKey(new Uint8Array(32).fill(8)));
    const receipt = receiptOf(stories['a stop']!);
    expect(failsIn(receipt, other)).toEqual(['order', 'trigger', 'head']);
    expect(failsIn(receipt, [other, publicKey])).toEqual([]);
    expect(
      failsIn(receiptOf({ ...stories['a stop']!, order: { ...stop, symbol: 'ethusdt' } })),
    ).toContain('head');
  });

  it('fails when a tick is left out of the chain', () => {
    const receipt = receiptOf(stories['a stop']!);
    const ticks = receipt.chain!.ticks.toSpliced(1, 1);
    expect(failsIn({ ...receipt, chain: { ...receipt.chain!, ticks } })).toContain('prices');
  });

  it('fails as a whole when it cannot be read', () => {
    for (const value of [null, 1, 'x', [], {}, { ...receiptOf(stories['a stop']!), note: '' }]) {
      expect(failsIn(value)).toEqual(['shape']);
      expect(hashesInReceipt(value).size).toBe(0);
      expect(pricesInReceipt(value)).toBeUndefined();
    }
  });
});

describe('a receipt without the prices of the first hours', () => {
  const since = 1_001;
  const old = (order: TriggerOrder) => ({ ...order, acceptedAfter: 500 });

  it('says so, and proves the prices that it has', () => {
    const whole = receiptOf(stories['a stop']!);
    expect(pricesInReceipt(whole)?.isWhole).toBe(true);
    const receipt = receiptOf({ order: old(stop), prices: rise, number: since + 3 }, since);
    expect(failsIn(receipt)).toEqual([]);
    expect(pricesInReceipt(receipt)).toMatchObject({
      isWhole: false,
      before: { number: since + 2 },
    });
    const last = { ...old(stop), watches: 'last' } as const;
    const trades = receiptOf({ order: last, prices: rise, number: since + 3, isCut: true }, since);
    expect(failsIn(trades)).toEqual([]);
    expect(pricesInReceipt(trades)?.isWhole).toBe(false);
  });

  it('follows a trailing stop from the last time that it was at its best price', () => {
    const story = { order: old(trailing), number: since + 3 };
    // The best price came before the first one of the document, or is among them.
    const early = { ...story, prices: ['106', '108', '104.6', '104.5'], bestPrice: '110' };
    expect(failsIn(receiptOf(early, since))).toEqual([]);
    const inside = { ...story, prices: ['98', '110', '104.6', '104.5'], bestPrice: '110' };
    expect(failsIn(receiptOf(inside, since))).toEqual([]);
    const beyond = { ...story, prices: ['111', '110', '104.6', '104.5'], bestPrice: '110' };
    expect(failsIn(receiptOf(beyond, since))).toEqual(['best']);
    const before = { ...story, prices: ['106', '104.4', '104.6', '104.5'], bestPrice: '110' };
    expect(failsIn(receiptOf(before, since))).toEqual(['earlier', 'first']);
  });
});
