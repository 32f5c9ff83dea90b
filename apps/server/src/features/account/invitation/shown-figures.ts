/** What a member sees of their invitations: masked names, the link, sums. */
import { type Amount, sum, ZERO } from '@tern/money';
import { maskEmail } from '../../../kernel/members/mask-email.ts';

/** Enough to recognise a person one has invited; of the others, the first letter only. */
export function shownName(level: number, email: string): string {
  const masked = maskEmail(email);
  return level === 1 ? masked : masked.slice(0, masked.indexOf('@'));
}

/** Opens registration with the code. */
export function inviteLink(publicUrl: string, code: string): string {
  return `${publicUrl}/#/pages/login/register?code=${encodeURIComponent(code)}`;
}

export interface CoinAmount {
  readonly asset: string;
  readonly amount: Amount;
}

/** In USDT; a coin without a price counts nothing. */
export function worthOfAll(
  amounts: readonly CoinAmount[],
  worthOf: (asset: string, amount: Amount) => Amount | undefined,
): Amount {
  return sum(amounts.map(({ asset, amount }) => worthOf(asset, amount) ?? ZERO));
}

/** One amount for each asset, in the order of the assets. */
export function byAsset(amounts: readonly CoinAmount[]): CoinAmount[] {
  const assets = [...new Set(amounts.map(({ asset }) => asset))].toSorted();
  return assets.map((asset) => ({
    asset,
    amount: sum(amounts.filter((each) => each.asset === asset).map(({ amount }) => amount)),
  }));
}
