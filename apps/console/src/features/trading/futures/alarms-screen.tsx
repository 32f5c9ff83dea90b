/** Result alarms of accounts, markets and the exchange; a row expands to its details. */
import { DateText, Pill, Segmented, StateBlock } from '@tern/ui';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { KeysHint, Page } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { pageOf } from '../../../kernel/list-controls.tsx';
import { type Column, PagedTable } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { goTo, hrefOf, useAddress } from '../../../platform/address.ts';
import { AlarmDetail } from './alarm-detail.tsx';
import { type Alarm, type AlarmState, useAlarms } from './api.ts';
import { alarmTexts } from './texts.ts';

const { alarms } = alarmTexts;

function subjectOf({ subject, memberId, symbol }: Alarm): string {
  if (subject === 'account' && memberId !== null) return texts.queue.member(memberId);
  return subject === 'market' ? (symbol ?? '').toUpperCase() : alarms.house;
}

const columns: readonly Column<Alarm>[] = [
  { key: 'subject', head: alarms.heads.subject, cell: (alarm) => <b>{subjectOf(alarm)}</b> },
  {
    key: 'side',
    head: alarms.heads.side,
    cell: ({ kind, subject, side, reviewedAt }) => (
      <Pill kind={reviewedAt === null ? 'review' : 'neutral'}>
        {kind === 'burst' ? alarms.burst.side : alarms.sides[subject][side]}
      </Pill>
    ),
  },
  {
    key: 'wins',
    head: alarms.heads.wins,
    isNumber: true,
    cell: ({ wins, losses }) => alarms.won(wins, wins + losses),
  },
  {
    key: 'winsLimit',
    head: alarms.heads.winsLimit,
    isNumber: true,
    cell: ({ side, winsLimit }) => alarms.limit(side, winsLimit),
  },
  {
    key: 'net',
    head: alarms.heads.net,
    isNumber: true,
    cell: ({ net }) => <ExactAmount value={net} unit="USDT" isBare isSigned />,
  },
  {
    key: 'netLimit',
    head: alarms.heads.netLimit,
    isNumber: true,
    cell: ({ netLimit }) => <ExactAmount value={netLimit} unit="USDT" isBare isSigned />,
  },
  {
    key: 'raised',
    head: alarms.heads.raised,
    isNumber: true,
    cell: ({ raisedAt }) => <DateText at={raisedAt} detail="short" />,
  },
];

export function AlarmsScreen() {
  const { params } = useAddress();
  const state: AlarmState = params['show'] === 'reviewed' ? 'reviewed' : 'open';
  const found = useAlarms(state, pageOf(params));
  const open = params['alarm'];
  const isOpen = ({ ID }: Alarm) => String(ID) === open;
  return (
    <Page
      title={texts.nav.alarms}
      line={alarms.lead}
      bar={
        <Segmented
          label={alarms.show}
          isSmall
          options={[
            { key: 'open', label: alarms.shows.open },
            { key: 'reviewed', label: alarms.shows.reviewed },
          ]}
          value={state}
          onChange={(show) => goTo(pages.alarms, { show })}
        />
      }
      foot={<KeysHint />}
    >
      <PagedTable
        query={found}
        label={alarms.list}
        empty={<NoAlarms state={state} />}
        keyOf={({ ID }) => ID}
        hrefOf={(alarm) =>
          hrefOf(pages.alarms, { ...params, alarm: isOpen(alarm) ? undefined : String(alarm.ID) })
        }
        detailOf={(alarm) =>
          isOpen(alarm) ? <AlarmDetail key={alarm.ID} alarm={alarm} /> : undefined
        }
        columns={columns}
      />
    </Page>
  );
}

function NoAlarms({ state }: { state: AlarmState }) {
  if (state === 'reviewed') return <StateBlock kind="empty" title={alarms.noneReviewed} />;
  return <StateBlock kind="empty" title={alarms.none} text={alarms.noneText} />;
}
