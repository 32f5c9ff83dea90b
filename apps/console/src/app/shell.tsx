/** The frame of every screen: rail, global shortcuts, and the notice of a lost connection. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLiveQueue } from '../kernel/live-queue.ts';
import { stepRows } from '../kernel/row-keys.ts';
import { endSession, type Session } from '../kernel/session.ts';
import { texts } from '../kernel/texts.ts';
import { applySimulation } from '../platform/appearance.ts';
import { call } from '../platform/call.ts';
import { watchIdle } from '../platform/idle.ts';
import { useShortcuts } from '../platform/shortcuts.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { Rail } from './rail.tsx';
import styles from './shell.module.css';

const MINUTE_MS = 60_000;

/** Ends the session here and on the server, even if the server does not answer. */
async function signOut(reason = ''): Promise<void> {
  await call('POST /operator/logout', {}).catch(() => undefined);
  endSession(reason);
}

export function Shell({ session, children }: { session: Session; children: ReactNode }) {
  const { token, idleMinutes } = session;
  const isLive = useLiveQueue(token);
  const findField = useRef<HTMLInputElement>(null);
  const [areKeysShown, showKeys] = useState(false);
  const me = useQuery({ queryKey: ['me'], queryFn: () => call('GET /operator/me', {}) });
  const mode = me.data?.mode;
  useEffect(() => applySimulation(mode !== 'live'), [mode]);
  useEffect(
    () => watchIdle(idleMinutes * MINUTE_MS, () => void signOut(texts.login.idle)),
    [idleMinutes],
  );
  useShortcuts({
    j: () => stepRows(1),
    k: () => stepRows(-1),
    '/': () => findField.current?.focus(),
    '?': () => showKeys(true),
  });
  return (
    <div className={styles.shell}>
      <Rail session={session} findField={findField} onSignOut={() => void signOut()} />
      <main className={styles.main}>
        {!isLive && (
          <p role="status" className={styles.lost}>
            {texts.nav.lost}
          </p>
        )}
        <div className={styles.content}>{children}</div>
      </main>
      <KeysDialog isOpen={areKeysShown} onClose={() => showKeys(false)} />
    </div>
  );
}
