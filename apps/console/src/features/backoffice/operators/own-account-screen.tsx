/** The operator's own account: roles in words, the session, how they sign in, and locking it. */
import { Button, DateText, Text } from '@tern/ui';
import { useState } from 'react';
import { Facts, Page, Part } from '../../../kernel/page.tsx';
import { markOf, useSession } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import pageStyles from '../../../kernel/page.module.css';
import { LockDialog } from './locks.tsx';

const { ownAccount: labels, locks, propose } = texts.operators;

export function OwnAccountScreen() {
  const session = useSession();
  const [isAsked, ask] = useState(false);
  if (session === undefined) return null;
  const { operator, expiresAt, idleMinutes } = session;
  const names: Readonly<Record<string, string>> = propose.roleNames;
  return (
    <Page
      lead={
        <span className={pageStyles.avatar} aria-hidden="true">
          {markOf(operator.login)}
        </span>
      }
      title={labels.title}
      line={operator.login}
      actions={
        <Button isSmall kind="danger" onPress={() => ask(true)}>
          {locks.lockOwn}
        </Button>
      }
      side={
        <>
          <Part title={labels.roles}>
            {operator.roles.map((role) => (
              <Text key={role} size="label">
                {names[role] ?? role}
              </Text>
            ))}
            <Text size="label" tone="faint">
              {labels.rolesRule}
            </Text>
          </Part>
          <Part title={labels.lost}>
            <Text size="label" tone="soft">
              {labels.lostText}
            </Text>
          </Part>
        </>
      }
    >
      <Part title={labels.signIn}>
        <Facts
          rows={[
            [labels.password, labels.passwordRule],
            [labels.codes, labels.codesRule],
          ]}
        />
      </Part>
      <Part title={labels.session}>
        <Facts rows={[[labels.ends, <DateText key="ends" at={expiresAt} />]]} />
        <Text size="label" tone="soft">
          {labels.idle(idleMinutes)}
        </Text>
      </Part>
      <LockDialog account={operator} isOpen={isAsked} onEnd={() => ask(false)} />
    </Page>
  );
}
