/** Whether the exchange can fund a version: one order of the largest size, or all coins that it is to sell. */
import { exchangeAccounts } from '@tern/ledger';
import { type Amount, formatDecimal, subtract, sum } from '@tern/money';
import { amountIn } from '../../../kernel/i18n/texts.ts';
import { availableTo } from '../../../kernel/ledger/balances.ts';
import type { TreasuryNeed, ProductKind, Unsold } from '../../../kernel/products/product-kind.ts';
import type { ReviewCheck } from '../../../kernel/review/review-kind.ts';
import { dayOf } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { termsOf } from './describe-version.ts';
import { scheduledVersions, type Version } from './store.ts';

/** What each account has for further products, and where the rest of it is. New coins have one account until they are sold. */
export const treasuryMoney = {
  yields: { free: exchangeAccounts.yields, reserved: exchangeAccounts.yieldReserve },
  loans: { free: exchangeAccounts.loans, reserved: exchangeAccounts.loanReceivables },
  offerings: { free: exchangeAccounts.offerings, reserved: undefined },
} as const;

/** By how much the exchange is short. */
export interface Shortage {
  readonly asset: string;
  readonly amount: Amount;
  /** When the last of it is due. Units: epoch milliseconds. */
  readonly dueAt: number;
}

/** A version as far as what it needs depends on it. */
export type Funded = Pick<
  Version,
  'productId' | 'version' | 'terms' | 'isOpen' | 'effectiveAt' | 'state'
>;

/**
 * By how much the exchange is short of what a current version needs; undefined if it can fund it, if the version sells nothing, or
 * if its terms cannot be read.
 */
export async function shortageOf(
  reader: Reader,
  kind: ProductKind,
  { version, now }: { version: Funded; now: number },
): Promise<Shortage | undefined> {
  const need = await needOf(reader, kind, { version, now });
  if (need === undefined) return undefined;
  const { account, asset, amount, dueAt } = need;
  const available = await availableTo(reader, { owner: treasuryMoney[account].free, asset });
  const unsold = account === 'offerings' ? await unsoldOf(reader, kind, now) : [];
  const ofOthers = unsold.filter(
    (each) => each.asset === asset && each.productId !== version.productId,
  );
  const free = subtract(available, sum(ofOthers.map((each) => each.amount)));
  return free >= amount ? undefined : { asset, amount: subtract(amount, free), dueAt };
}

/**
 * What each product can still sell, under the version in force and under an approved one that has yet to take effect: until then
 * both can sell the same coins, so the greater of the two counts.
 */
export async function unsoldOf(reader: Reader, kind: ProductKind, now: number): Promise<Unsold[]> {
  const greatest = new Map<number, Unsold>();
  const keep = (one: Unsold) => {
    const known = greatest.get(one.productId);
    if (known === undefined || known.amount < one.amount) greatest.set(one.productId, one);
  };
  for (const each of await kind.unsold(reader, now)) keep(each);
  for (const version of await reader.many(scheduledVersions, [kind.kind])) {
    const need = await needOf(reader, kind, { version, now });
    if (need?.account === 'offerings') keep({ ...need, productId: version.productId });
  }
  return [...greatest.values()];
}

async function needOf(
  reader: Reader,
  kind: ProductKind,
  { version, now }: { version: Funded; now: number },
): Promise<TreasuryNeed | undefined> {
  const { productId: id, version: number, isOpen, effectiveAt } = version;
  const terms = termsOf(kind, version);
  if (!isOpen || terms === undefined) return undefined;
  const at = Math.max(effectiveAt ?? now, now);
  return (await kind.need({ id, version: number, isOpen, terms, at }, reader)) ?? undefined;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** "Short by 1,234.56 USDT on 3 Mar 2027" */
const shortText = ({ asset, amount, dueAt }: Shortage): string =>
  `Short by ${amountIn('en', formatDecimal(amount), asset)} ${asset} on ${dayFormat.format(dueAt)}`;

/** The check of a review, for operators. */
export async function canFund(
  reader: Reader,
  kind: ProductKind,
  about: { version: Funded; now: number },
): Promise<ReviewCheck> {
  const short = await shortageOf(reader, kind, about);
  return {
    name: 'house-can-fund',
    isPassed: short === undefined,
    level: 'stop',
    ...(short === undefined ? {} : { detail: shortText(short) }),
  };
}

/** In the API. */
export const shortageRow = (short: Shortage | undefined) =>
  short === undefined
    ? null
    : {
        coinname: short.asset,
        amount: formatDecimal(short.amount),
        date: dayOf(short.dueAt),
      };
