/** The sheet of one contract, from placing to result; closing it changes nothing. */
import { useQuery } from '@tanstack/react-query';
import { Button, CoinMark, Sheet } from '@tern/ui';
import { pages } from '../../../kernel/pages.ts';
import { useInstrument } from '../../../kernel/quotes/quote-store.ts';
import { serverNow } from '../../../kernel/site-config.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { contractQuery } from '../api.ts';
import type { Contract } from '../contract-pages.ts';
import { isPending, isUp, stateOf } from '../contract-view.ts';
import { useEndToast } from '../use-end-toast.ts';
import { CallPill, StatePill } from './contract-pills.tsx';
import { ResultView } from './result-view.tsx';
import { RunningView } from './running-view.tsx';
import styles from './running.module.css';

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
        <h2>
          {contract.base}/{contract.quote}
        </h2>
        <p>{t('futures.number', { number: contract.orderNo })}</p>
      </div>
      <div className={styles.pills}>
        <CallPill isUp={isUp(contract)} />
        <StatePill state={stateOf(contract, serverNow())} />
      </div>
    </div>
  );
}
