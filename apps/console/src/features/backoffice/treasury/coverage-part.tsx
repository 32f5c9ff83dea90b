/** What is held and owed of each coin, computed as the public page does. */
import { CoinMark, Inline, StateBlock, Text } from '@tern/ui';
import { amountInWords, ExactAmount, Figure } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Facts, Part } from '../../../kernel/page.tsx';
import { type Column, Table } from '../../../kernel/table.tsx';
import { type Covered, useCoverage } from './api.ts';
import { treasuryTexts } from './texts.ts';
import styles from './treasury.module.css';
import { coverBar, percentText } from './view-model.ts';

const { coverage: labels } = treasuryTexts;
const { heads } = labels;

function Bar({ row: { asset, held, owed } }: { row: Covered }) {
  const bar = coverBar(held, owed);
  const text = labels.bar(amountInWords(held, asset), amountInWords(owed, asset));
  return (
    <span className={styles.cover} role="img" aria-label={text} title={text}>
      <i style={{ width: `${bar.held}%` }} />
      <b style={{ left: `calc(${bar.owed}% - 1px)` }} />
    </span>
  );
}

const amounts = { held: 'held', owed: 'owed', own: 'house', lent: 'lent' } as const;

const columns: readonly Column<Covered>[] = [
  {
    key: 'coin',
    head: heads.coin,
    cell: ({ asset }) => (
      <Inline gap={8} align="center">
        <CoinMark symbol={asset} size={24} />
        <b>{asset}</b>
      </Inline>
    ),
  },
  { key: 'bar', head: heads.bar, cell: (row) => <Bar row={row} /> },
  ...(Object.keys(amounts) as (keyof typeof amounts)[]).map((key) => ({
    key,
    head: heads[key],
    isNumber: true,
    cell: (row: Covered) => (
      <Figure value={row[amounts[key]]} unit={row.asset} isBlankZero={key === 'lent'} />
    ),
  })),
  {
    key: 'cover',
    head: heads.cover,
    isNumber: true,
    cell: ({ cover }) => <b>{cover === null ? '---' : <ExactAmount value={cover} />}</b>,
  },
];

export function CoveragePart({ floor }: { floor: string | undefined }) {
  const query = useCoverage();
  return (
    <>
      <Loaded query={query}>
        {({ list }) => (
          <Table
            label={labels.title}
            rows={list}
            keyOf={({ asset }) => asset}
            columns={columns}
            empty={<StateBlock kind="empty" title={labels.none} />}
          />
        )}
      </Loaded>
      <div className={styles.sums}>
        <Part title={labels.counted}>
          <Text as="p" size="label" tone="soft">
            {labels.countedText} {labels.same}
          </Text>
        </Part>
        <Part title={labels.rules}>
          <Facts
            rows={[
              [labels.floor, floor === undefined ? '---' : `${percentText(floor)}%`],
              [labels.takeOut, labels.takeOutText],
            ]}
          />
        </Part>
      </div>
    </>
  );
}
