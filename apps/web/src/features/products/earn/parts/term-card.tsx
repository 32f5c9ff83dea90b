/** A fixed term in the list: rate, term, bounds, and what 1,000 brings or costs. */
import { useQuery } from '@tanstack/react-query';
import { formatPrice, Pill, useNumberLocale } from '@tern/ui';
import { useCoin } from '../../../../kernel/balances.ts';
import { pages } from '../../../../kernel/pages.ts';
import { ProductCard } from '../../../../kernel/products/product-card.tsx';
import { productParams } from '../../../../kernel/products/product-tabs.ts';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { exampleQuery, type FixedTerm, KIND } from '../api.ts';
import { exampleAmount } from '../earn-view.ts';
import { Outcomes } from './outcomes.tsx';

export function TermCard({ product }: { product: FixedTerm }) {
  const { ID, name, asset, logo, days, min, max, dailyRate, isOpen } = product;
  const t = useT();
  const to = useLinks();
  const locale = useNumberLocale();
  const ratio = useRatioText();
  const known = useCoin(asset)?.logo;
  const example = exampleAmount(product);
  const { data: figures } = useQuery(exampleQuery(ID, example));
  const plain = (amount: string) => formatPrice(amount, { locale });
  return (
    <ProductCard
      link={to(pages.stakeDetail, productParams(KIND, ID))}
      symbol={asset}
      logo={logo === '' ? known : logo}
      name={name}
      aside={isOpen ? undefined : <Pill>{t('earn.closed')}</Pill>}
      note={`${t('earn.days', { count: days })} · ${plain(min)} – ${plain(max)} ${asset}`}
      value={ratio(dailyRate)}
      valueNote={t('earn.aDaySimple')}
    >
      <Outcomes
        product={product}
        figures={figures}
        stay={t('earn.toTheEnd', { amount: plain(example) })}
      />
    </ProductCard>
  );
}
