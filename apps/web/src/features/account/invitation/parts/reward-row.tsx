/** Rewards that were paid together, with the fees behind them. */
import { DateText } from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount, useAmountText } from '../../../../kernel/exact-amount.tsx';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Reward } from '../api.ts';
import { levelNames } from '../view-model.ts';
import styles from './invitation.module.css';

export function RewardRow({ reward }: { reward: Reward }) {
  const { level, asset, amount, fee, share, trades, swaps, CreatedAt } = reward;
  const t = useT();
  const ratio = useRatioText();
  const places = useCoinPlaces(asset);
  const print = useAmountText(places);
  const isReversed = amount.startsWith('-');
  const sources = [
    trades > 0 && t('invitation.trades', { count: trades }),
    swaps > 0 && t('invitation.swaps', { count: swaps }),
  ].filter((each) => each !== false);
  return (
    <div className={styles.row}>
      <span className={styles.line}>
        <span>{t(levelNames[level])}</span>
        <ExactAmount value={amount} places={places} unit={asset} isSigned />
      </span>
      <span className={styles.quiet}>
        <span>
          {t('invitation.shareOf', { share: ratio(share), fee: `${print(fee)} ${asset}` })}
        </span>
        <span>{sources.join(' · ')}</span>
      </span>
      <span className={styles.quiet}>
        <DateText at={CreatedAt} />
        {isReversed && <span>{t('invitation.reversed')}</span>}
      </span>
    </div>
  );
}
