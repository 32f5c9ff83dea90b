/** Selects a currency, showing the minimum of each. */
import { CoinMark, formatAmount, Row, Sheet, StateBlock, useNumberLocale } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Currency } from './api.ts';

/** "US Dollar" if the language has no name for it. */
export function currencyName({ asset, name }: Currency, locale: string): string {
  const found = new Intl.DisplayNames(locale, { type: 'currency' }).of(asset);
  return found === undefined || found === asset ? name : found;
}

export interface CurrencySheetProps {
  isOpen: boolean;
  /** Includes closed ones, which say so and cannot be selected. */
  currencies: readonly Currency[];
  of: 'wires' | 'payouts';
  chosen: string | undefined;
  onClose: () => void;
  onChoose: (asset: string) => void;
}

export function CurrencySheet(props: CurrencySheetProps) {
  const { isOpen, currencies, of, chosen, onClose, onChoose } = props;
  const t = useT();
  const locale = useNumberLocale();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('fiat.chooseCurrency')}>
      {currencies.length === 0 && <StateBlock kind="empty" title={t('fiat.noCurrency')} />}
      {currencies.map((currency) => {
        const { asset, places } = currency;
        const { min, isOpen: isOpenNow } = currency[of];
        const amount = formatAmount(min, { locale, places });
        return (
          <Row
            key={asset}
            mark={<CoinMark symbol={asset} size={36} />}
            title={asset}
            note={currencyName(currency, locale)}
            value={isOpenNow ? t('fiat.least', { amount }) : t('transfer.offNow')}
            isChosen={asset === chosen}
            hasChevron={false}
            onPress={isOpenNow ? () => onChoose(asset) : undefined}
          />
        );
      })}
    </Sheet>
  );
}
