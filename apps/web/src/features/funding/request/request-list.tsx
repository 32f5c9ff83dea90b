/** The screen with a list of funding requests, newest first, filtered by status. */
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  Chip,
  CoinMark,
  DateText,
  NavBar,
  Pill,
  type PillKind,
  Pressable,
  ScreenBody,
  ScreenHeader,
  StateBlock,
} from '@tern/ui';
import { useState } from 'react';
import { useCoinPlaces } from '../../../kernel/balances.ts';
import { EmptyState, type EmptyStateProps } from '../../../kernel/empty-state.tsx';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { PagedList } from '../../../kernel/paged-list.tsx';
import { useRefresh } from '../../../kernel/refresh.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../platform/navigation/links.ts';
import type { Path } from '../../../platform/navigation/route.ts';
import type { RequestStore } from './api.ts';
import {
  type FundingRequest,
  type RequestStatus,
  type StatusFilter,
  statusFilters,
} from './request.ts';
import styles from './request.module.css';

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
  const back = useBack();
  const refresh = useRefresh();
  const [filter, setFilter] = useState<StatusFilter>('all');
  return (
    <>
      <ScreenHeader>
        <NavBar title={title} back={back} />
        <StatusChips filter={filter} onChoose={setFilter} />
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

interface StatusChipsProps {
  filter: StatusFilter;
  onChoose: (filter: StatusFilter) => void;
}

function StatusChips({ filter, onChoose }: StatusChipsProps) {
  const t = useT();
  return (
    <div className={styles.filter} role="group" aria-label={t('transfer.show')}>
      {statusFilters.map((each) => (
        <Chip key={each} isOn={each === filter} onPress={() => onChoose(each)}>
          {t(WORDS[each])}
        </Chip>
      ))}
    </div>
  );
}

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
    <Pressable {...to(page, { id: String(ID) })} className={styles.row}>
      <CoinMark symbol={asset} />
      <span className={styles.words}>
        <span className={styles.line}>
          <span className={styles.coin}>
            {asset} <span>{way}</span>
          </span>
          <ExactAmount value={amount} places={places} />
        </span>
        <span className={styles.quiet}>
          <DateText at={CreatedAt} />
          <StatusPill {...request} />
        </span>
      </span>
    </Pressable>
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
