/** What falls due in one coin on each of the next days: bars, and the sum with what is set aside for it. */
import { formatDate, Inline, Note, Segmented, Select, Text } from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { amountInWords, Figure } from '../../../kernel/exact-amount.tsx';
import { Part } from '../../../kernel/page.tsx';
import { Table } from '../../../kernel/table.tsx';
import type { Treasury } from './api.ts';
import styles from './products.module.css';
import { type Bar, barsOf, coinsOf, coverOf } from './view-model.ts';
import { productTexts } from './texts.ts';

const dayOf = (date: string) => formatDate(date, { locale: 'en', detail: 'date', timeZone: 'UTC' });

/** All coins, one at a time. `aside`: a link beside the title. */
export function Owed({ treasury, aside }: { treasury: Treasury; aside?: ReactNode }) {
  const { owed: labels } = productTexts.products;
  const coins = coinsOf(treasury);
  const [chosen, setChosen] = useState<string>();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const coin = coins.find((each) => each === chosen) ?? coins[0];
  return (
    <Part title={labels.title} aside={aside}>
      {coin === undefined ? (
        <Text size="label" tone="soft">
          {labels.none}
        </Text>
      ) : (
        <>
          <div className={styles.views}>
            {coins.length > 1 && (
              <Select
                label={labels.coin}
                options={coins.map((key) => ({ key, label: key }))}
                value={coin}
                onChange={setChosen}
              />
            )}
            <Segmented
              label={labels.view}
              isSmall
              options={[
                { key: 'chart', label: labels.chart },
                { key: 'table', label: labels.table },
              ]}
              value={view}
              onChange={setView}
            />
          </div>
          {view === 'chart' ? (
            <ObligationBars treasury={treasury} coin={coin} />
          ) : (
            <ObligationTable treasury={treasury} coin={coin} />
          )}
        </>
      )}
    </Part>
  );
}

function ObligationBars({ treasury, coin }: { treasury: Treasury; coin: string }) {
  const { owed: labels } = productTexts.products;
  const bars = barsOf(treasury, coin);
  const { sum, reserved, short } = coverOf(treasury, coin);
  const money = (value: string) => amountInWords(value, coin);
  const highest = bars.find((bar) => bar.payoutsShare + bar.principalsShare > 99.8);
  return (
    <figure className={styles.owed}>
      <div className={styles.legend}>
        <span className={styles.principals}>{labels.principals}</span>
        <span className={styles.payouts}>{labels.payouts}</span>
      </div>
      <ol className={styles.bars}>
        {bars.map((bar) => (
          <Day key={bar.date} bar={bar} text={`${dayOf(bar.date)}: ${money(bar.total)}`} />
        ))}
      </ol>
      <Inline justify="between" size="cap" tone="faint" aria-hidden="true">
        <span>{dayOf(bars[0]?.date ?? '')}</span>
        <span>{dayOf(bars.at(-1)?.date ?? '')}</span>
      </Inline>
      <Text as="figcaption" size="label" tone="soft">
        {labels.sum(money(sum), treasury.days.length)}; {labels.setAside(money(reserved))}.
        {highest !== undefined &&
          ` ${labels.highest}: ${dayOf(highest.date)}, ${money(highest.total)}.`}
      </Text>
      {short !== '0' && <Note kind="warn">{labels.short(money(short))}</Note>}
    </figure>
  );
}

/** The days on which something falls due. */
function ObligationTable({ treasury, coin }: { treasury: Treasury; coin: string }) {
  const { owed: labels } = productTexts.products;
  const { heads } = labels;
  const bars = barsOf(treasury, coin).filter(({ total }) => total !== '0');
  const heading = { payouts: labels.payouts, principals: labels.principals, total: heads.total };
  return (
    <Table
      label={`${labels.title}, ${coin}`}
      rows={bars}
      keyOf={({ date }) => date}
      columns={[
        { key: 'day', head: heads.day, cell: ({ date }) => dayOf(date) },
        ...(['payouts', 'principals', 'total'] as const).map((key) => ({
          key,
          head: heading[key],
          isNumber: true,
          cell: (bar: Bar) => <Figure value={bar[key]} unit={coin} isBlankZero />,
        })),
      ]}
    />
  );
}

function Day({ bar, text }: { bar: Bar; text: string }) {
  return (
    <li title={text} aria-label={text}>
      <i className={styles.payouts} style={{ height: `${bar.payoutsShare}%` }} />
      <i className={styles.principals} style={{ height: `${bar.principalsShare}%` }} />
    </li>
  );
}
