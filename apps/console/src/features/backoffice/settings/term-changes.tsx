/** One announced change: values before and after, start time and reason. */
import { formatDate, Text } from '@tern/ui';
import { Figure } from '../../../kernel/exact-amount.tsx';
import pageStyles from '../../../kernel/page.module.css';
import { texts } from '../../../kernel/texts.ts';
import type { Subject } from './api.ts';
import styles from './limits.module.css';
import { labelOf } from './terms-view-model.ts';

type Change = Subject['coming'][number];

export interface TermValueProps {
  value: string;
  unit: string;
  /** The field; a maximum is shown without trailing zeros. Empty: a value with its unit, as text. */
  field: string;
}

/** Decimal text is formatted as an amount; on and off are shown as they are. */
export function TermValue({ value, unit, field }: TermValueProps) {
  if (field === '' || !/^\d/.test(value)) return value;
  return <Figure value={value} unit={unit} isBound={field.endsWith('Max')} />;
}

export function TermChanges({ subject, change }: { subject: Subject; change: Change }) {
  const { terms } = texts;
  const when = formatDate(change.effectiveAt, { locale: 'en', detail: 'short' });
  return (
    <div className={styles.change}>
      {change.changes.map(({ field, from, to }) => (
        <div key={field}>
          <span>{labelOf(field)}</span>
          <span className={pageStyles.was}>
            <TermValue value={from} unit={subject.asset} field={field} />
          </span>
          <b>
            <TermValue value={to} unit={subject.asset} field={field} />
          </b>
        </div>
      ))}
      <Text tone="faint" top={4}>
        {terms.comingFrom(when)}. {terms.keepsFee} “{change.reason}”
      </Text>
    </div>
  );
}
