/** Hedging: whether it is on, the exposure in each coin, what is at the venue, and the last orders there. */
import { Button, CoinMark, DateText, Inline, Note, Pill, Stack, StateBlock, Text } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { amountInWords, Figure } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Part } from '../../../kernel/page.tsx';
import { openReview, pages } from '../../../kernel/pages.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { type Column, Table } from '../../../kernel/table.tsx';
import { hrefOf } from '../../../platform/address.ts';
import {
  type Exposure,
  type Hedging,
  type HedgingOrder,
  useHedging,
  type VenuePosition,
} from './api.ts';
import { treasuryTexts } from './texts.ts';
import styles from './treasury.module.css';
import { isOver } from './view-model.ts';

const { hedging: labels } = treasuryTexts;

const coinCell = ({ asset }: { asset: string }) => (
  <Inline gap={8} align="center">
    <CoinMark symbol={asset} size={24} />
    <b>{asset}</b>
  </Inline>
);

const exposureColumns: readonly Column<Exposure>[] = [
  { key: 'coin', head: labels.exposures.coin, cell: coinCell },
  {
    key: 'owned',
    head: labels.exposures.owned,
    isNumber: true,
    cell: ({ owned, asset }) => <Figure value={owned} unit={asset} />,
  },
  {
    key: 'target',
    head: labels.exposures.target,
    isNumber: true,
    cell: ({ target, asset }) => <Figure value={target} unit={asset} />,
  },
  {
    key: 'exposure',
    head: labels.exposures.exposure,
    isNumber: true,
    cell: ({ exposure, worth, asset }) => (
      <>
        <Figure value={exposure} unit={asset} />
        {worth !== null && (
          <small className={styles.note}>
            <Figure value={worth} unit="USDT" /> USDT
          </small>
        )}
      </>
    ),
  },
  {
    key: 'limit',
    head: labels.exposures.limit,
    isNumber: true,
    cell: (row) =>
      row.exposureMax === null ? (
        <Text tone="soft">{labels.exposures.notHedged}</Text>
      ) : (
        <Inline gap={8} align="center" justify="end">
          {isOver(row.exposure, row.exposureMax) && (
            <Pill kind="review">{labels.exposures.over}</Pill>
          )}
          <Figure value={row.exposureMax} unit={row.asset} isBound />
        </Inline>
      ),
  },
  {
    key: 'order',
    head: labels.exposures.order,
    isNumber: true,
    cell: ({ orderMax, asset }) =>
      orderMax === null ? '---' : <Figure value={orderMax} unit={asset} isBound />,
  },
  {
    key: 'day',
    head: labels.exposures.day,
    isNumber: true,
    cell: ({ dayUsed, dayMax, asset }) =>
      dayMax === null ? (
        '---'
      ) : (
        <>
          <Figure value={dayUsed} unit={asset} />
          <small className={styles.note}>
            {labels.exposures.of} <Figure value={dayMax} unit={asset} isBound />
          </small>
        </>
      ),
  },
];

const positionColumns: readonly Column<VenuePosition>[] = [
  { key: 'coin', head: labels.positions.coin, cell: coinCell },
  {
    key: 'booked',
    head: labels.positions.booked,
    isNumber: true,
    cell: ({ booked, asset }) => <Figure value={booked} unit={asset} />,
  },
  {
    key: 'reported',
    head: labels.positions.reported,
    isNumber: true,
    cell: ({ reported, asset }) =>
      reported === null ? '---' : <Figure value={reported} unit={asset} />,
  },
  {
    key: 'difference',
    head: labels.positions.difference,
    isNumber: true,
    cell: ({ difference, isLarge, asset }) => (
      <Inline gap={8} align="center" justify="end">
        {isLarge && <Pill kind="bad">{labels.positions.differs}</Pill>}
        <Figure value={difference} unit={asset} />
      </Inline>
    ),
  },
];

const PILLS = {
  sent: 'review',
  done: 'done',
  refused: 'bad',
  absent: 'neutral',
  disputed: 'bad',
} as const;

const orderColumns: readonly Column<HedgingOrder>[] = [
  {
    key: 'at',
    head: labels.orders.at,
    cell: ({ CreatedAt }) => <DateText at={CreatedAt} detail="short" />,
  },
  {
    key: 'side',
    head: labels.orders.side,
    cell: ({ side, asset }) => (
      <>
        {labels.orders.sides[side]} <b>{asset}</b>
      </>
    ),
  },
  {
    key: 'amount',
    head: labels.orders.amount,
    isNumber: true,
    cell: ({ amount, asset }) => <Figure value={amount} unit={asset} />,
  },
  {
    key: 'filled',
    head: labels.orders.filled,
    isNumber: true,
    cell: ({ filled, asset }) => <Figure value={filled} unit={asset} />,
  },
  {
    key: 'cash',
    head: labels.orders.cash,
    isNumber: true,
    cell: ({ cash }) => <Figure value={cash} unit="USDT" />,
  },
  {
    key: 'price',
    head: labels.orders.price,
    isNumber: true,
    cell: ({ price }) => <Figure value={price} unit="USDT" isBound />,
  },
  {
    key: 'state',
    head: labels.orders.state,
    cell: ({ state }) => <Pill kind={PILLS[state]}>{labels.orders.states[state]}</Pill>,
  },
  {
    key: 'why',
    head: labels.orders.why,
    isLong: true,
    cell: ({ reason, exposure, asset }) =>
      reason === '' ? labels.orders.because(amountInWords(exposure, asset)) : reason,
  },
];

