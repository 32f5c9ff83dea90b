/** What can be done with a coin, at the foot of its page: in, out, and into another; money of banks by its own ways. */
import { Button, CtaBar } from '@tern/ui';
import type { Coin } from '../../../kernel/balances.ts';
import { pages } from '../../../kernel/pages.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';

const OF_CHAINS = [
  { path: pages.deposit, label: 'assets.deposit' },
  { path: pages.withdraw, label: 'assets.withdraw' },
  { path: pages.swap, label: 'assets.swap' },
] as const;
const OF_BANKS = [
  { path: pages.fiatDeposit, label: 'assets.deposit' },
  { path: pages.fiatWithdraw, label: 'assets.withdraw' },
  { path: pages.swap, label: 'assets.swap' },
] as const;

export function MoneyBar({ coin }: { coin: Coin | undefined }) {
  const t = useT();
  const navigator = useNavigator();
  if (coin === undefined) return null;
  const { coinname, kind } = coin;
  const ways = (kind === 'fiat' ? OF_BANKS : OF_CHAINS).filter(({ path }) => navigator.has(path));
  return (
    <CtaBar>
      {ways.map(({ path, label }, index) => (
        <Button
          key={path}
          {...(index === 0 ? { kind: 'primary' as const } : {})}
          isFull
          onPress={() => navigator.push(path, { coin: coinname })}
        >
          {t(label)}
        </Button>
      ))}
    </CtaBar>
  );
}
