/** Payment files: what waits for the bank, by currency, and the files with what became of them. */
import { Button, ConfirmDialog, DateText, Inline, Pill, StateBlock } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { usePermission } from '../../../kernel/session.ts';
import { type Column, Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { type PaymentFile, type ReadyPayments, usePaymentFiles } from './api.ts';
import styles from './chain.module.css';
import { BackLink } from './pane.tsx';
import { chainTexts } from './texts.ts';

const labels = chainTexts.chain.files;
const { heads } = labels;
const PILLS = { made: 'review', sent: 'done', withdrawn: 'neutral' } as const;

export function PaymentFilesPane() {
  const query = usePaymentFiles();
  return (
    <article className={styles.article} aria-label={labels.title}>
      <header className={styles.paneHead}>
        <div>
          <BackLink />
          <h2>{labels.title}</h2>
          <p>{labels.lead}</p>
        </div>
      </header>
      <div className={styles.body}>
        <Loaded query={query}>
          {({ ready, list }) => (
            <>
              <Ready rows={ready} />
              <Files rows={list} />
            </>
          )}
        </Loaded>
      </div>
    </article>
  );
}

function Ready({ rows }: { rows: readonly ReadyPayments[] }) {
  const mayMake = usePermission('payments.send');
  const make = useAct('POST /operator/paymentFile/make', () => labels.made);
  const columns: readonly Column<ReadyPayments>[] = [
    { key: 'asset', head: heads.asset, cell: ({ asset }) => <b>{asset}</b> },
    { key: 'payments', head: heads.payments, isNumber: true, cell: ({ payments }) => payments },
    {
      key: 'total',
      head: heads.total,
      isNumber: true,
      cell: ({ total, asset }) => <ExactAmount value={total} unit={asset} />,
    },
    { key: 'account', head: heads.account, cell: ({ account }) => account ?? labels.noAccount },
    {
      key: 'make',
      head: '',
      cell: ({ asset, account }) =>
        mayMake &&
        account !== null && (
          <Button isSmall isBusy={make.isBusy} onPress={() => make.run({ coinname: asset })}>
            {labels.makeOf(asset)}
          </Button>
        ),
    },
  ];
  return (
    <Table
      label={labels.ready}
      rows={rows}
      keyOf={({ asset }) => asset}
      columns={columns}
      empty={<StateBlock kind="empty" title={labels.noneReady} />}
    />
  );
}

const columns: readonly Column<PaymentFile>[] = [
  { key: 'no', head: heads.file, cell: ({ recordNo }) => recordNo },
  {
    key: 'at',
    head: heads.at,
    cell: ({ CreatedAt }) => <DateText at={CreatedAt} detail="short" />,
  },
  { key: 'payments', head: heads.payments, isNumber: true, cell: ({ payments }) => payments },
  {
    key: 'total',
    head: heads.total,
    isNumber: true,
    cell: ({ total, asset }) => <ExactAmount value={total} unit={asset} />,
  },
  { key: 'booked', head: heads.booked, isNumber: true, cell: ({ booked }) => booked },
  {
    key: 'people',
    head: heads.people,
    cell: ({ by, endedBy }) => (endedBy === null ? by : `${by}, ${endedBy}`),
  },
  {
    key: 'state',
    head: heads.state,
    cell: ({ state }) => <Pill kind={PILLS[state]}>{labels.states[state]}</Pill>,
  },
];

type State = 'sent' | 'withdrawn';

function Files({ rows }: { rows: readonly PaymentFile[] }) {
  const maySend = usePermission('payments.send');
  const [asked, setAsked] = useState<{ file: PaymentFile; state: State }>();
  const download = useAct('POST /operator/paymentFile/download', () => labels.downloaded);
  const decide = useAct('POST /operator/paymentFile/decide', () => labels.recorded);
  const acts: Column<PaymentFile> = {
    key: 'acts',
    head: '',
    cell: (file) =>
      file.state !== 'withdrawn' && (
        <Inline gap={8}>
          <Button
            isSmall
            isBusy={download.isBusy}
            onPress={() =>
              download.run({ ID: String(file.ID) }, ({ name, text }) =>
                saveFile(name, text, 'application/xml'),
              )
            }
          >
            {labels.download}
          </Button>
          {file.state === 'made' &&
            (['sent', 'withdrawn'] as const).map((state) => (
              <Button key={state} isSmall onPress={() => setAsked({ file, state })}>
                {labels.acts[state]}
              </Button>
            ))}
        </Inline>
      ),
  };
  return (
    <>
      <Table
        label={labels.title}
        rows={rows}
        keyOf={({ ID }) => ID}
        columns={maySend ? [...columns, acts] : columns}
        empty={<StateBlock kind="empty" title={labels.none} />}
      />
      {asked !== undefined && (
        <ConfirmDialog
          isOpen
          question={labels.questions[asked.state](asked.file.recordNo)}
          confirmLabel={labels.acts[asked.state]}
          isBusy={decide.isBusy}
          cancelLabel={texts.review.cancel}
          onCancel={() => setAsked(undefined)}
          onConfirm={() =>
            decide.run({ ID: String(asked.file.ID), state: asked.state }, () => setAsked(undefined))
          }
        >
          {labels.warnings[asked.state]}
        </ConfirmDialog>
      )}
    </>
  );
}
