/** What a payout pays, and what it posts when it is paid. Pure. */
import { type Entry, exchangeAccounts, type Posting, recordTypes, transfer } from '@tern/ledger';
import {
  type Amount,
  notional,
  portion,
  type Price,
  quantize,
  type Rate,
  subtract,
  ZERO,
} from '@tern/money';

/** An amount of another asset in a currency: `exact` to 18 places, `gross` rounded down to its scale. */
export function converted(amount: Amount, rate: Rate, scale: number) {
  const exact = notional(rate as bigint as Price, amount, 'down');
  return { exact, gross: quantize(exact, scale, 'down') };
}

/**
 * The least a payout pays: the estimate less a ratio of it, rounded up to the currency's scale, never above the
 * estimate.
 */
export function leastOf(received: Amount, drift: Rate, scale: number): Amount {
  return quantize(subtract(received, portion(received, drift, 'down')), scale, 'up');
}

const book = (owner: number) => ({ owner, purpose: 'available' }) as const;
/** The exchange account of the bank. */
const bank = book(exchangeAccounts.custody);

interface Paid {
  id: number;
  memberId: number;
  asset: string;
  amount: Amount;
  currency: string;
  rate: Rate;
  fee: Amount;
  received: Amount;
}

/**
 * Paid: the currency leaves through the bank account, the exchange takes the fee. The asset goes to the exchange's liquidity
 * account, which provides the currency; the exchange keeps the remainder of rounding.
 */
export function payEntry(paid: Paid): Entry {
  const { memberId, asset, amount, currency, fee, received } = paid;
  const held = { owner: memberId, purpose: 'held' } as const;
  const isSame = asset === currency;
  const from = isSame ? held : book(exchangeAccounts.liquidity);
  const move = (to: ReturnType<typeof book>, moved: Amount): Posting[] =>
    moved === ZERO ? [] : transfer({ from, to, asset: currency, amount: moved });
  const given = { from: held, to: book(exchangeAccounts.liquidity), asset, amount };
  const out = [...move(bank, received), ...move(book(exchangeAccounts.fees), fee)];
  return {
    kind: recordTypes.withdrawalSuccess,
    reference: `payout:${paid.id}`,
    postings: isSame
      ? out
      : [...transfer(given), ...out, ...move(book(exchangeAccounts.rounding), remainderOf(paid))],
  };
}

/** What came back of a sent payout, from the bank to its member. */
export function bringBackEntry(
  back: Pick<Paid, 'id' | 'memberId' | 'currency'> & { returned: Amount; note: string },
): Entry {
  const { id, memberId, currency: asset, returned, note } = back;
  return {
    kind: recordTypes.withdrawalReturn,
    reference: `payout:${id}`,
    note,
    postings: transfer({ from: bank, to: book(memberId), asset, amount: returned }),
  };
}

function remainderOf({ amount, rate, fee, received }: Paid): Amount {
  return subtract(subtract(notional(rate as bigint as Price, amount, 'down'), received), fee);
}
