/** Selects a coin to withdraw, showing its balance. */
import { AmountText, amountPlaces } from '@tern/ui';
import { CoinChoice } from '../../request/coin-choice.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { recentWithdrawals } from '../../request/recent-coins.ts';
import type { WithdrawableCoin } from '../withdrawable-coins.ts';

export interface WithdrawableChoiceProps {
  coins: readonly WithdrawableCoin[];
  chosen?: string;
  onChoose: (coin: string) => void;
}

export function WithdrawableChoice(props: WithdrawableChoiceProps) {
  const t = useT();
  return (
    <CoinChoice
      {...props}
      none={t('withdrawal.noCoins')}
      recent={recentWithdrawals}
      holdingOf={({ coinname, available, places }) => (
        <AmountText value={available} places={amountPlaces(coinname, places)} />
      )}
    />
  );
}
