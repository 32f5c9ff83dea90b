/** The green head of new coins: what they are, what the member has frozen, and when the next coins unfreeze. */
import { useQuery } from '@tanstack/react-query';
import { HeaderBand, NavBar, TextButton } from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { frozenQuery } from '../api.ts';
import { frozenTotal, type FrozenTotal } from '../view-model.ts';
import styles from './offering.module.css';
import { UnfreezeDate } from './unfreeze-date.tsx';

/** The other coins are in the records. */
const LISTED = 2;

export function OfferingsHeader() {
  const t = useT();
  const to = useLinks();
  const back = useBack();
  const frozen = frozenTotal(useQuery(frozenQuery).data ?? []);
  return (
    <HeaderBand colour="ieo">
      <div className={styles.onBand}>
        <NavBar
          title={t('offering.title')}
          back={back}
          action={<TextButton {...to(pages.offeringHistory)}>{t('transfer.records')}</TextButton>}
        />
        <div className={styles.band}>
          <p className={styles.sentence}>{t('offering.sentence')}</p>
          {frozen && <Frozen {...frozen} />}
        </div>
      </div>
    </HeaderBand>
  );
}

function Frozen({ coins, nextAt }: FrozenTotal) {
  const t = useT();
  const more = Math.max(0, coins.length - LISTED);
  return (
    <dl className={styles.frozen}>
      <div>
        <dt>{t('offering.frozen')}</dt>
        {coins.slice(0, LISTED).map(({ coin, quantity }) => (
          <dd key={coin}>
            <Quantity {...{ coin, quantity }} />
          </dd>
        ))}
        {more > 0 && <dd>{t('offering.moreCoins', { count: more })}</dd>}
      </div>
      <div>
        <dt>{t('offering.nextUnfreeze')}</dt>
        <dd>
          <UnfreezeDate at={nextAt} />
        </dd>
      </div>
    </dl>
  );
}

/** A quantity of a new coin, with its coin. */
export function Quantity({ coin, quantity }: { coin: string; quantity: string }) {
  const places = useCoinPlaces(coin);
  return (
    <>
      <ExactAmount value={quantity} places={places} /> <small>{coin}</small>
    </>
  );
}
