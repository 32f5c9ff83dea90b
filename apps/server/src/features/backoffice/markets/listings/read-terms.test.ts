/** A draft as it is typed: what can be listed, and the names of fields that cannot. */
import { decimal } from '@tern/money';
import type { ListingCoin, ListingDraft, ListingMarket } from '@tern/protocol/operator';
import { describe, expect, it } from 'vitest';
import { readTerms } from './read-terms.ts';
import { replayOrders } from './replay-orders.ts';

const NETWORK = {
  network: 'ERC20',
  contract: '',
  depositMin: '1',
  depositMax: '1000',
  depositFee: '0',
  withdrawMin: '5',
  withdrawMax: '500',
  withdrawFee: '0.5',
};
const COIN: ListingCoin = { code: 'OST', name: 'Ostra', scale: '4', networks: [NETWORK] };
const MARKET: ListingMarket = {
  base: 'OST',
  currency: 'USDT',
  step: '0.00001',
  lot: '1',
  smallest: '10',
  largest: '50000',
  farthest: '20',
  jump: '5',
  maker: '0.08',
  taker: '0.12',
  feed: 'members',
};
const DRAFT: ListingDraft = { coin: COIN, market: MARKET, startsAt: '2026-12-01T12:00:00Z' };

const ofCoin = (over: Partial<ListingCoin>) =>
  readTerms({ ...DRAFT, coin: { ...COIN, ...over } }).faults;
const ofNetwork = (over: Partial<typeof NETWORK>) =>
  ofCoin({ networks: [{ ...NETWORK, ...over }] });
const ofMarket = (over: Partial<ListingMarket>) =>
  readTerms({ ...DRAFT, market: { ...MARKET, ...over } }).faults;

describe('a draft', () => {
  it('that is complete has exact terms, ratios from percent', () => {
    expect(readTerms(DRAFT)).toMatchObject({
      faults: [],
      opensAt: Date.parse('2026-12-01T12:00:00Z'),
      coin: { code: 'OST', scale: 4 },
      market: { symbol: 'ostusdt', tickSize: decimal('0.00001'), takerFee: decimal('0.0012') },
    });
  });

  it('may have a coin or a market alone, not neither', () => {
    expect(readTerms({ ...DRAFT, market: null }).faults).toEqual([]);
    expect(readTerms({ ...DRAFT, coin: null }).faults).toEqual([]);
    expect(readTerms({ ...DRAFT, coin: null, market: null }).faults).toEqual(['market']);
    expect(readTerms({ ...DRAFT, startsAt: '2026-13-01' }).opensAt).toBeUndefined();
  });

  it.each<readonly [string, readonly string[]]>([
    ['coin.code', ofCoin({ code: 'OST-1' }).filter((each) => each === 'coin.code')],
    ['coin.name', ofCoin({ name: ' Ostra' })],
    ['coin.scale', ofCoin({ scale: '19' })],
    ['coin.networks', ofCoin({ networks: [] })],
    ['coin.networks', ofCoin({ networks: [NETWORK, NETWORK] })],
    ['networks.ERC20.depositMin', ofNetwork({ depositMin: '0.00001' }).slice(0, 1)],
    ['networks.ERC20.depositMax', ofNetwork({ depositMax: '0.5' })],
    ['networks.ERC20.withdrawFee', ofNetwork({ withdrawFee: '5' })],
    ['market.base', ofMarket({ base: 'ETH' })],
    ['market.currency', ofMarket({ currency: 'OST' })],
    ['market.step', ofMarket({ step: '0.' })],
    ['market.step', ofMarket({ step: '0.00025' })],
    ['market.step', ofMarket({ step: '0.0000000001', lot: '0.0000000001' })],
    ['market.lot', ofMarket({ lot: '10' })],
    ['market.largest', ofMarket({ largest: '10' })],
    ['market.farthest', ofMarket({ farthest: '100' })],
    ['market.jump', ofMarket({ jump: '0.9' })],
    ['market.maker', ofMarket({ maker: '100' })],
  ])('with a wrong %s names it', (field, faults) => {
    expect(faults).toEqual([field]);
  });
});

describe('orders of a market that is to be listed', () => {
  const market = (over: Partial<ListingMarket>) =>
    readTerms({ ...DRAFT, market: { ...MARKET, ...over } }).market!;

  it('are replayed alike by two books', () => {
    expect(replayOrders(market({}))).toBe(2_000);
    expect(replayOrders(market({ step: '0.1', lot: '0.00001', largest: '1000000' }))).toBe(2_000);
  });

  it('that would not fit a book are found', () => {
    const tiny = { step: '0.000000001', lot: '0.000000001', largest: '50000' };
    expect(replayOrders(market(tiny))).toBeUndefined();
  });
});
