/** The draft of a listing in the form: what it begins with, its kinds, and what each step says of it. Pure. */
import type { OperatorInput } from '@tern/protocol/operator/client';

export type Draft = OperatorInput<'POST /operator/listing/save'>['draft'];
export type Coin = NonNullable<Draft['coin']>;
export type Network = Coin['networks'][number];
export type MarketDraft = NonNullable<Draft['market']>;

export const KINDS = ['both', 'market', 'coin'] as const;
export type Kind = (typeof KINDS)[number];

/** Where a picture is seen; undefined: the coin has none. */
export const logoOfDraft = ({ coin }: Draft): string | undefined =>
  coin?.picture ? `/coin-pictures/${coin.picture}.png` : undefined;

export type CoinUse = NonNullable<Coin['uses']>[number];

/** As the call has them. */
export const USES = [
  'swap',
  'contracts',
  'recurring',
  'earn',
  'staking',
  'loan',
  'offering',
] as const satisfies readonly CoinUse[];

/** A draft of before does not choose: all may use it. */
export const usesOf = ({ uses }: Coin): readonly CoinUse[] => uses ?? USES;

const COIN: Coin = { code: '', name: '', scale: '8', uses: [], networks: [] };

const MARKET: MarketDraft = {
  base: '',
  currency: 'USDT',
  step: '',
  lot: '',
  smallest: '10',
  largest: '50000',
  farthest: '20',
  jump: '5',
  maker: '0.1',
  taker: '0.1',
  feed: 'members',
};

export const NEW_DRAFT: Draft = { coin: COIN, market: MARKET, startsAt: '' };

export const newNetwork = (network: string): Network => ({
  network,
  contract: '',
  depositMin: '',
  depositMax: '',
  depositFee: '0',
  withdrawMin: '',
  withdrawMax: '',
  withdrawFee: '',
});

export function kindOf({ coin, market }: Draft): Kind {
  if (coin === null) return 'market';
  return market === null ? 'coin' : 'both';
}

/** What was typed of a part that stays, stays. */
export function ofKind({ coin, market, startsAt }: Draft, kind: Kind): Draft {
  const kept = coin ?? { ...COIN, code: market?.base ?? '' };
  return {
    coin: kind === 'market' ? null : kept,
    market:
      kind === 'coin' ? null : { ...(market ?? MARKET), base: kind === 'both' ? kept.code : '' },
    startsAt,
  };
}

/** Its market is of this coin. */
export function withCoin({ market, startsAt }: Draft, coin: Coin): Draft {
  return { coin, market: market && { ...market, base: coin.code }, startsAt };
}

/** A market of a coin that exists stays as it is. */
export function withPicture(draft: Draft, picture: string): Draft {
  return draft.coin === null ? draft : withCoin(draft, { ...draft.coin, picture });
}

/** "OST/USDT"; a coin without a market: "OST"; undefined before a code is typed. */
export function nameOfDraft({ coin, market }: Draft): string | undefined {
  const code = market?.base ?? coin?.code ?? '';
  if (code === '') return undefined;
  return market === null ? code : `${code}/${market.currency}`;
}

export const STEPS = [
  'coin',
  'networks',
  'market',
  'sources',
  'fees',
  'opening',
  'check',
  'people',
] as const;
export type Step = (typeof STEPS)[number];

/** Of the steps that are filled in: a line that says with what; undefined while something is missing. */
export function lineOf(draft: Draft, step: Step): string | undefined {
  const { coin, market, startsAt } = draft;
  const all = (...parts: string[]) =>
    parts.every((part) => part !== '') ? parts.join(', ') : undefined;
  switch (step) {
    case 'coin':
      if (coin === null) return all(market?.base ?? '');
      return all(coin.name, coin.code, coin.scale);
    case 'networks':
      return coin === null
        ? undefined
        : all(coin.networks.map(({ network }) => network).join(', '));
    case 'market':
      return market === null ? undefined : all(market.step, market.lot, market.smallest);
    case 'sources':
      return market?.feed;
    case 'fees':
      return market === null ? undefined : `${market.maker}%, ${market.taker}%`;
    case 'opening':
      return all(startsAt);
    default:
      return undefined;
  }
}
