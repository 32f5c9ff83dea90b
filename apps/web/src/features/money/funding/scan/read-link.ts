/** The address, tag and amount in a payment link of a code: BIP 21, EIP-681, Solana Pay and their like. Nothing is opened. Pure. */
import { formatDecimal, parseDecimal } from '@tern/money';

export interface Link {
  address: string;
  /** Memo or tag; empty for none. */
  memo: string;
  /** The coin that `amount` is in; undefined where the link names none, or a token by its contract. */
  asset: string | undefined;
  /** Exact decimal; undefined where the link has none that can be read surely. */
  amount: string | undefined;
}

/** The coin of each kind of link, whose amounts are in whole coins. */
const COINS: Readonly<Record<string, string>> = {
  bitcoin: 'BTC',
  litecoin: 'LTC',
  dogecoin: 'DOGE',
  solana: 'SOL',
  tron: 'TRX',
  ripple: 'XRP',
  xrp: 'XRP',
  xrpl: 'XRP',
  cardano: 'ADA',
};
/** `ton://transfer/ADDRESS?amount=`, in billionths. */
const TON_PLACES = 9;
/** `ethereum:ADDRESS@1?value=`, in wei. */
const WEI_PLACES = 18;

const LINK = /^([a-z][a-z+]*):(?:\/\/)?([^?]*)(?:\?(.*))?$/is;

/** What a code says; undefined for a link to a page, and for what is no link of a payment. A bare address is one. */
export function readLink(text: string): Link | undefined {
  const typed = text.trim();
  const [, scheme = '', target = '', query = ''] = LINK.exec(typed) ?? [];
  if (scheme === '') return typed === '' || /\s/.test(typed) ? undefined : bare(typed);
  const params = new URLSearchParams(query);
  const named = (...names: string[]) =>
    names.map((name) => params.get(name) ?? '').find((value) => value !== '') ?? '';
  const name = scheme.toLowerCase();
  if (name === 'ethereum') return ethereumLink(target, named);
  if (name === 'ton') {
    const address = /^transfer\/([^/]+)$/.exec(target)?.[1];
    const amount = smallUnits(named('amount'), TON_PLACES);
    return address === undefined
      ? undefined
      : { address, memo: named('text'), asset: 'TON', amount };
  }
  if (name === 'web+stellar') {
    if (target !== 'pay' || named('destination') === '') return undefined;
    const isOwnCoin = named('asset_code') === '';
    return {
      address: named('destination'),
      memo: named('memo'),
      asset: isOwnCoin ? 'XLM' : undefined,
      amount: isOwnCoin ? decimalOf(named('amount')) : undefined,
    };
  }
  const coin = COINS[name];
  if (coin === undefined || target === '') return undefined;
  // A token is named by its contract: its amount could be of any coin.
  const isToken = named('spl-token', 'token', 'contract') !== '';
  return {
    address: target.replace(/\/$/, ''),
    memo: named('dt', 'tag', 'memo_id'),
    asset: isToken ? undefined : coin,
    amount: isToken ? undefined : decimalOf(named('amount')),
  };
}

const bare = (address: string): Link => ({
  address,
  memo: '',
  asset: undefined,
  amount: undefined,
});

/** `pay-` may come first, `@chain` behind; of a token the receiver is a parameter and the target its contract. */
function ethereumLink(target: string, named: (name: string) => string): Link | undefined {
  const [, address = '', call = ''] =
    /^(?:pay-)?(0x[0-9a-f]{40})(?:@\d+)?(?:\/(\w+))?$/i.exec(target) ?? [];
  if (address === '') return undefined;
  if (call === 'transfer') return named('address') === '' ? undefined : bare(named('address'));
  if (call !== '') return undefined;
  return { ...bare(address), asset: 'ETH', amount: smallUnits(named('value'), WEI_PLACES) };
}

/** Above zero. */
function decimalOf(text: string): string | undefined {
  const amount = parseDecimal(text);
  return amount === undefined || amount <= 0n ? undefined : formatDecimal(amount);
}

/** A whole number of the coin's smallest units, also as `1.5e18`. */
function smallUnits(text: string, places: number): string | undefined {
  const [, whole = '', part = '', power = '0'] =
    /^(\d{1,30})(?:\.(\d{1,30}))?(?:e(\d{1,2}))?$/i.exec(text) ?? [];
  if (whole === '' || part.length > Number(power)) return undefined;
  const units = `${whole}${part}${'0'.repeat(Number(power) - part.length)}`.padStart(
    places + 1,
    '0',
  );
  return decimalOf(`${units.slice(0, -places)}.${units.slice(-places)}`);
}
