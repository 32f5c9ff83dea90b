/** The number of an order in its round, and the round as a row of bars: what came before it, the order, what came after. */
import { Card, Text } from '@tern/ui';
import type { OpenedOrderReceipt, OrderReceiptItem } from '@tern/proofs';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { barsAround } from '../view-model.ts';
import styles from './order-receipt.module.css';
import { useShownTexts } from './use-shown-texts.ts';

interface RoundCardProps {
  opened: OpenedOrderReceipt;
  /** The check of times: a number that failed it is marked. */
  moved: OrderReceiptItem | undefined;
}

export function RoundCard({ opened, moved }: RoundCardProps) {
  const t = useT();
  const { count, exact } = useShownTexts();
  const { number, first, last, entry, at, round } = opened;
  const place = count(number - first + 1);
  const all = last - first + 1;
  return (
    <Card>
      <Text as="h2" size="strong">
        {t('order-receipt.accepted', { place, round: count(entry) })}
      </Text>
      <Text size="cap" tone="faint" top={2}>
        {t('order-receipt.acceptedAt', { time: exact(at), count: all })}
      </Text>
      {round !== undefined && <Bars {...{ opened, round, moved }} />}
    </Card>
  );
}

interface BarsProps extends RoundCardProps {
  round: NonNullable<OpenedOrderReceipt['round']>;
}

function Bars({ opened: { number, first }, round, moved }: BarsProps) {
  const t = useT();
  const { second, count } = useShownTexts();
  const bars = barsAround(round, number);
  // What the engine does alone has the time of its batch, which may be later than that of what follows.
  const times = bars.map(({ at }) => at);
  const exchange = bars.filter(({ isOfExchange }) => isOfExchange).length;
  const look = (each: { number: number; isOfExchange: boolean }) => {
    if (each.number === number) return 'own';
    if (moved?.pass === false && each.number === moved.number) return 'moved';
    if (each.isOfExchange) return 'exchange';
    return each.number < number ? 'before' : 'after';
  };
  const label = t('order-receipt.bars', {
    count: bars.length,
    place: count(number - first + 1),
    exchange,
  });
  return (
    <>
      <div className={styles.bars} role="img" aria-label={label}>
        {bars.map((each) => (
          <i key={each.number} data-look={look(each)} />
        ))}
      </div>
      <div className={styles.scale}>
        <span>{second(Math.min(...times))}</span>
        {exchange > 0 && <span>{t('order-receipt.outlined', { count: exchange })}</span>}
        <span>{second(Math.max(...times))}</span>
      </div>
    </>
  );
}
