/** Closed days with their state; a row opens the day. */
import { Button, DateText, formatDate, Inline, StateBlock } from '@tern/ui';
import { Nothing } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { KeysHint, Page } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useHasRole } from '../../../kernel/session.ts';
import { type Column, Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import { type ClosedDay, useDays } from './api.ts';
import { DayPage } from './day-page.tsx';
import { DayPill } from './day-pill.tsx';
import { LedgerForm } from './ledger-form.tsx';
import { dayCloseTexts } from './texts.ts';
import { failedOf } from './view-model.ts';

const { heads } = dayCloseTexts;

export function DayCloseScreen() {
  const { day, coin } = useAddress().params;
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
  const mayExport = useHasRole('approver', 'auditor');
  const newest = days?.[0]?.day;
  return (
    <Page
      title={texts.nav.dayClose}
      line={days !== undefined && days.length > 0 && dayCloseTexts.line(failedOf(days))}
      side={newest !== undefined && mayExport ? <LedgerForm newest={newest} /> : undefined}
      isSideWide
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
