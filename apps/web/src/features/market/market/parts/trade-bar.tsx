/** The buttons that lead from the chart to trading. */
import { ButtonLink, CtaBar, timerIcon } from '@tern/ui';
import { useContractsAreOff } from '../../../../kernel/contract-terms.ts';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import styles from './market.module.css';

export function TradeBar({ symbol }: { symbol: string }) {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  const areContractsOff = useContractsAreOff();
  const hasFutures = navigator.has(pages.contract) && !areContractsOff;
  const hasSpot = navigator.has(pages.deal);
  if (!hasFutures && !hasSpot) return null;
  return (
    <CtaBar>
      {hasFutures && (
        <ButtonLink
          icon={timerIcon}
          className={styles.futures ?? ''}
          {...to(pages.contract, { symbol })}
        >
          {t('market.futures')}
        </ButtonLink>
      )}
      {hasSpot && (
        <>
          <ButtonLink
            kind="up"
            className={styles.trade ?? ''}
            {...to(pages.deal, { symbol, side: 'buy' })}
          >
            {t('market.buy')}
          </ButtonLink>
          <ButtonLink
            kind="down"
            className={styles.trade ?? ''}
            {...to(pages.deal, { symbol, side: 'sell' })}
          >
            {t('market.sell')}
          </ButtonLink>
        </>
      )}
    </CtaBar>
  );
}
