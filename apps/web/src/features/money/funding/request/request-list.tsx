/** The screen with a list of funding requests, newest first, filtered by status. */
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  DateText,
  NavBar,
  Pill,
  type PillKind,
  ScreenBody,
  ScreenHeader,
  StateBlock,
} from '@tern/ui';
import { useState } from 'react';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { EmptyState, type EmptyStateProps } from '../../../../kernel/empty-state.tsx';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { PagedList } from '../../../../kernel/paged-list.tsx';
import { FilterChips, RecordLine, RecordRow } from '../../../../kernel/record-row.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import type { Path } from '../../../../platform/navigation/route.ts';
import type { RequestStore } from './api.ts';
import {
  type FundingRequest,
  type RequestStatus,
  type StatusFilter,
  statusFilters,
} from './request.ts';

export interface RequestListProps<Row extends FundingRequest> {
  title: string;
  listQuery: RequestStore<never, Row>['listQuery'];
  /** The page of a request. */
  page: Path;
  /** Next to the asset: the network, or the method. */
  wayOf: (row: Row) => string;
  /** Without any request. */
  none: Pick<EmptyStateProps, 'title' | 'label' | 'page'>;
  /** Without one of the selected status. */
  noneOfStatus: string;
}

export function RequestListScreen<Row extends FundingRequest>(props: RequestListProps<Row>) {
  const { title, listQuery, page, wayOf, none, noneOfStatus } = props;
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  const [filter, setFilter] = useState<StatusFilter>('all');
  return (
    <>
      <ScreenHeader>
        <NavBar title={title} back={back} />
        <FilterChips
          label={t('transfer.show')}
          options={statusFilters.map((key) => ({ key, label: t(WORDS[key]) }))}
          value={filter}
          onChange={setFilter}
        />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <PagedList
          key={filter}
          query={useInfiniteQuery(listQuery(filter))}
          renderRow={(row) => <RequestRow page={page} way={wayOf(row)} request={row} />}
          empty={
            filter === 'all' ? (
              <EmptyState {...none} />
            ) : (
              <StateBlock kind="empty" title={noneOfStatus} />
            )
          }
        />
      </ScreenBody>
    </>
  );
}

const WORDS = {
  all: 'transfer.all',
  underReview: 'transfer.underReview',
  completed: 'transfer.completed',
  rejected: 'transfer.notApproved',
  cancelled: 'transfer.cancelled',
} as const;

interface RequestRowProps {
  page: Path;
  way: string;
  request: FundingRequest;
}

function RequestRow({ page, way, request }: RequestRowProps) {
  const { ID, asset, amount, CreatedAt } = request;
  const to = useLinks();
  const places = useCoinPlaces(asset);
  return (
    <RecordRow link={to(page, { id: String(ID) })} asset={asset}>
      <RecordLine isMain>
        <span>
          {asset} <small>{way}</small>
        </span>
        <ExactAmount value={amount} places={places} />
      </RecordLine>
      <RecordLine>
        <DateText at={CreatedAt} />
        <StatusPill {...request} />
      </RecordLine>
    </RecordRow>
  );
}

const KINDS: Readonly<Record<RequestStatus, PillKind>> = {
  underReview: 'review',
  completed: 'done',
  rejected: 'bad',
  cancelled: 'neutral',
};

type Status = Pick<FundingRequest, 'status' | 'isApproved' | 'isVoided'>;

export function StatusPill({ status, isApproved, isVoided }: Status) {
  const t = useT();
  const isOnItsWay = status === 'underReview' && isApproved === true;
  const words = isVoided === true ? 'transfer.voided' : WORDS[status];
  return (
    <Pill kind={isVoided === true ? 'neutral' : KINDS[status]} dot="self">
      {t(isOnItsWay ? 'transfer.onItsWay' : words)}
    </Pill>
  );
}
