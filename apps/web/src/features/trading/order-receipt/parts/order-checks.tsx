/** The checks with what each found. One that could not be run has no mark. */
import { formatPercent, useNumberLocale } from '@tern/ui';
import type { OpenedOrderReceipt } from '@tern/proofs';
import { CheckCard, CheckGroup, CheckRow } from '../../../../kernel/check-headline.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type CheckedRow, feePercent, type PlacedOrder, type RowKey } from '../view-model.ts';
import styles from './order-receipt.module.css';
import { useShownTexts } from './use-shown-texts.ts';

interface OrderChecksProps {
  rows: readonly CheckedRow[];
  opened: OpenedOrderReceipt | undefined;
  order: PlacedOrder;
}

export function OrderChecks({ rows, opened, order }: OrderChecksProps) {
  const t = useT();
  const found = useFound(opened, order);
  return (
    <CheckCard>
      <CheckGroup>
        {rows.map(({ key, pass }) => {
          const name = t(`order-receipt.check_${key}`);
          if (pass === undefined) return <NotRun key={key} name={name} row={key} />;
          return (
            <CheckRow
              key={key}
              {...{ name, pass }}
              found={pass ? found(key) : t('order-receipt.differs')}
            />
          );
        })}
      </CheckGroup>
    </CheckCard>
  );
}

function NotRun({ name, row }: { name: string; row: RowKey }) {
  const t = useT();
  return (
    <li className={styles.notRun}>
      <span>{name}</span>
      <span>{t(row === 'confirmed' ? 'order-receipt.notKept' : 'order-receipt.notRun')}</span>
    </li>
  );
}

/** Empty when the receipt could not be read. */
function useFound(opened: OpenedOrderReceipt | undefined, order: PlacedOrder) {
  const t = useT();
  const locale = useNumberLocale();
  const { count, exact } = useShownTexts(order);
  if (opened === undefined) return () => '';
  const { number, first, last, said, round = [], matches, logSize } = opened;
  const all = last - first + 1;
  const fills = t('order-receipt.fills', { count: matches.length });
  const values: Record<RowKey, () => string> = {
    confirmed: () => (said === undefined ? '' : exact(said.at)),
    times: () =>
      t('order-receipt.placeOf', { place: count(number - first + 1), count: count(all) }),
    numbers: () => t('order-receipt.range', { first: count(1), last: count(all) }),
    prices: () => fills,
    queue: () => fills,
    quotes: () => count(round.filter(({ isOfExchange }) => isOfExchange).length),
    fee: () => (matches.length === 0 ? fills : formatPercent(feePercent(order), locale, 3)),
    log: () => t('order-receipt.checkpoint', { size: count(logSize) }),
  };
  return (key: RowKey) => values[key]();
}
