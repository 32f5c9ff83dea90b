/** Selects a currency, showing the minimum of each. */
import { CoinMark, formatAmount, Row, Sheet, StateBlock, useNumberLocale } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Currency } from './api.ts';
import { currencyName } from './currency-name.ts';

export interface CurrencySheetProps {
  isOpen: boolean;
  /** Includes closed ones, which say so and cannot be selected. */
  currencies: readonly Currency[];
  isOpenNow: (currency: Currency) => boolean;
  chosen: string | undefined;
  /** The minimum amount, in the currency. */
  minimumOf: (currency: Currency) => string;
  onClose: () => void;
  onChoose: (coinname: string) => void;
}

export function CurrencySheet(props: CurrencySheetProps) {
  const { isOpen, currencies, isOpenNow, chosen, minimumOf, onClose, onChoose } = props;
  const t = useT();
  const locale = useNumberLocale();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('fiat.chooseCurrency')}>
      {currencies.length === 0 && <StateBlock kind="empty" title={t('fiat.noCurrency')} />}
      {currencies.map((currency) => {
        const { coinname, places } = currency;
        const amount = formatAmount(minimumOf(currency), { locale, places });
        return (
          <Row
            key={coinname}
            mark={<CoinMark symbol={coinname} size={36} />}
            title={coinname}
            note={currencyName(currency, locale)}
            value={isOpenNow(currency) ? t('fiat.least', { amount }) : t('transfer.offNow')}
            isChosen={coinname === chosen}
            hasChevron={false}
            onPress={isOpenNow(currency) ? () => onChoose(coinname) : undefined}
          />
        );
      })}
    </Sheet>
  );
}
