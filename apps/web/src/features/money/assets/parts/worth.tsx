/** Total value in USDT, with profit or loss today and overall. */
import {
  AmountText,
  DirectionArrow,
  formatAmount,
  Skeleton,
  Stack,
  Text,
  useNumberLocale,
  VisuallyHidden,
} from '@tern/ui';
import { useWorth } from '../../../../kernel/balances.ts';
import { useDisplay } from '../../../../kernel/display-settings.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { directionOf } from '../view-model.ts';
import styles from './assets.module.css';

const PLACES = 2;
const DOTS = '••••••';
const TONE = { '1': styles.up, '-1': styles.down, '0': styles.flat } as const;

export function Worth() {
  const t = useT();
  const query = useWorth();
  const isHidden = useDisplay().amountsHidden;
  return (
    <div className={styles.worth}>
      <Text as="div" size="label" tone="soft">
        {t('assets.totalIn', { unit: 'USDT' })}
      </Text>
      {query.isPending ? (
        <WorthSkeleton />
      ) : (
        // The list below shows the error; the total stays unknown until the next fetch.
        <>
          <div className={styles.total}>
            <AmountText value={query.data?.total} places={PLACES} look="hero" isHidden={isHidden} />
          </div>
          {query.data && (
            <div className={styles.profit}>
              <Today value={query.data.today} isHidden={isHidden} />
              <span>
                {t('assets.totalProfit')}{' '}
                <AmountText
                  className={styles.strong ?? ''}
                  value={query.data.all}
                  places={PLACES}
                  isGain
                  isHidden={isHidden}
                />
              </span>
            </div>
          )}
        </>
      )}
    </div>
  );
}

function Today({ value, isHidden }: { value: string; isHidden: boolean }) {
  const t = useT();
  const locale = useNumberLocale();
  if (isHidden) {
    return (
      <span className={styles.flat}>
        <span aria-hidden="true">{t('assets.todayChange', { amount: DOTS })}</span>
        <VisuallyHidden>{t('assets.todayChange', { amount: t('common.hidden') })}</VisuallyHidden>
      </span>
    );
  }
  const direction = directionOf(value);
  const amount = formatAmount(value, { locale, places: PLACES, isSigned: true });
  return (
    <span className={TONE[`${direction}`]}>
      {direction !== 0 && <DirectionArrow direction={direction} />}
      {t('assets.todayChange', { amount })}
    </span>
  );
}

function WorthSkeleton() {
  return (
    <Stack gap={10} top={4} aria-hidden="true">
      <Skeleton width="208px" height="40px" />
      <Skeleton width="168px" height="16px" />
    </Stack>
  );
}
