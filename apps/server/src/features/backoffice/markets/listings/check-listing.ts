/** The checks of a listing, from what was read and tried. Pure: each says in words what was found. */
import {
  type Amount,
  divideInteger,
  formatDecimal,
  ONE,
  percentOf,
  portion,
  type Price,
} from '@tern/money';
import type { CoinUse, ListingCheck, ListingDraft } from '@tern/protocol/operator';
import type { MarketTermsRead, ReadTerms } from './read-terms.ts';

/** A tick may be at most this much of the price. */
const TICK_SHARE = ONE / 1_000n;
/** Sources that are further apart are not of one market. */
const APART_MAX = ONE / 200n;
/** Products that settle, sell or buy by its price: a few trades of members could make any. */
const NEED_PRICE: ReadonlySet<CoinUse> = new Set(['swap', 'contracts', 'recurring']);
/** Languages of members; one without a name of its own has the English one. */
const LANGS = 14;
/** With fewer, one that is silent would stop the market. */
const SOURCES_MIN = 2;

export interface SourceAnswer {
  readonly name: string;
  /** Undefined: it was silent for as long as it was waited for. */
  readonly price: Price | undefined;
}

/** What was read and tried. */
export interface Tried {
  /** Codes and names of coins that exist, in lower case. */
  readonly takenNames: ReadonlySet<string>;
  /** The decimal places of the market's currency; undefined: there is no such coin, or it is being closed. */
  readonly currencyScale: number | undefined;
  /** The market is traded. */
  readonly isTraded: boolean;
  /** Another listing of it or of its coin waits. */
  readonly hasRival: boolean;
  /** Without a coin of its own, the market's coin exists. */
  readonly hasBase: boolean;
  /** Networks that the exchange has, and a rail carries for this coin. */
  readonly carried: ReadonlySet<string>;
  /** The picture that the terms name is kept, and its bytes are those of its hash; undefined: they name none. */
  readonly hasPicture: boolean | undefined;
  /** Contracts that are those of other coins. */
  readonly takenContracts: readonly string[];
  /** Asked just now; undefined: they were not asked. */
  readonly answers: readonly SourceAnswer[] | undefined;
  /** The exchange quotes around the price of a source, in paper mode, and needs both coins for it; undefined: it quotes nothing there. */
  readonly liquidity: { readonly base: Amount; readonly quote: Amount } | undefined;
  /** Orders that two books replayed alike; undefined: they did not. */
  readonly replayed: number | undefined;
  /** Epoch ms; the opening has to be later. Undefined: it is due now. */
  readonly now: number | undefined;
}

type Place = `${ListingCheck['group']} ${string}`;

/** `place`: the step of the form, and the name of the check. */
function check(place: Place, isPassed: boolean, detail = ''): ListingCheck {
  const [group, name = ''] = place.split(' ');
  return { group: group as ListingCheck['group'], name, isPassed, detail };
}

export function checksOf(
  terms: ReadTerms,
  { coin, market }: ListingDraft,
  tried: Tried,
): ListingCheck[] {
  const { faults, opensAt } = terms;
  const ofCoin = faults.filter((fault) => fault.startsWith('coin.'));
  const ofNetworks = faults.filter((fault) => fault.startsWith('networks.'));
  const ofMarket = faults.filter((fault) => fault.startsWith('market'));
  const isLater = tried.now === undefined || (opensAt ?? 0) > tried.now;
  return [
    ...(coin !== null
      ? [
          check('coin coin-complete', ofCoin.length === 0, ofCoin.join(', ')),
          ...(terms.coin === undefined ? [] : coinChecks(terms.coin, market?.feed, tried)),
          check('networks networks-complete', ofNetworks.length === 0, ofNetworks.join(', ')),
        ]
      : []),
    ...(market !== null || ofMarket.length > 0
      ? [check('market market-complete', ofMarket.length === 0, ofMarket.join(', '))]
      : []),
    ...(terms.market === undefined ? [] : marketChecks(terms.market, tried)),
    ...(terms.market?.pricedBy === 'sources' ? sourceChecks(terms.market, tried) : []),
    check('opening opens-later', opensAt !== undefined && isLater),
  ];
}

