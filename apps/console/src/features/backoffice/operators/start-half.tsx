/** The operator's half of a new account's start code, shown on request. */
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { Button, DateText, Text } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import styles from '../../../kernel/page.module.css';
import { Part } from '../../../kernel/page.tsx';
import { texts } from '../../../kernel/texts.ts';
import type { Account } from './api.ts';

type Half = OperatorOutput<'POST /operator/account/startHalf'>;

export function StartHalf({ account: { ID, login } }: { account: Account }) {
  const { operators } = texts;
  const [shown, setShown] = useState<Half>();
  const asking = useAct('POST /operator/account/startHalf', () => operators.halfTitle(login));
  return (
    <Part title={operators.halfTitle(login)}>
      <div className={styles.form}>
        <p>{operators.halfLead}</p>
        {shown !== undefined && (
          <p>
            <code className={styles.code}>{shown.half}</code>
            <br />
            <Text as="span" size="label" tone="soft">
              {operators.halfUntil} <DateText at={shown.expiresAt} />
            </Text>
          </p>
        )}
        {shown === undefined ? (
          <Button
            isSmall
            isBusy={asking.isBusy}
            label={operators.halfOf(login)}
            onPress={() => asking.run({ ID }, setShown)}
          >
            {operators.half}
          </Button>
        ) : (
          <Button isSmall onPress={() => setShown(undefined)}>
            {operators.hide}
          </Button>
        )}
      </div>
    </Part>
  );
}
