/** Proposes new limits, fees or switches of a network or currency, with a summary before sending. */
import type { OperatorInput } from '@tern/protocol/operator/client';
import { AmountField, Select, Text } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { openReview } from '../../../kernel/pages.ts';
import styles from '../../../kernel/page.module.css';
import { Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import type { Subject, TermsField } from './api.ts';
import { ProposalForm } from './proposal-form.tsx';
import { TermValue } from './term-changes.tsx';
import { changedFields, fieldsOf, valueOf, labelOf } from './terms-view-model.ts';
import { settingTexts } from './texts.ts';

type Input = OperatorInput<'POST /operator/terms/propose'>;
type Typed = Partial<Record<TermsField, string>>;

/** More than any asset has; the server checks the asset's own scale. */
const PLACES_MAX = 18;

const isSwitch = (field: TermsField) => field === 'takesIn' || field === 'takesOut';

/** Only changed fields are sent. */
function inputOf(fields: readonly TermsField[], typed: Typed): Partial<Input> {
  return Object.fromEntries(
    fields.map((field) => {
      const value = typed[field]?.trim() ?? '';
      return [field, isSwitch(field) ? value === texts.terms.on : value];
    }),
  );
}

export function ProposeTerms({ subject }: { subject: Subject }) {
  const { propose: labels } = texts.terms;
  const { propose: common } = settingTexts.limits;
  const [typed, setTyped] = useState<Typed>({});
  const propose = useAct('POST /operator/terms/propose', () => common.proposed);
  const changed = changedFields(subject, typed);
  return (
    <ProposalForm
      title={labels.title}
      lead={labels.lead}
      fields={(moment) => (
        <>
          <div className={styles.pairs}>
            {fieldsOf(subject).map((field) => (
              <Field
                key={field}
                subject={subject}
                field={field}
                value={typed[field] ?? valueOf(subject, field)}
                onChange={(value) => setTyped({ ...typed, [field]: value })}
              />
            ))}
          </div>
          {moment}
        </>
      )}
      summary={() => <Summary subject={subject} changed={changed} typed={typed} />}
      isBusy={propose.isBusy}
      isDisabled={changed.length === 0}
      onPropose={(given) => {
        if (changed.length === 0) return;
        propose.run({ key: subject.key, ...given, ...inputOf(changed, typed) }, openReview);
      }}
    />
  );
}

interface FieldProps {
  subject: Subject;
  field: TermsField;
  value: string;
  onChange: (value: string) => void;
}

function Field({ subject, field, value, onChange }: FieldProps) {
  const label = labelOf(field);
  const { on, off } = texts.terms;
  if (isSwitch(field)) {
    const options = [on, off].map((key) => ({ key, label: key }));
    return <Select label={label} options={options} value={value} onChange={onChange} />;
  }
  return (
    <AmountField
      label={label}
      name={field}
      places={PLACES_MAX}
      required
      unit={subject.asset}
      value={value}
      onChange={onChange}
    />
  );
}

interface SummaryProps {
  subject: Subject;
  changed: readonly TermsField[];
  typed: Typed;
}

function Summary({ subject, changed, typed }: SummaryProps) {
  const { propose: labels } = texts.terms;
  if (changed.length === 0)
    return (
      <Text size="label" tone="soft">
        {labels.nothing}
      </Text>
    );
  return (
    <Table
      label={labels.summary}
      rows={changed}
      keyOf={(field) => field}
      columns={[
        { key: 'field', head: labels.field, cell: (field) => labelOf(field) },
        {
          key: 'before',
          head: labels.before,
          isNumber: true,
          cell: (field) => (
            <span className={styles.was}>
              <TermValue value={valueOf(subject, field)} unit={subject.asset} field={field} />
            </span>
          ),
        },
        {
          key: 'after',
          head: labels.after,
          isNumber: true,
          cell: (field) => (
            <b>
              <TermValue value={typed[field]?.trim() ?? ''} unit={subject.asset} field={field} />
            </b>
          ),
        },
      ]}
    />
  );
}
