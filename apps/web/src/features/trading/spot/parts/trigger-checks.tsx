/** The checks of a receipt with what each found; several of the verifier's make one row. */
import { formatDate, formatPrice, useNumberLocale } from '@tern/ui';
import { CheckCard, CheckGroup, CheckRow } from '../../../../kernel/check-headline.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Verification } from '../verify-trigger.ts';

type CheckName = Verification['items'][number]['name'];
type RowKey =
  | 'checkSet'
  | 'checkPrices'
  | 'checkPauses'
  | 'checkEarlier'
  | 'checkFirst'
  | 'checkBest'
  | 'checkOutcome';

const ROWS: readonly { key: RowKey; names: readonly CheckName[] }[] = [
  { key: 'checkSet', names: ['shape', 'order', 'record'] },
  { key: 'checkPrices', names: ['head', 'prices'] },
  { key: 'checkPauses', names: ['pauses'] },
  { key: 'checkBest', names: ['best'] },
  { key: 'checkEarlier', names: ['earlier'] },
  { key: 'checkFirst', names: ['first'] },
  { key: 'checkOutcome', names: ['trigger', 'outcome'] },
];

export function TriggerChecks({ verification }: { verification: Verification }) {
  const t = useT();
  const found = useFound(verification);
  return (
    <CheckCard>
      <CheckGroup>
        {ROWS.map(({ key, names }) => {
          const items = verification.items.filter(({ name }) => names.includes(name));
          if (items.length === 0) return null;
          const pass = items.every((item) => item.pass);
          const name = t(`spot.${key}`);
          return (
            <CheckRow key={key} {...{ name, pass }} found={pass ? found(key) : t('spot.differs')} />
          );
        })}
      </CheckGroup>
    </CheckCard>
  );
}

/** Empty when the receipt could not be parsed. */
function useFound({ receipt, prices }: Verification): (key: RowKey) => string {
  const t = useT();
  const locale = useNumberLocale();
  if (receipt === undefined || prices === undefined) return () => '';
  const { order, trigger, pauses } = receipt;
  const time = (at: number | undefined) => formatDate(at, { locale, detail: 'second' });
  const count = (value: number) => formatPrice(String(value), { locale });
  const met = prices.counted.find(({ number }) => number === trigger.number);
  const values: Record<RowKey, () => string> = {
    checkSet: () => time(order.acceptedAt),
    checkPrices: () => t('spot.foundNoGap', { count: count(prices.counted.length) }),
    checkPauses: () => (pauses.length === 0 ? t('spot.foundNone') : count(pauses.length)),
    checkBest: () => formatPrice(trigger.bestPrice ?? '', { locale }),
    checkEarlier: () => t('spot.foundNone'),
    checkFirst: () => time(met?.at),
    checkOutcome: () => t(trigger.orderId === null ? 'spot.rejected' : 'spot.foundPlaced'),
  };
  return (key) => values[key]();
}
