/** When a plan buys: each day, weekday or day of the month, at a time of a zone. */
import { Card, Row, Segmented, Select, Sheet, Stack } from '@tern/ui';
import { useState } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { NewPlan, Rhythm } from '../api.ts';
import { dayFor, LAST_DAY } from '../plan-draft.ts';
import { cityOf, usePlanTexts } from '../use-plan-texts.ts';
import styles from './recurring-buy.module.css';

export interface RhythmCardProps {
  plan: NewPlan;
  onChange: (changes: Partial<NewPlan>) => void;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

export function RhythmCard({ plan, onChange }: RhythmCardProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { rhythm, day, time, timeZone } = plan;
  const choose = (next: Rhythm) => onChange({ rhythm: next, day: dayFor(next, day) });
  return (
    <Card>
      <Stack gap={12}>
        <Segmented
          label={t('recurring-buy.rhythm')}
          value={rhythm}
          onChange={choose}
          options={[
            { key: 'day', label: t('recurring-buy.day') },
            { key: 'week', label: t('recurring-buy.week') },
            { key: 'twoWeeks', label: t('recurring-buy.twoWeeks') },
            { key: 'month', label: t('recurring-buy.month') },
          ]}
        />
        {rhythm === 'month' && <MonthDay day={day} onChange={(next) => onChange({ day: next })} />}
        {(rhythm === 'week' || rhythm === 'twoWeeks') && (
          <Weekdays day={day} onChange={(next) => onChange({ day: next })} />
        )}
      </Stack>
      <div className={styles.time}>
        <Row
          title={t('recurring-buy.time')}
          value={`${time} ${cityOf(timeZone)}`}
          onPress={() => setOpen(true)}
        />
      </div>
      <Sheet isOpen={isOpen} title={t('recurring-buy.time')} onClose={() => setOpen(false)}>
        <Stack gap={16}>
          <Select
            label={t('recurring-buy.time')}
            value={time}
            options={withOption(HALF_HOURS, time)}
            onChange={(next) => onChange({ time: next })}
          />
          <Select
            label={t('recurring-buy.timeZone')}
            value={timeZone}
            options={withOption(Intl.supportedValuesOf('timeZone'), timeZone)}
            onChange={(next) => onChange({ timeZone: next })}
          />
        </Stack>
      </Sheet>
    </Card>
  );
}

const HALF_HOURS = Array.from({ length: 48 }, (_, index) => {
  const hour = String(Math.floor(index / 2)).padStart(2, '0');
  return `${hour}:${index % 2 === 0 ? '00' : '30'}`;
});

/** The usual ones, and what is set. */
const withOption = (usual: readonly string[], set: string) =>
  [...new Set([...usual, set])].toSorted().map((key) => ({ key, label: key }));

interface DayProps {
  day: number;
  onChange: (day: number) => void;
}

function Weekdays({ day, onChange }: DayProps) {
  const t = useT();
  const { weekday } = usePlanTexts();
  return (
    <fieldset className={styles.days}>
      <legend>{t('recurring-buy.weekday')}</legend>
      {WEEKDAYS.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="weekday"
            aria-label={weekday(each)}
            checked={each === day}
            onChange={() => onChange(each)}
          />
          <span aria-hidden="true">{weekday(each, 'weekdayShort')}</span>
        </label>
      ))}
    </fieldset>
  );
}

const MONTH_DAYS = Array.from({ length: 28 }, (_, index) => index + 1);

function MonthDay({ day, onChange }: DayProps) {
  const t = useT();
  const days = MONTH_DAYS.map((each) => ({ key: String(each), label: String(each) }));
  return (
    <Select
      label={t('recurring-buy.dayOfMonth')}
      value={String(day)}
      options={[...days, { key: String(LAST_DAY), label: t('recurring-buy.lastDay') }]}
      onChange={(next) => onChange(Number(next))}
    />
  );
}
