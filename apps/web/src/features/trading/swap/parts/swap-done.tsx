/** The result of a swap: both amounts, both balances, rate and cost, and a link to its record. */
import {
  AmountText,
  amountPlaces,
  Button,
  checkIcon,
  CoinMark,
  DateText,
  formatAmount,
  Icon,
  KeyValue,
  KeyValues,
  Pill,
  Sheet,
  useNumberLocale,
} from '@tern/ui';
import { type Amount, add, decimal, formatDecimal, subtract } from '@tern/money';
import type { Coin } from '../../../../kernel/balances.ts';
import { pages } from '../../../../kernel/pages.ts';
import { ExactAmount, exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import type { Swap, SwapTerms } from '../api.ts';
import { costOf, ratesOf } from '../swap-sums.ts';
import { AllInRate } from './rate-row.tsx';
import styles from './swap.module.css';

/** A swap with the values shown when the button was pressed. */
export interface MadeSwap {
  swap: Swap;
  terms: SwapTerms;
  from: Coin;
  to: Coin;
  /** In the asset received. */
  quoted: string;
}

export function SwapDone({ made, onClose }: { made: MadeSwap | undefined; onClose: () => void }) {
  const t = useT();
  const navigator = useNavigator();
  return (
    <Sheet
      isOpen={made !== undefined}
      onClose={onClose}
      title={t('swap.done')}
      isTitleHidden
      footer={
        <div className={styles.buttons}>
          <Button
            kind="secondary"
            isFull
            onPress={() => {
              onClose();
              if (made) navigator.push(pages.swapDetail, { id: String(made.swap.ID) });
            }}
          >
            {t('swap.viewRecord')}
          </Button>
          <Button kind="primary" isFull onPress={onClose}>
            {t('swap.ok')}
          </Button>
        </div>
      }
    >
      {made && <Done {...made} />}
    </Sheet>
  );
}

function Done({ swap, terms, from, to, quoted }: MadeSwap) {
  const t = useT();
  const locale = useNumberLocale();
  const { given, received } = swap;
  const placesOf = ({ asset, places }: Coin) => amountPlaces(asset, places);
  const amount = formatAmount(given, { locale, places: exactPlaces(given, placesOf(from)) });
  const against = formatDecimal(subtract(decimal<Amount>(received), decimal<Amount>(quoted)));
  return (
    <>
      <div className={styles.done}>
        <span className={styles.disc}>
          <Icon of={checkIcon} size={24} />
        </span>
        <h3>{t('swap.done')}</h3>
        <AmountText
          look="hero"
          value={received}
          places={exactPlaces(received, placesOf(to))}
          unit={to.asset}
        />
        <p>
          {t('swap.forAmount', { amount, coin: from.asset })}
          <Pill kind="sim">{t('common.paper')}</Pill>
        </p>
      </div>
      <div className={styles.two}>
        <BalanceCell coin={from} change={`-${given}`} />
        <BalanceCell coin={to} change={received} />
      </div>
      <KeyValues>
        <KeyValue
          name={t('swap.rateGot')}
          value={<AllInRate from={from.asset} to={to.asset} rate={ratesOf(swap).allIn} />}
        />
        <KeyValue
          name={t('swap.spreadAndFee')}
          value={<AmountText {...costOf(swap, terms.toUsdt)} unit="USDT" />}
        />
        <KeyValue
          name={t('swap.againstQuote')}
          value={<ExactAmount value={against} places={placesOf(to)} unit={to.asset} isSigned />}
        />
        <KeyValue name={t('swap.time')} value={<DateText at={swap.CreatedAt} detail="second" />} />
      </KeyValues>
    </>
  );
}

function BalanceCell({ coin, change }: { coin: Coin; change: string }) {
  const t = useT();
  const locale = useNumberLocale();
  const { asset, logo, available } = coin;
  const places = amountPlaces(asset, coin.places);
  const now = formatDecimal(add(decimal<Amount>(available), decimal<Amount>(change)));
  const before = formatAmount(available, { locale, places });
  return (
    <div>
      <span>
        <CoinMark symbol={asset} logo={logo} size={20} />
        {asset}
      </span>
      <b>
        <AmountText value={now} places={places} />
      </b>
      <small>{t('swap.was', { amount: before })}</small>
    </div>
  );
}
