/** One side of a swap: amount, asset, value. Either amount can be typed. */
import {
  amountPlaces,
  BigAmountField,
  ChangeText,
  AmountText,
  chevronDownIcon,
  classNames,
  CoinMark,
  formatAmount,
  Icon,
  useNumberLocale,
} from '@tern/ui';
import type { Coin } from '../../../../kernel/balances.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import styles from './swap.module.css';

export interface SwapCardProps {
  side: 'from' | 'to';
  coin: Coin;
  value: string;
  error?: string | undefined;
  /** In USDT at market prices; undefined without an amount. */
  worth: string | undefined;
  /** Percent points lost against the market. */
  loss?: string | undefined;
  isBusy: boolean;
  onType: (text: string) => void;
  onPick: () => void;
  onMost?: () => void;
}

export function SwapCard(props: SwapCardProps) {
  const { side, coin, value, error, worth, loss, isBusy, onType } = props;
  const { asset, places } = coin;
  const t = useT();
  return (
    <section
      className={classNames(styles.card, styles[side], error !== undefined && styles.bad)}
      aria-label={t(side === 'from' ? 'swap.youPay' : 'swap.youReceive')}
    >
      <CardHead {...props} />
      <BigAmountField
        size="side"
        name={side}
        label={t(side === 'from' ? 'swap.amountIn' : 'swap.receiveIn', { coin: asset })}
        placeholder="0"
        value={value}
        onChange={onType}
        places={places}
        unit={asset}
        isDisabled={isBusy}
        error={error}
        hint={
          <span>
            <AmountText value={worth ?? '0'} places={2} unit="USDT" isConverted />
            {loss !== undefined && (
              <ChangeText className={styles.loss ?? ''} percent={loss} isColoured={false} />
            )}
          </span>
        }
        aside={<CoinPill {...props} />}
      />
    </section>
  );
}

function CardHead({ side, coin, onMost }: SwapCardProps) {
  const t = useT();
  const locale = useNumberLocale();
  const { asset, places, available } = coin;
  const amount = formatAmount(available, { locale, places: amountPlaces(asset, places) });
  return (
    <div className={styles.head}>
      <span>{t(side === 'from' ? 'swap.youPay' : 'swap.youReceive')}</span>
      <span className={styles.balance}>
        {t('swap.balance', { amount })}
        {onMost && (
          <button type="button" className={styles.max} onClick={onMost}>
            {t('swap.max')}
          </button>
        )}
      </span>
    </div>
  );
}

function CoinPill({ side, coin, onPick }: SwapCardProps) {
  const t = useT();
  const { asset, logo } = coin;
  return (
    <button
      type="button"
      className={styles.coin}
      aria-label={t(side === 'from' ? 'swap.chooseFrom' : 'swap.chooseTo', { coin: asset })}
      onClick={onPick}
    >
      <CoinMark symbol={asset} logo={logo} size={24} />
      {asset}
      <Icon of={chevronDownIcon} size={16} />
    </button>
  );
}
