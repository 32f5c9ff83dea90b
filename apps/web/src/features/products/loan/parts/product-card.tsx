/** A loan product: bounds, term, rates, and what an example costs. */
import { ButtonLink, Card, CoinMark, Figures, formatPrice, Text, useNumberLocale } from '@tern/ui';
import { useCoin, useCoinPlaces } from '../../../../kernel/balances.ts';
import { useAmountText } from '../../../../kernel/exact-amount.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { LoanProduct } from '../api.ts';
import { YEARLY_PLACES } from '../loan-view.ts';
import styles from './loan.module.css';

export function ProductCard({ product }: { product: LoanProduct }) {
  const { ID, name, asset, min, max, termDays, freeDays, dailyRate, yearlyRate, example } = product;
  const t = useT();
  const to = useLinks();
  const locale = useNumberLocale();
  const ratio = useRatioText();
  const yearly = useRatioText(YEARLY_PLACES);
  const cost = useAmountText(useCoinPlaces(asset));
  const plain = (amount: string) => formatPrice(amount, { locale });
  return (
    <Card>
      <div className={styles.head}>
        <CoinMark symbol={asset} logo={useCoin(asset)?.logo} size={36} />
        <div className={styles.words}>
          <Text as="h3" size="head" isTight breaksAnywhere>
            {name}
          </Text>
          <p>{`${plain(min)} – ${plain(max)} ${asset} · ${t('loan.days', { count: termDays })}`}</p>
        </div>
        <div className={styles.rate}>
          <b>{yearly(yearlyRate)}</b>
          <span>{t('loan.aYear')}</span>
        </div>
      </div>
      <div className={styles.figures}>
        <Figures
          isRow
          items={[
            { label: t('loan.aDay'), value: ratio(dailyRate) },
            { label: t('loan.interestFree'), value: t('loan.freeDays', { count: freeDays }) },
            {
              label: t('loan.exampleOf', { amount: plain(example.amount), count: termDays }),
              value: t('loan.costs', { amount: cost(example.cost) }),
            },
          ]}
        />
      </div>
      <ButtonLink isFull {...to(pages.loanApply, { id: String(ID) })}>
        {t('loan.apply')}
      </ButtonLink>
    </Card>
  );
}
