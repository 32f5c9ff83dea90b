/** The form of a proposal to change a setting or terms: its fields, start time and reason. */
import type { MessageCode } from '@tern/protocol/operator/client';
import { Button, Inline, Text } from '@tern/ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ReasonField, useMessage } from '../../../kernel/reason.tsx';
import styles from '../../../kernel/page.module.css';
import { Part } from '../../../kernel/page.tsx';
import { useStartTime } from '../../../kernel/start-time.tsx';
import { texts } from '../../../kernel/texts.ts';
import { settingTexts } from './texts.ts';

export interface ProposalFormProps {
  title: string;
  lead: string;
  /** The fields, with the one of the start time at its place. */
  fields: (moment: ReactNode) => ReactNode;
  /** Below the reason; `effectiveAt` is undefined while no time is given. */
  summary: (given: { message: MessageCode; effectiveAt: string | undefined }) => ReactNode;
  isBusy: boolean;
  isDisabled?: boolean;
  onPropose: (given: { effectiveAt: string; message: MessageCode; reason: string }) => void;
}

export function ProposalForm(props: ProposalFormProps) {
  const { title, lead, fields, summary, isBusy, isDisabled = false, onPropose } = props;
  const { propose: labels } = settingTexts.limits;
  const start = useStartTime();
  const [reason, setReason] = useState('');
  const { message, field } = useMessage('terms');
  const { effectiveAt } = start;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (effectiveAt !== undefined) onPropose({ effectiveAt, message, reason: reason.trim() });
  };
  return (
    <Part title={title}>
      <Text size="label" tone="soft">
        {lead}
      </Text>
      <form className={styles.form} onSubmit={submit}>
        {fields(start.field)}
        {field}
        <ReasonField
          label={texts.reason.inner}
          hint={texts.reason.innerHint}
          value={reason}
          onChange={setReason}
        />
        {summary({ message, effectiveAt })}
        <Inline gap={8} align="center" isWrapped>
          <Button type="submit" kind="primary" isBusy={isBusy} isDisabled={isDisabled}>
            {labels.submit}
          </Button>
        </Inline>
      </form>
    </Part>
  );
}
