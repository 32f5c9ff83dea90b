/** Financial records, filtered by asset and type, and their export. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, NavBar, ScreenBody, ScreenHeader, StateBlock } from '@tern/ui';
import { useState } from 'react';
import { useCoin } from '../../../../kernel/balances.ts';
import { useDisplay } from '../../../../kernel/display-settings.ts';
import { useMemberEvent } from '../../../../kernel/member-events.ts';
import { PagedList } from '../../../../kernel/paged-list.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../../platform/navigation/current-page.ts';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type FinancialRecord, type RecordFilter, recordsQuery, reloadCoins } from '../api.ts';
import { CoinHead } from '../parts/coin-head.tsx';
import { MoneyBar } from '../parts/money-actions.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import { RecordFilters } from '../parts/record-filters.tsx';
import { RecordRow, RecordRowSkeletons } from '../parts/record-row.tsx';
import { RecordSheet } from '../parts/record-sheet.tsx';
import type { RecordType } from '../record-types.ts';

/** The asset in the URL; only the server knows which exist. */
function useAssetOfPage(): string | undefined {
  const { coin } = useParams();
  return coin !== undefined && /^[A-Za-z0-9]{1,12}$/.test(coin) ? coin.toUpperCase() : undefined;
}

export function RecordsScreen() {
  const t = useT();
  const refresh = useRefresh();
  const back = useBack();
  const asset = useAssetOfPage();
  const coin = useCoin(asset ?? '');
  useMemberEvent('assets.balance', reloadCoins);
  const isHidden = useDisplay().amountsHidden;
  const [type, setType] = useState<RecordType>();
  const [opened, setOpened] = useState<FinancialRecord>();
  const filter: RecordFilter = {
    ...(asset === undefined ? {} : { asset }),
    ...(type === undefined ? {} : { type }),
  };
  const query = useInfiniteQuery(recordsQuery(filter));
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('assets.recordsTitle')}
          back={back}
          action={<ExportButton filter={filter} isEmpty={query.data?.pages[0]?.total === 0} />}
        />
      </ScreenHeader>
      <ScreenBody foot={asset === undefined ? 'none' : 'cta'} onRefresh={refresh}>
        {asset !== undefined && <CoinHead coin={coin} asset={asset} isHidden={isHidden} />}
        <RecordFilters asset={asset} type={type} onType={setType} />
        <PagedList
          query={query}
          skeleton={<RecordRowSkeletons />}
          renderRow={(record) => (
            <RecordRow
              record={record}
              hasCoin={asset === undefined}
              isHidden={isHidden}
              onOpen={setOpened}
            />
          )}
          empty={
            <StateBlock
              kind="empty"
              title={t('assets.noRecords')}
              action={
                type !== undefined && (
                  <Button isSmall onPress={() => setType(undefined)}>
                    {t('assets.allTypes')}
                  </Button>
                )
              }
            />
          }
        />
      </ScreenBody>
      {asset !== undefined && <MoneyBar coin={coin} />}
      <RecordSheet record={opened} isHidden={isHidden} onClose={() => setOpened(undefined)} />
    </>
  );
}
