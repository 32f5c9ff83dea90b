/** Revenue of 30 days in one coin: a bar for each day, sums by kind and by market. */
import { formatDate, Inline, Text } from '@tern/ui';
import { amountInWords, Figure } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Part } from '../../../kernel/page.tsx';
import { Table } from '../../../kernel/table.tsx';
import { type Revenue, useRevenue } from './api.ts';
import { treasuryTexts } from './texts.ts';
import styles from './treasury.module.css';
import { barsOf } from './view-model.ts';

const { revenue: labels } = treasuryTexts;

const dayText = (day: string) => formatDate(day, { locale: 'en', detail: 'date', timeZone: 'UTC' });

export function RevenuePart({ coin }: { coin: string }) {
  const query = useRevenue(coin);
  const since = query.data && labels.since(dayText(query.data.from));
  return (
    <Part title={labels.title(coin)} aside={<Text size="label">{since}</Text>}>
      <Loaded query={query}>
        {(revenue) =>
          revenue.total === '0' && revenue.kinds.length === 0 ? (
            <Text size="label" tone="soft">
              {labels.none}
            </Text>
          ) : (
            <>
              <Bars coin={coin} revenue={revenue} />
              <div className={styles.sums}>
                <Kinds coin={coin} revenue={revenue} />
                {revenue.markets.length > 0 && <Markets coin={coin} revenue={revenue} />}
              </div>
            </>
          )
        }
      </Loaded>
    </Part>
  );
}

function Bars({ coin, revenue }: { coin: string; revenue: Revenue }) {
  const bars = barsOf(revenue);
  const amounts = new Map(revenue.days.map(({ day, amount }) => [day, amount]));
  return (
    <div>
      <ol className={styles.bars} aria-label={labels.days}>
        {bars.map(({ day, share }) => {
          const text = `${dayText(day)}: ${amountInWords(amounts.get(day) ?? '0', coin)}`;
          return (
            <li key={day} title={text} aria-label={text}>
              <i style={{ height: `${share}%` }} />
            </li>
          );
        })}
      </ol>
      <Inline justify="between" size="cap" tone="faint" aria-hidden="true">
        <span>{dayText(bars[0]?.day ?? '')}</span>
        <span>{dayText(bars.at(-1)?.day ?? '')}</span>
      </Inline>
    </div>
  );
}

function Kinds({ coin, revenue: { kinds, total } }: { coin: string; revenue: Revenue }) {
  const rows = [
    ...kinds.map(({ kind, amount }) => ({
      name: labels.kindNames[kind] ?? labels.other(kind),
      amount,
    })),
    { name: labels.total, amount: total },
  ];
  return (
    <Table
      label={labels.kinds}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { key: 'kind', head: labels.kind, cell: ({ name }) => name },
        {
          key: 'amount',
          head: labels.amount,
          isNumber: true,
          cell: ({ amount }) => <Figure value={amount} unit={coin} />,
        },
      ]}
    />
  );
}

function Markets({ coin, revenue: { markets } }: { coin: string; revenue: Revenue }) {
  return (
    <Table
      label={labels.markets}
      rows={markets}
      keyOf={({ symbol }) => symbol}
      columns={[
        { key: 'market', head: labels.market, cell: ({ symbol }) => symbol.toUpperCase() },
        {
          key: 'amount',
          head: labels.amount,
          isNumber: true,
          cell: ({ amount }) => <Figure value={amount} unit={coin} />,
        },
      ]}
    />
  );
}
