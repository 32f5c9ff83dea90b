/** The tab of fixed terms: the member's sums, and the products. */
import { useQuery } from '@tanstack/react-query';
import { AmountText, FinePrint, SkeletonCards, StateBlock } from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { ProductColumn, ProductSummary } from '../../../../kernel/products/product-card.tsx';
import { productParams } from '../../../../kernel/products/product-tabs.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { type FixedTerm, KIND, productsQuery, totalsQuery } from '../api.ts';
import { TermCard } from '../parts/term-card.tsx';

export function FixedTermList() {
  return (
    <ProductColumn>
      <Totals />
      <Loaded
        query={useQuery(productsQuery)}
        skeleton={<SkeletonCards heights={[152, 152, 152, 152]} />}
      >
        {(products) => <Products products={products} />}
      </Loaded>
    </ProductColumn>
  );
}

/** Nothing while unknown: the products are the tab's own content. */
function Totals() {
  const t = useT();
  const to = useLinks();
  const { data: totals } = useQuery(totalsQuery);
  if (totals === undefined) return null;
  const { coinname, invested, yesterday, total, list } = totals;
  // Sums of several coins are added at current prices.
  const isConverted = list.some((each) => each.coinname !== coinname);
  const sum = (value: string, isGain = false) => (
    <AmountText value={value} places={2} isConverted={isConverted} isGain={isGain} />
  );
  return (
    <ProductSummary
      link={to(pages.stakeOrder, productParams(KIND))}
      figures={[
        { label: t('earn.invested', { coin: coinname }), value: sum(invested) },
        { label: t('earn.paidInAll'), value: sum(total) },
        { label: t('earn.yesterday'), value: sum(yesterday, true) },
      ]}
    />
  );
}

function Products({ products }: { products: readonly FixedTerm[] }) {
  const t = useT();
  if (products.length === 0) return <StateBlock kind="empty" title={t('earn.noProducts')} />;
  return (
    <>
      <ul>
        {products.map((product) => (
          <li key={product.ID}>
            <TermCard product={product} />
          </li>
        ))}
      </ul>
      <FinePrint>{t('earn.risk')}</FinePrint>
    </>
  );
}