function coinChecks(
  { code, name, names = {}, uses = [], networks }: NonNullable<ReadTerms['coin']>,
  pricedBy: MarketTermsRead['pricedBy'] | undefined,
  { takenNames, hasRival, hasPicture, carried, takenContracts }: Tried,
): ListingCheck[] {
  const taken = [code, name, ...Object.values(names)].filter((each) =>
    takenNames.has(each.toLowerCase()),
  );
  const unpriced = pricedBy === 'sources' ? [] : uses.filter((use) => NEED_PRICE.has(use));
  const missing = networks.filter(({ network }) => !carried.has(network));
  return [
    check('coin name-free', taken.length === 0 && !hasRival, [...new Set(taken)].join(', ')),
    ...(hasPicture === undefined ? [] : [check('coin picture-kept', hasPicture)]),
    check('coin uses-priced', unpriced.length === 0, unpriced.join(', ')),
    check('coin names-written', true, `${1 + Object.keys(names).length} of ${LANGS}`),
    check(
      'networks networks-carried',
      missing.length === 0,
      (missing.length === 0 ? networks : missing).map(({ network }) => network).join(', '),
    ),
    check('networks contracts-free', takenContracts.length === 0, takenContracts.join(', ')),
  ];
}

function marketChecks(market: MarketTermsRead, tried: Tried): ListingCheck[] {
  const { base, quote, minNotional, takerFee, pricedBy } = market;
  const { currencyScale, replayed, hasBase, isTraded, hasRival } = tried;
  const fee = portion(minNotional, takerFee, 'down');
  const unit = currencyScale === undefined ? undefined : ONE / 10n ** BigInt(currencyScale);
  const isCovered = takerFee === 0n || (unit !== undefined && fee >= unit);
  return [
    check('market market-free', !isTraded && !hasRival, `${base}/${quote}`),
    check('market coins-listed', hasBase && currencyScale !== undefined, `${base}, ${quote}`),
    check('market fee-of-smallest', isCovered, `${formatDecimal(fee)} ${quote}`),
    check(
      'market orders-replayed',
      replayed !== undefined,
      replayed === undefined ? '' : `${replayed}`,
    ),
    ...(pricedBy === 'sources' ? priceChecks(market, tried) : []),
  ];
}

/** Without a price there is nothing to compare with. */
function priceChecks(
  { tickSize, lotSize, minNotional, quote }: MarketTermsRead,
  { answers }: Tried,
): ListingCheck[] {
  const price = middleOf(answers ?? []);
  if (price === undefined) return [];
  const share = divideInteger(tickSize * ONE, price, 'up');
  const worth = (price * lotSize) / ONE;
  return [
    check('market step-of-price', share <= TICK_SHARE, `${percentOf(formatDecimal(share))}%`),
    check('market lot-in-smallest', worth <= minNotional, `${formatDecimal(worth)} ${quote}`),
  ];
}

function sourceChecks(market: MarketTermsRead, { answers, liquidity }: Tried): ListingCheck[] {
  const stock = liquidity && [liquidity.base, liquidity.quote];
  const { base, quote } = market;
  const shown =
    liquidity &&
    `${formatDecimal(liquidity.base)} ${base}, ${formatDecimal(liquidity.quote)} ${quote}`;
  return [
    ...(answers === undefined ? [] : answerChecks(answers)),
    ...(stock === undefined
      ? []
      : [
          check(
            'sources liquidity',
            stock.every((amount) => amount > 0n),
            shown,
          ),
        ]),
  ];
}

function answerChecks(answers: readonly SourceAnswer[]): ListingCheck[] {
  const silent = answers.filter(({ price }) => price === undefined).map(({ name }) => name);
  const prices = answers.flatMap(({ price }) => price ?? []);
  const middle = middleOf(answers);
  const apart =
    middle === undefined
      ? 0n
      : prices.reduce((most, price) => {
          const away = price > middle ? price - middle : middle - price;
          const share = divideInteger(away * ONE, middle, 'up');
          return share > most ? share : most;
        }, 0n);
  const each = answers.map(
    ({ name, price }) => `${name} ${price === undefined ? '---' : formatDecimal(price)}`,
  );
  return [
    check('sources sources-answer', answers.length > 0 && silent.length === 0, each.join(', ')),
    check('sources one-may-fail', prices.length >= SOURCES_MIN, `${prices.length}`),
    check(
      'sources sources-agree',
      prices.length > 0 && apart <= APART_MAX,
      `${percentOf(formatDecimal(apart))}%`,
    ),
  ];
}

/** The lower one of two. */
function middleOf(answers: readonly SourceAnswer[]): Price | undefined {
  const prices = answers
    .flatMap(({ price }) => price ?? [])
    .toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  return prices[Math.floor((prices.length - 1) / 2)];
}
