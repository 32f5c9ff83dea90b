/** Contract records: running and ended. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, NavBar, ScreenBody, ScreenHeader, StateBlock, TabPanel, Tabs } from '@tern/ui';
import { useState } from 'react';
import { useContractsAreOff } from '../../../../kernel/contract-terms.ts';
import { PagedList } from '../../../../kernel/paged-list.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useBack } from '../../../../platform/navigation/links.ts';
import { contractsQuery } from '../api.ts';
import type { ContractFilter } from '../contract-pages.ts';
import { ContractCard } from '../parts/contract-card.tsx';

const TABS = 'contract-records';

export function HistoryScreen() {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  const [part, setPart] = useState<ContractFilter['part']>('running');
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('futures.historyTitle')} back={back} />
        <Tabs
          id={TABS}
          label={t('futures.historyTitle')}
          value={part}
          onChange={setPart}
          items={[
            { key: 'running', label: t('futures.running') },
            { key: 'settled', label: t('futures.settled') },
          ]}
        />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <TabPanel tabs={TABS} value={part}>
          <ContractList key={part} filter={{ part }} />
        </TabPanel>
      </ScreenBody>
    </>
  );
}

function ContractList({ filter }: { filter: ContractFilter }) {
  const t = useT();
  const navigator = useNavigator();
  const query = useInfiniteQuery(contractsQuery(filter));
  const areOff = useContractsAreOff();
  return (
    <PagedList
      query={query}
      renderRow={(contract) => <ContractCard contract={contract} />}
      empty={
        <StateBlock
          kind="empty"
          title={t(filter.part === 'running' ? 'futures.noneRunning' : 'futures.noneSettled')}
          action={
            areOff ? undefined : (
              <Button isSmall onPress={() => navigator.push(pages.contract)}>
                {t('futures.goTrade')}
              </Button>
            )
          }
        />
      }
    />
  );
}
