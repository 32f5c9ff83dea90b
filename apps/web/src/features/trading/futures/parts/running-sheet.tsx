/** The sheet of one contract, from placing to result; closing it changes nothing. */
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  CoinMark,
  formatAmount,
  Inline,
  Sheet,
  showToast,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { useEffect, useEffectEvent } from 'react';
import { pages } from '../../../../kernel/pages.ts';
import { useInstrument } from '../../../../kernel/quotes/quote-store.ts';
import { serverNow } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { contractQuery, onContractEnd } from '../api.ts';
import type { Contract } from '../contract-pages.ts';
import { isPending, isUp, stateOf, STAKE_PLACES } from '../contract-view.ts';
import { CallPill, StatePill } from './running-row.tsx';
import { ResultView } from './result-view.tsx';
import { RunningView } from './running-view.tsx';
import styles from './running.module.css';
import { useLinks } from '../../../../platform/navigation/links.ts';

export interface RunningSheetProps {
  /** Undefined while the sheet is closed. */
  id: number | undefined;
  onClose: () => void;
}

export function RunningSheet({ id, onClose }: RunningSheetProps) {
  const t = useT();
  const navigator = useNavigator();
  useEndToast(id);
  const view = () => {
    onClose();
    if (id !== undefined) navigator.push(pages.contractDetail, { id: String(id) });
  };
  return (
    <Sheet
      isOpen={id !== undefined}
      onClose={onClose}
      title={t('futures.detailTitle')}
      isTitleHidden
      footer={
        <>
          <Button onPress={view}>{t('futures.viewRecord')}</Button>
          <Button kind="primary" onPress={onClose}>
            {t('futures.keepTrading')}
          </Button>
        </>
      }
    >
      {id !== undefined && <RunningContract key={id} id={id} />}
    </Sheet>
  );
}

function RunningContract({ id }: { id: number }) {
  const t = useT();
  const contract = useQuery(contractQuery(id)).data;
  if (!contract) return null;
  return (
    <>
      <ContractHead contract={contract} />
      {isPending(contract) ? (
        <>
          <RunningView contract={contract} />
          <p className={styles.foot}>{t('futures.closingNote')}</p>
        </>
      ) : (
        <ResultView contract={contract} />
      )}
    </>
  );
}

export function ContractHead({ contract }: { contract: Contract }) {
  const t = useT();
  const logo = useInstrument(contract.symbol)?.logo;
  return (
    <div className={styles.head}>
      <CoinMark symbol={contract.base} logo={logo} size={32} />
      <div className={styles.names}>
        <Text as="h2" size="strong">
          {contract.base}/{contract.quote}
        </Text>
        <Text size="cap" tone="faint">
          {t('futures.number', { number: contract.orderNo })}
        </Text>
      </div>
      <Inline gap={8} isWrapped isAtEnd>
        <CallPill isUp={isUp(contract)} />
        <StatePill state={stateOf(contract, serverNow())} />
      </Inline>
    </div>
  );
}

/** `shown`: the contract whose sheet is open; it shows its own result. */
function useEndToast(shown: number | undefined): void {
  const t = useT();
  const to = useLinks();
  const locale = useNumberLocale();
  const ended = useEffectEvent((row: Contract) => {
    if (row.ID === shown) return;
    const market = `${row.base}/${row.quote}`;
    const link = to(pages.contractDetail, { id: String(row.ID) });
    const view = { label: t('common.view'), ...link };
    if (stateOf(row, 0) === 'invalid') {
      return showToast(t('futures.endedBack', { market }), 'info', view);
    }
    const sum = formatAmount(row.profit, { locale, places: STAKE_PLACES, isSigned: true });
    showToast(t('futures.ended', { market, amount: `${sum} USDT` }), 'info', view);
  });
  useEffect(() => onContractEnd((row) => ended(row)), []);
}
