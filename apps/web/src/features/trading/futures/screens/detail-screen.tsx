/** One contract: the ring while it runs, then its result, details and evidence. */
import { useQuery } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader, SkeletonDetail } from '@tern/ui';
import { lastContract, useViewedId } from '../../../../kernel/last-viewed.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useOneMarket } from '../../../../kernel/market-choice/one-market.tsx';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { ContactLink } from '../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { contractQuery } from '../api.ts';
import { isPending } from '../contract-view.ts';
import { ContractFacts } from '../parts/contract-facts.tsx';
import styles from '../parts/detail.module.css';
import { EvidenceSection } from '../parts/evidence-section.tsx';
import { ResultHead } from '../parts/result-view.tsx';
import { ContractHead } from '../parts/running-sheet.tsx';
import { RunningView } from '../parts/running-view.tsx';

export function DetailScreen() {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  const id = useViewedId(lastContract);
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('futures.detailTitle')} back={back} action={<ContactLink />} />
      </ScreenHeader>
      <ScreenBody isPadded onRefresh={refresh}>
        {id === undefined ? <NoContract /> : <ContractDetail key={id} id={id} />}
      </ScreenBody>
    </>
  );
}

function NoContract() {
  const t = useT();
  return (
    <EmptyState
      title={t('futures.noneChosen')}
      label={t('futures.historyTitle')}
      page={pages.contractHistory}
      isReplaced
    />
  );
}

function ContractDetail({ id }: { id: number }) {
  const query = useQuery(contractQuery(id));
  // For the logo and the price places.
  useOneMarket(query.data?.symbol ?? '');
  return (
    <Loaded query={query} skeleton={<SkeletonDetail count={9} />}>
      {(contract) => (
        <div className={styles.page}>
          <ContractHead contract={contract} />
          {isPending(contract) ? (
            <RunningView contract={contract} />
          ) : (
            <ResultHead contract={contract} />
          )}
          <ContractFacts contract={contract} />
          <EvidenceSection contract={contract} />
        </div>
      )}
    </Loaded>
  );
}
