/** What left over networks within 24 hours of its caps, and the withdrawals that wait for room. */
import { Button, CoinMark, DateText, Inline, StateBlock, Text } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { amountInWords, ExactAmount, Figure } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Part } from '../../../kernel/page.tsx';
import { openReview, pages } from '../../../kernel/pages.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { type Column, Table } from '../../../kernel/table.tsx';
import { hrefOf } from '../../../platform/address.ts';
import { type Capped, useOutflow, type Waiting } from './api.ts';
import { treasuryTexts } from './texts.ts';
import styles from './treasury.module.css';
import { shareOf } from './view-model.ts';

const { outflow: labels } = treasuryTexts;
const { heads, waits } = labels;

const nameOf = ({ isAll, asset }: Capped) => (isAll ? labels.all : asset);

function OfCap({ row: { out, cap, asset } }: { row: Capped }) {
  if (cap === null) return <Text tone="soft">{labels.noCap}</Text>;
  const share = shareOf(out, cap);
  const text = labels.outOf(amountInWords(out, asset), amountInWords(cap, asset));
  return (
    <span className={styles.ofCap} role="img" aria-label={text} title={text}>
      {share}%
      <i>
        <b style={{ width: `${Math.min(share, 100)}%` }} />
      </i>
    </span>
  );
}

const columns: readonly Column<Capped>[] = [
  {
    key: 'coin',
    head: heads.coin,
    cell: (row) =>
      row.isAll ? (
        <>
          <b>{labels.all}</b>
          <small className={styles.note}>{labels.inUsdt}</small>
        </>
      ) : (
        <Inline gap={8} align="center">
          <CoinMark symbol={row.asset} size={24} />
          <b>{row.asset}</b>
        </Inline>
      ),
  },
  {
    key: 'out',
    head: heads.out,
    isNumber: true,
    cell: ({ out, asset }) => <Figure value={out} unit={asset} />,
  },
  {
    key: 'cap',
    head: heads.cap,
    isNumber: true,
    cell: ({ cap, asset }) => (cap === null ? '---' : <Figure value={cap} unit={asset} isBound />),
  },
  { key: 'ofCap', head: heads.ofCap, cell: (row) => <OfCap row={row} /> },
  {
    key: 'waiting',
    head: heads.waiting,
    isNumber: true,
    cell: ({ waiting }) => (waiting === 0 ? '---' : <b>{waiting}</b>),
  },
  {
    key: 'proposed',
    head: heads.proposed,
    cell: ({ proposed, asset }) =>
      proposed && (
        <a href={hrefOf(pages.queue, { id: String(proposed.reviewId) })}>
          {proposed.cap === null ? labels.noCap : amountInWords(proposed.cap, asset)}
        </a>
      ),
  },
];

export function OutflowPart({ mayPropose }: { mayPropose: boolean }) {
  const query = useOutflow();
  const [released, setReleased] = useState<Waiting>();
  return (
    <Loaded query={query}>
      {({ list, waiting, waitingTotal }) => (
        <>
          <Table label={labels.title} rows={list} keyOf={nameOf} columns={columns} />
          <Part title={waits.title} aside={waitingTotal === 0 ? undefined : String(waitingTotal)}>
            <Table
              label={waits.title}
              rows={waiting}
              keyOf={({ ID }) => ID}
              columns={waitingColumns(mayPropose ? setReleased : undefined)}
              empty={<StateBlock kind="empty" title={waits.none} text={waits.noneText} />}
            />
          </Part>
          {released && <Release waiting={released} onEnd={() => setReleased(undefined)} />}
        </>
      )}
    </Loaded>
  );
}

const waitingColumns = (
  onRelease: ((waiting: Waiting) => void) | undefined,
): readonly Column<Waiting>[] => [
  { key: 'record', head: waits.heads.record, cell: ({ recordNo }) => recordNo },
  {
    key: 'customer',
    head: waits.heads.customer,
    cell: ({ memberId }) => (
      <a href={hrefOf(pages.customers, { id: String(memberId) })}>{memberId}</a>
    ),
  },
  {
    key: 'amount',
    head: waits.heads.amount,
    isNumber: true,
    cell: ({ actual, asset }) => <ExactAmount value={actual} unit={asset} />,
  },
  { key: 'network', head: waits.heads.network, cell: ({ network }) => network },
  {
    key: 'since',
    head: waits.heads.since,
    cell: ({ approvedAt }) => <DateText at={approvedAt} detail="short" />,
  },
  {
    key: 'room',
    head: waits.heads.room,
    cell: ({ fitsFrom }) =>
      fitsFrom === null ? waits.never : <DateText at={fitsFrom} detail="short" />,
  },
  {
    key: 'release',
    head: waits.heads.release,
    cell: (waiting) =>
      waiting.reviewId === null ? (
        onRelease && (
          <Button kind="secondary" isSmall onPress={() => onRelease(waiting)}>
            {waits.ask}
          </Button>
        )
      ) : (
        <a href={hrefOf(pages.queue, { id: String(waiting.reviewId) })}>{waits.proposed}</a>
      ),
  },
];

function Release({ waiting, onEnd }: { waiting: Waiting; onEnd: () => void }) {
  const { ID, recordNo, actual, asset, network } = waiting;
  const propose = useAct('POST /operator/outflow/proposeRelease', () => labels.proposed);
  return (
    <ReasonDialog
      key={ID}
      isOpen
      question={waits.question(recordNo)}
      confirmLabel={waits.release}
      isBusy={propose.isBusy}
      onConfirm={(reason) =>
        propose.run({ ID, reason }, (output) => {
          onEnd();
          openReview(output);
        })
      }
      onCancel={onEnd}
    >
      {waits.consequence(amountInWords(actual, asset), network)}
    </ReasonDialog>
  );
}