export function HedgingPart({ mayAct }: { mayAct: boolean }) {
  const query = useHedging();
  return (
    <Loaded query={query}>
      {(hedging) =>
        hedging.venue === null && hedging.orders.length === 0 ? (
          <StateBlock kind="empty" title={labels.none} text={labels.noneText} />
        ) : (
          <>
            <Switch hedging={hedging} mayAct={mayAct} />
            <Table
              label={labels.exposures.title}
              rows={hedging.exposures}
              keyOf={({ asset }) => asset}
              columns={exposureColumns}
              empty={<StateBlock kind="empty" title={labels.exposures.none} />}
            />
            <Part
              title={labels.positions.title}
              aside={
                hedging.reportedAt === null ? undefined : (
                  <span>
                    {labels.positions.asOf} <DateText at={hedging.reportedAt} detail="time" />
                  </span>
                )
              }
            >
              <Table
                label={labels.positions.title}
                rows={hedging.positions}
                keyOf={({ asset }) => asset}
                columns={positionColumns}
                empty={<StateBlock kind="empty" title={labels.positions.none} />}
              />
            </Part>
            <Part title={labels.orders.title}>
              <Table
                label={labels.orders.title}
                rows={hedging.orders}
                keyOf={({ ID }) => ID}
                columns={orderColumns}
                empty={<StateBlock kind="empty" title={labels.orders.none} />}
              />
            </Part>
          </>
        )
      }
    </Loaded>
  );
}

/** On or off, since when and why, and the button that changes it. */
function Switch({ hedging, mayAct }: { hedging: Hedging; mayAct: boolean }) {
  const [asked, setAsked] = useState<'stop' | 'resume'>();
  const { stop, venue, errors, fault } = hedging;
  return (
    <Stack gap={8}>
      <Inline gap={12} align="center" isWrapped>
        <Pill kind={stop === null ? 'done' : stop.cause === 'first' ? 'neutral' : 'bad'}>
          {stop === null ? labels.on : labels.off}
        </Pill>
        <Text>{venue === null ? labels.noVenue : labels.at(venue)}</Text>
        {mayAct && stop === null && (
          <Button kind="danger" isSmall onPress={() => setAsked('stop')}>
            {labels.stop}
          </Button>
        )}
        {mayAct && stop !== null && stop.reviewId === null && (
          <Button kind="secondary" isSmall onPress={() => setAsked('resume')}>
            {stop.cause === 'first' ? labels.begin : labels.resume}
          </Button>
        )}
        {stop !== null && stop.reviewId !== null && (
          <a href={hrefOf(pages.queue, { id: String(stop.reviewId) })}>{labels.proposed}</a>
        )}
      </Inline>
      {stop !== null && stop.cause !== 'first' && (
        <Note kind="warn">
          {labels.causes[stop.cause]}
          {stop.by !== null && ` (${stop.by})`}, <DateText at={stop.since} detail="short" />:{' '}
          {stop.detail}
        </Note>
      )}
      {errors > 0 && <Note kind="info">{labels.errors(errors, fault)}</Note>}
      {asked === 'stop' && <StopDialog onEnd={() => setAsked(undefined)} />}
      {asked === 'resume' && (
        <ResumeDialog isFirst={stop?.cause === 'first'} onEnd={() => setAsked(undefined)} />
      )}
    </Stack>
  );
}

function StopDialog({ onEnd }: { onEnd: () => void }) {
  const act = useAct('POST /operator/hedging/stop', () => labels.stopped);
  return (
    <ReasonDialog
      isOpen
      question={labels.stopQuestion}
      confirmLabel={labels.stop}
      confirmKind="danger"
      isBusy={act.isBusy}
      onConfirm={(reason) => act.run({ reason }, onEnd)}
      onCancel={onEnd}
    >
      {labels.stopText}
    </ReasonDialog>
  );
}

function ResumeDialog({ isFirst, onEnd }: { isFirst: boolean; onEnd: () => void }) {
  const act = useAct('POST /operator/hedging/proposeResume', () => labels.proposed);
  return (
    <ReasonDialog
      isOpen
      question={isFirst ? labels.beginQuestion : labels.resumeQuestion}
      confirmLabel={labels.propose}
      isBusy={act.isBusy}
      onConfirm={(reason) =>
        act.run({ reason }, (output) => {
          onEnd();
          openReview(output);
        })
      }
      onCancel={onEnd}
    >
      {labels.resumeText}
    </ReasonDialog>
  );
}
