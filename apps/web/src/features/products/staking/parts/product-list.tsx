/** A tab of the product list: the member's summary, the products, and the risk line. */
import { useQueries, useQuery } from '@tanstack/react-query';
import {
  AmountText,
  amountPlaces,
  Figures,
  FinePrint,
  Pill,
  SkeletonCards,
  StateBlock,
} from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useCoin, useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import {
  ProductCard,
  ProductColumn,
  ProductSummary,
} from '../../../../kernel/products/product-card.tsx';
import { productParams } from '../../../../kernel/products/product-tabs.ts';
import { serverNow } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { allOrdersQuery, curveQuery, productsQuery } from '../api.ts';
import { kindOf, type Product, type StakingKind, typesOf } from '../products.ts';
import { utcDate } from '../payout-time.ts';
import { investedIn, leastPrice, paidIn } from '../view-model.ts';
import { EarlyExit, OutputADay, useTermsTexts } from './terms.tsx';

/** All days. */
const ALL = 0;

export function ProductList({ kind }: { kind: StakingKind }) {
  const t = useT();
  return (
    <ProductColumn>
      <Summary kind={kind} />
      <Loaded
        query={useQuery(productsQuery(kind))}
        skeleton={<SkeletonCards heights={[126, 126, 126, 126]} />}
      >
        {(products) =>
          products.length === 0 ? (
            <StateBlock
              kind="empty"
              title={t(kind === 'machines' ? 'staking.noMachines' : 'staking.noStaking')}
            />
          ) : (
            <>
              <ul>
                {products.map((product) => (
                  <li key={product.ID}>
                    <Card product={product} />
                  </li>
                ))}
              </ul>
              <FinePrint>
                {t(kind === 'machines' ? 'staking.machinesRisk' : 'staking.stakingRisk')}
              </FinePrint>
            </>
          )
        }
      </Loaded>
    </ProductColumn>
  );
}

/** Nothing for a member without orders, and while it is unknown: the products are the page. */
function Summary({ kind }: { kind: StakingKind }) {
  const t = useT();
  const to = useLinks();
  const orders = useQuery(allOrdersQuery).data?.filter(({ type }) => kindOf(type) === kind);
  const curves = useQueries({
    queries: typesOf(kind).map((type) => curveQuery({ type }, ALL)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const [curve] = curves;
  if (!orders?.length || curve === undefined || curves.length < typesOf(kind).length) return null;
  const paid = paidIn(curves, utcDate(serverNow()));
  const places = amountPlaces(curve.payCoin, 2);
  const inTerm = investedIn(orders);
  return (
    <ProductSummary
      link={to(pages.stakeOrder, productParams(kind))}
      figures={[
        'count' in inTerm
          ? {
              label: t('staking.inTerm'),
              value: t('staking.orderCount', { count: inTerm.count }),
            }
          : {
              label: t('staking.inTermIn', { coin: inTerm.coin }),
              value: <AmountText value={inTerm.amount} places={amountPlaces(inTerm.coin, 8)} />,
            },
        {
          label: t('staking.paidIn', { coin: curve.payCoin }),
          value: <AmountText value={paid.total} places={places} />,
        },
        {
          label: t('staking.today'),
          value: <AmountText value={paid.today} places={places} isGain />,
        },
      ]}
    />
  );
}

const STATES = { 'sold-out': 'staking.soldOut', closed: 'staking.closed' } as const;

function Card({ product }: { product: Product }) {
  const t = useT();
  const to = useLinks();
  const texts = useTermsTexts();
  const places = useCoinPlaces(product.payCoin);
  const known = useCoin(product.coin)?.logo;
  const { ID, state, type, payCoin } = product;
  return (
    <ProductCard
      link={to(pages.stakeDetail, productParams(kindOf(type), ID))}
      symbol={product.coin}
      logo={product.logo === '' ? known : product.logo}
      name={product.name}
      aside={state === 'open' ? undefined : <Pill>{t(STATES[state])}</Pill>}
      note={texts.owned(product)}
      value={<OutputADay terms={product} />}
      valueNote={texts.outputNote(product)}
    >
      <Figures
        isRow
        items={[
          { label: t('staking.term'), value: t('staking.days', { count: product.days }) },
          {
            label: t(PRICE_WORDS[type], { coin: payCoin }),
            value: <ExactAmount value={leastPrice(product)} places={places} />,
          },
          { label: t('staking.earlyExitCosts'), value: <EarlyExit terms={product} /> },
        ]}
      />
    </ProductCard>
  );
}

const PRICE_WORDS = {
  sole: 'staking.priceIn',
  shared: 'staking.shareFrom',
  staking: 'staking.minimumIn',
} as const;
