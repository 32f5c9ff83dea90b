/** From the opening to the closing value as one sum. */
import { Card, formatDate, KeyValue, KeyValues, useNumberLocale } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { StatementMonth } from '../api.ts';
import { firstDayOf, lastDayOf, sumRows } from '../view-model.ts';
import { Money } from './money.tsx';

export function MonthSum({ month }: { month: StatementMonth }) {
  const t = useT();
  const locale = useNumberLocale();
  const day = (at: string) => formatDate(at, { locale, detail: 'dayMonth', timeZone: 'UTC' });
  return (
    <Card>
      <KeyValues>
        <KeyValue
          name={t('statement.on', { day: day(firstDayOf(month.month)) })}
          value={<Money value={month.opening} />}
        />
        {sumRows(month).map(({ name, count, value, isGain }) => (
          <KeyValue
            key={name}
            name={t(name, count === undefined ? {} : { count })}
            value={<Money value={value} isGain={isGain} isSigned />}
          />
        ))}
        <KeyValue
          isTotal
          name={
            month.isFinal
              ? t('statement.on', { day: day(lastDayOf(month.month)) })
              : t('statement.today')
          }
          value={<Money value={month.worth} />}
        />
      </KeyValues>
    </Card>
  );
}
