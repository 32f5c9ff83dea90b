/** The operator's own account: how they sign in, the password, sessions and sign-ins, roles in words, and locking it. */
import { Button, DateText, Text } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Facts, Page, Part } from '../../../kernel/page.tsx';
import { markOf, useSession } from '../../../kernel/session.ts';
import { roleNameOf } from '../../../kernel/role-names.ts';
import { texts } from '../../../kernel/texts.ts';
import pageStyles from '../../../kernel/page.module.css';
import { type OwnAccount, useOwnAccount } from './api.ts';
import { ChangePassword } from './change-password.tsx';
import { LockDialog } from './locks.tsx';
import { OwnPasskeys } from './own-passkeys.tsx';
import { OwnProvider } from './own-provider.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { OwnSignIns } from './own-sign-ins.tsx';

const { ownAccount: labels, locks } = texts.operators;

export function OwnAccountScreen() {
  const session = useSession();
  const account = useOwnAccount();
  const [isAsked, ask] = useState(false);
  if (session === undefined) return null;
  const { operator } = session;
  return (
    <Page
      lead={
        <span className={pageStyles.avatar} aria-hidden="true">
          {markOf(operator.login)}
        </span>
      }
      title={labels.title}
      line={
        <>
          {operator.login}
          {account.data !== undefined && (
            <>
              {` · ${labels.since} `}
              <DateText at={account.data.CreatedAt} detail="day" />
            </>
          )}
        </>
      }
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
                {roleNameOf(role)}
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
      <Loaded query={account}>
        {(own) => (
          <>
            <SignInPart own={own} />
            <OwnPasskeys own={own} />
            {own.provider !== null && <OwnProvider provider={own.provider} />}
            <ChangePassword />
            <OwnSessions own={own} />
            <OwnSignIns own={own} />
          </>
        )}
      </Loaded>
      <LockDialog account={operator} isOpen={isAsked} onEnd={() => ask(false)} />
    </Page>
  );
}

function SignInPart({ own: { passwordChangedAt, recoveryCodesLeft } }: { own: OwnAccount }) {
  return (
    <Part title={labels.signIn}>
      <Facts
        rows={[
          [
            labels.password,
            passwordChangedAt === null ? (
              labels.passwordRule
            ) : (
              <>
                {`${labels.passwordSince} `}
                <DateText at={passwordChangedAt} />
              </>
            ),
          ],
          [labels.codes, labels.codesRule],
          [labels.recovery, labels.recoveryLeft(recoveryCodesLeft)],
        ]}
      />
    </Part>
  );
}
