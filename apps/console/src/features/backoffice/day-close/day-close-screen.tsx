/** Closed days with their state; a row opens the day. */
import {
  Button,
  ButtonLink,
  DateText,
  depositIcon,
  formatDate,
  Inline,
  SkeletonRows,
  StateBlock,
} from '@tern/ui';
import { Nothing } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { KeysHint, Page } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { type Column, Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import { type ClosedDay, useDay, useDays } from './api.ts';
import { DayPage } from './day-page.tsx';
import { DayPill } from './day-pill.tsx';
import { ExportsPage } from './exports-page.tsx';
import { dayCloseTexts } from './texts.ts';
import { failedOf } from './view-model.ts';

const { heads } = dayCloseTexts;

export function DayCloseScreen() {
  const { day, coin, show } = useAddress().params;
  if (show === 'exports') return <Exports />;
  return day === undefined ? <Days /> : <DayPage key={day} day={day} coin={coin} />;
}

const columns: readonly Column<ClosedDay>[] = [
  {
    key: 'day',
    head: heads.day,
    cell: ({ day }) => formatDate(day, { locale: 'en', detail: 'dayName', timeZone: 'UTC' }),
  },
  { key: 'state', head: heads.state, cell: (day) => <DayPill day={day} /> },
  {
    key: 'signed',
    head: heads.signed,
    cell: ({ signing, signers }) =>
      signing === 'signed' ? signers.join(', ') : dayCloseTexts.signing[signing],
  },
  {
    key: 'carried',
    head: heads.carried,
    isNumber: true,
    cell: ({ carried }) => (carried === 0 ? <Nothing /> : carried),
  },
  {
    key: 'late',
    head: heads.late,
    isLong: true,
    cell: ({ hasLate }) => (hasLate ? dayCloseTexts.hasLate : ''),
  },
  {
    key: 'closed',
    head: heads.closed,
    isNumber: true,
    cell: ({ closedAt }) => <DateText at={closedAt} detail="short" />,
  },
];

function Days() {
  const query = useDays();
  const days = query.data?.pages.flatMap(({ list }) => list);
  return (
    <Page
      title={texts.nav.dayClose}
      line={days !== undefined && days.length > 0 && dayCloseTexts.line(failedOf(days))}
      actions={
        <ButtonLink isSmall icon={depositIcon} href={hrefOf(pages.dayClose, { show: 'exports' })}>
          {dayCloseTexts.exports}
        </ButtonLink>
      }
      foot={<KeysHint>{dayCloseTexts.rule}</KeysHint>}
    >
      <Loaded query={query}>
        {() => (
          <>
            <Table
              label={dayCloseTexts.list}
              rows={days ?? []}
              keyOf={({ day }) => day}
              hrefOf={({ day }) => hrefOf(pages.dayClose, { day })}
              columns={columns}
              empty={<StateBlock kind="empty" title={dayCloseTexts.none} />}
            />
            {query.hasNextPage && (
              <Inline justify="center">
                <Button
                  isSmall
                  kind="outline"
                  isBusy={query.isFetchingNextPage}
                  onPress={() => void query.fetchNextPage()}
                >
                  {dayCloseTexts.more}
                </Button>
              </Inline>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Of the newest closed day and its coins. */
function Exports() {
  const days = useDays();
  const newest = days.data?.pages[0]?.list[0]?.day;
  const query = useDay(newest ?? '');
  if (newest === undefined || query.data === undefined) return <NoExports days={days} />;
  return <ExportsPage newest={newest} coins={query.data.coins.map(({ coinname }) => coinname)} />;
}

function NoExports({ days }: { days: ReturnType<typeof useDays> }) {
  return (
    <Page title={dayCloseTexts.files.title}>
      <Loaded query={days}>
        {({ pages: [first] }) =>
          first?.list.length === 0 ? (
            <StateBlock kind="empty" title={dayCloseTexts.none} />
          ) : (
            <SkeletonRows />
          )
        }
      </Loaded>
    </Page>
  );
}
