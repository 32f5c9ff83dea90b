/** Financial records, filtered by asset and type, and their export. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, NavBar, ScreenBody, ScreenHeader, StateBlock } from '@tern/ui';
import { useState } from 'react';
import { useCoin } from '../../../kernel/balances.ts';
import { useDisplay } from '../../../kernel/display-settings.ts';
import { PagedList } from '../../../kernel/paged-list.tsx';
import { useRefresh } from '../../../kernel/refresh.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../platform/navigation/current-page.ts';
import { useBack } from '../../../platform/navigation/links.ts';
import { type RecordFilter, recordsQuery } from '../api.ts';
import { CoinHead } from '../parts/coin-head.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import { RecordFilters } from '../parts/record-filters.tsx';
import { RecordRow } from '../parts/record-row.tsx';
import { RecordRowSkeletons } from '../parts/record-row-skeletons.tsx';
import { RecordSheet } from '../parts/record-sheet.tsx';
import { MoneyBar } from '../parts/money-bar.tsx';
import type { RecordRow as FinancialRecord } from '../records-csv.ts';

/** The asset in the URL; only the server knows which exist. */
function useCoinName(): string | undefined {
  const { coin } = useParams();
  return coin !== undefined && /^[A-Za-z0-9]{1,12}$/.test(coin) ? coin.toUpperCase() : undefined;
}

export function RecordsScreen() {
  const t = useT();
  const refresh = useRefresh();
  const back = useBack();
  const coinname = useCoinName();
  const coin = useCoin(coinname ?? '');
  const isHidden = useDisplay().amountsHidden;
  const [type, setType] = useState<number>();
  const [opened, setOpened] = useState<FinancialRecord>();
  const filter: RecordFilter = {
    ...(coinname === undefined ? {} : { coinname }),
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
      <ScreenBody foot={coinname === undefined ? 'none' : 'cta'} onRefresh={refresh}>
        {coinname !== undefined && <CoinHead coin={coin} coinname={coinname} isHidden={isHidden} />}
        <RecordFilters coinname={coinname} type={type} onType={setType} />
        <PagedList
          query={query}
          skeleton={<RecordRowSkeletons />}
          renderRow={(record) => (
            <RecordRow
              record={record}
              hasCoin={coinname === undefined}
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
      {coinname !== undefined && <MoneyBar coin={coin} />}
      <RecordSheet record={opened} isHidden={isHidden} onClose={() => setOpened(undefined)} />
    </>
  );
}
