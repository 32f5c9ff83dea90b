/** Total value in USDT. */
import { AmountText, Skeleton } from '@tern/ui';
import { useWorth } from '../../../../kernel/balances.ts';
import { useDisplay } from '../../../../kernel/display-settings.ts';
import styles from './assets.module.css';

const PLACES = 2;

/** The list below shows an error; the total stays unknown until the next fetch. */
export function Worth() {
  const query = useWorth();
  const isHidden = useDisplay().amountsHidden;
  return (
    <div className={styles.worth}>
      {query.isPending ? (
        <Skeleton width="208px" height="44px" />
      ) : (
        <AmountText
          value={query.data?.total}
          places={PLACES}
          look="hero"
          unit="USDT"
          isHidden={isHidden}
        />
      )}
    </div>
  );
}
