/** What the exchange owns of each asset here and at the venue, and where the venue reports something else. */
import { exchangeAccounts } from '@tern/ledger';
import { add, type Amount, larger, negate, subtract, ZERO } from '@tern/money';
import { accountsByAsset } from '../../../kernel/ledger/exchange-days.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { HedgingDeps } from './deps.ts';
import { exposureOf, type Limits } from './rules.ts';
import { hedgingSettings } from './settings.ts';
import type { Amounts } from './store.ts';

/** The asset in which everything is bought and sold at the venue; it is not hedged. */
export const UNIT = 'USDT';

/** What swaps, the exchange's own trades and timed contracts change. */
const TRADING = [
  exchangeAccounts.liquidity,
  exchangeAccounts.contracts,
  exchangeAccounts.contractPayouts,
];

export interface Positions {
  /** Of the accounts that trade. */
  readonly here: Amounts;
  /** By our books. */
  readonly atVenue: Amounts;
}

/** From the journal. */
export async function readPositions(reader: Reader): Promise<Positions> {
  const here = new Map<string, Amount>();
  const atVenue = new Map<string, Amount>();
  const owners = [...TRADING, exchangeAccounts.venueAssets];
  for (const { account, asset, amount } of await accountsByAsset(reader, owners)) {
    const of = account === exchangeAccounts.venueAssets ? atVenue : here;
    of.set(asset, add(of.get(asset) ?? ZERO, amount));
  }
  return { here, atVenue };
}

/** In the order of the assets: those with all three limits. */
export function hedgedAssets({
  settings,
  assets,
}: Pick<HedgingDeps, 'settings' | 'assets'>): readonly { asset: string; limits: Limits }[] {
  const [exposureMax, orderMax, dayMax] = [
    settings.read(hedgingSettings.exposureMax),
    settings.read(hedgingSettings.orderMax),
    settings.read(hedgingSettings.dayMax),
  ];
  return assets.all.flatMap(({ code }) => {
    const limits = {
      exposureMax: exposureMax.get(code),
      orderMax: orderMax.get(code),
      dayMax: dayMax.get(code),
    };
    if (code === UNIT || Object.values(limits).includes(undefined)) return [];
    return [{ asset: code, limits: limits as Limits }];
  });
}

export const exposureIn = (
  { here, atVenue }: Positions,
  { settings }: Pick<HedgingDeps, 'settings'>,
  asset: string,
): Amount =>
  exposureOf(
    here.get(asset) ?? ZERO,
    atVenue.get(asset) ?? ZERO,
    settings.read(hedgingSettings.targets).get(asset) ?? ZERO,
  );

export interface Difference {
  readonly asset: string;
  readonly booked: Amount;
  readonly reported: Amount;
  /** Reported less booked. */
  readonly difference: Amount;
  /** More than is tolerated, or without a price. */
  readonly isLarge: boolean;
  /** False: nobody knows now whether it is more than is tolerated. */
  readonly isPriced: boolean;
}

/** Of the assets that our books have there, that are hedged, or that the venue reports; those unknown here are left out. */
export function compareWith(
  deps: Pick<HedgingDeps, 'settings' | 'assets' | 'worthOf'>,
  booked: Amounts,
  reported: Amounts,
): Difference[] {
  const tolerated = deps.settings.read(hedgingSettings.differenceMax);
  const hedged = new Set(hedgedAssets(deps).map(({ asset }) => asset));
  return deps.assets.all.flatMap(({ code: asset }) => {
    const [ours, theirs] = [booked.get(asset) ?? ZERO, reported.get(asset) ?? ZERO];
    if (ours === ZERO && theirs === ZERO && !hedged.has(asset)) return [];
    const difference = subtract(theirs, ours);
    const size = larger(difference, negate(difference));
    const worth = deps.worthOf(asset, size);
    const isLarge = size > ZERO && (worth === undefined || worth > tolerated);
    const isPriced = worth !== undefined;
    return [{ asset, booked: ours, reported: theirs, difference, isLarge, isPriced }];
  });
}
