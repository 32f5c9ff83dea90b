/** Loans: the member's open ones, and the products with their full cost. */
import { useQuery } from '@tanstack/react-query';
import { FinePrint, loanIcon, ScreenBody, SkeletonCards, StateBlock } from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { RecordsHeader } from '../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type LoanProduct, openLoansQuery, productsQuery } from '../api.ts';
import styles from '../parts/loan.module.css';
import { OpenLoan } from '../parts/open-loan.tsx';
import { ProductCard } from '../parts/product-card.tsx';

export function LoanScreen() {
  const t = useT();
  const refresh = useRefresh();
  return (
    <>
      <RecordsHeader title={t('loan.title')} page={pages.loanHistory} />
      <ScreenBody isPadded onRefresh={refresh}>
        <OpenLoans />
        <Loaded query={useQuery(productsQuery)} skeleton={<Cards />}>
          {(products) => <Products products={products} />}
        </Loaded>
      </ScreenBody>
    </>
  );
}

function Cards() {
  return (
    <div className={styles.products}>
      <SkeletonCards heights={[190, 190]} />
    </div>
  );
}

/** Nothing while they load: the products are the page's own content, and records show what failed. */
function OpenLoans() {
  const t = useT();
  const { data: loans = [] } = useQuery(openLoansQuery);
  if (loans.length === 0) return null;
  return (
    <section className={styles.opens} aria-label={t('loan.yourLoans')}>
      {loans.map((loan) => (
        <OpenLoan key={loan.ID} loan={loan} />
      ))}
    </section>
  );
}

function Products({ products }: { products: readonly LoanProduct[] }) {
  const t = useT();
  if (products.length === 0) {
    return (
      <StateBlock
        kind="empty"
        icon={loanIcon}
        title={t('loan.noProducts')}
        text={t('loan.noProductsText')}
      />
    );
  }
  return (
    <section className={styles.products} aria-labelledby="loan-products">
      <h2 id="loan-products">{t('loan.borrow')}</h2>
      {products.map((product) => (
        <ProductCard key={product.ID} product={product} />
      ))}
      <FinePrint>{t('loan.intro')}</FinePrint>
    </section>
  );
}
