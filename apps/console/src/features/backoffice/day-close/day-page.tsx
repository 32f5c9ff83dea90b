/** One closed day: what is carried into it, what differs, who signed, the trial balance of a coin, the day in sums, what changed by kind. */
import { AmountText, Button, DateText, depositIcon, formatDate, Select, Text } from '@tern/ui';
import { useAct } from '../../../kernel/act.ts';
import { Figure } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Facts, KeysHint, Page, Part } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { recordName } from '../../../kernel/record-name.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { usePermission } from '../../../kernel/session.ts';
import { type Column, Table } from '../../../kernel/table.tsx';
import { goTo, hrefOf } from '../../../platform/address.ts';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import { type ClosedCoin, useDay } from './api.ts';
import styles from './day-close.module.css';
import { CarriedPart } from './carried-part.tsx';
import { DayPill, SigningPill } from './day-pill.tsx';
import { Differences } from './differences.tsx';
import { SignOffPart } from './sign-off-part.tsx';
import { StatementsPart } from './statements-part.tsx';
import { accountName, dayCloseTexts } from './texts.ts';
import { coinShown, type Sums, sumsOf } from './view-model.ts';

const { trial, sums, kinds } = dayCloseTexts;

export function DayPage({ day, coin }: { day: string; coin: string | undefined }) {
  const query = useDay(day);
  const maySign = usePermission('books.sign');
  const file = useAct('GET /operator/dayClose/file', () => dayCloseTexts.saved);
  const save = () =>
    file.run({ day }, ({ csv }) => saveFile(`trial-balance-${day}.csv`, csv, 'text/csv'));
  useShortcuts({ e: query.data && save });
  const shown = query.data && coinShown(query.data.coins, coin);
  return (
    <Page
      back={{ href: hrefOf(pages.dayClose), label: dayCloseTexts.all }}
      title={formatDate(day, { locale: 'en', detail: 'dayName', timeZone: 'UTC' })}
      pills={
        query.data && (
          <>
            <DayPill day={query.data} />
            <SigningPill state={query.data.signOff.state} />
          </>
        )
      }
      line={
        query.data && (
          <>
            {dayCloseTexts.through}{' '}
            <AmountText value={String(query.data.throughPosting)} places={0} /> ·{' '}
            {dayCloseTexts.closed} <DateText at={query.data.closedAt} detail="short" />
          </>
        )
      }
      actions={
        query.data && (
          <Button isSmall icon={depositIcon} isBusy={file.isBusy} onPress={save}>
            {dayCloseTexts.file}
          </Button>
        )
      }
      bar={
        shown && (
          <Select
            label={dayCloseTexts.coin}
            isLabelHidden
            options={(query.data?.coins ?? []).map(({ coinname }) => ({
              key: coinname,
              label: coinname,
            }))}
            value={shown.coinname}
            onChange={(next) => goTo(pages.dayClose, { day, coin: next })}
          />
        )
      }
      foot={
        <KeysHint
          more={[
            [['E'], dayCloseTexts.keys.file],
            ...(maySign ? ([[['A'], dayCloseTexts.keys.sign]] as const) : []),
          ]}
        >
          {dayCloseTexts.rule}
        </KeysHint>
      }
    >
      <Loaded query={query}>
        {(data) => {
          const { state, carried } = data.signOff;
          const mayExplain = maySign && state !== 'none' && state !== 'signed';
          return (
            <>
              <CarriedPart items={carried} mayExplain={mayExplain} />
              <StatementsPart day={data} mayExplain={mayExplain} />
              <Differences day={data} mayExplain={mayExplain} />
              <SignOffPart day={data} maySign={maySign} />
              {shown && <Coin coin={shown} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

interface Row extends Sums {
  readonly name: string;
  readonly isSum?: true;
}

function Coin({ coin }: { coin: ClosedCoin }) {
  const { coinname, lines } = coin;
  const hasLate = lines.some(({ late }) => late !== '0');
  const keys = ['opening', 'debits', 'credits', 'closing', ...(hasLate ? ['late'] : [])] as const;
  const columns: readonly Column<Row>[] = [
    {
      key: 'account',
      head: trial.heads.account,
      cell: ({ name, isSum }) => (isSum ? <b>{name}</b> : name),
    },
    ...(keys as readonly (keyof Sums)[]).map((key) => ({
      key,
      head: trial.heads[key],
      isNumber: true,
      cell: (row: Row) => <Figure value={row[key]} unit={coinname} isBlankZero />,
    })),
  ];
  const rows = lines.map((line) => ({ ...line, name: accountName(line.account) }));
  return (
    <>
      <Part title={trial.title(coinname)}>
        <Table
          label={trial.title(coinname)}
          rows={[...rows, { ...sumsOf(lines), name: trial.sum, isSum: true }]}
          keyOf={({ name }) => name}
          columns={columns}
        />
        {hasLate && (
          <Text as="p" size="label" tone="soft">
            {trial.lateNote}
          </Text>
        )}
      </Part>
      <div className={styles.sums}>
        <DayInSums coin={coin} />
        <Kinds title={kinds.members} coin={coinname} rows={coin.members} />
        <Kinds title={kinds.income} coin={coinname} rows={coin.income} sum={coin.earned} />
      </div>
    </>
  );
}

function DayInSums({ coin }: { coin: ClosedCoin }) {
  const { coinname: unit } = coin;
  const figure = (value: string) => <Figure value={value} unit={unit} />;
  return (
    <Part title={sums.title(unit)}>
      <Facts
        rows={[
          [sums.opening, figure(coin.owedOpening)],
          [sums.cameIn, figure(coin.cameIn)],
          [sums.wentOut, figure(coin.wentOut)],
          [sums.otherwise, figure(coin.otherwise)],
          [sums.closing, figure(coin.owedClosing)],
        ]}
      />
    </Part>
  );
}

interface KindsProps {
  title: string;
  coin: string;
  rows: ClosedCoin['members'];
  /** Shown as the last row. */
  sum?: string;
}

function Kinds({ title, coin, rows, sum }: KindsProps) {
  const named = rows.map(({ kind, amount }) => ({ name: recordName(kind), amount }));
  const total = sum === undefined ? [] : [{ name: kinds.total, amount: sum }];
  return (
    <Part title={title}>
      {rows.length === 0 ? (
        <Text as="p" size="label" tone="soft">
          {kinds.none}
        </Text>
      ) : (
        <Table
          label={title}
          rows={[...named, ...total]}
          keyOf={({ name }) => name}
          columns={[
            { key: 'kind', head: kinds.kind, cell: ({ name }) => name },
            {
              key: 'amount',
              head: kinds.amount,
              isNumber: true,
              cell: ({ amount }) => <Figure value={amount} unit={coin} />,
            },
          ]}
        />
      )}
    </Part>
  );
}
