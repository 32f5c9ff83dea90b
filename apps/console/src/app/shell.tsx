/** What stands around every room: where one can go, how much waits, who is signed in. */
import { useQuery } from '@tanstack/react-query';
import { BrandMark, BRAND_NAME, Icon, IconButton, logoutIcon, moonIcon, sunIcon } from '@tern/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useLiveQueue } from '../kernel/live-queue.ts';
import { KindLinks } from '../features/reviews/index.ts';
import { pages } from '../kernel/pages.ts';
import { endSession, type Session } from '../kernel/session.ts';
import { texts } from '../kernel/texts.ts';
import { hrefOf, useAddress } from '../platform/address.ts';
import { applySimulation, isLight, switchTheme } from '../platform/appearance.ts';
import { call } from '../platform/call.ts';
import { watchIdle } from '../platform/idle.ts';
import { openRooms } from './page.tsx';
import styles from './shell.module.css';

const MINUTE_MS = 60_000;

/** Ends the session on the server as well; it is over here whatever the server says. */
async function signOut(words = ''): Promise<void> {
  await call('POST /operator/logout', {}).catch(() => undefined);
  endSession(words);
}

export function Shell({ session, children }: { session: Session; children: ReactNode }) {
  const { operator, token, idleMinutes } = session;
  const { path, params } = useAddress();
  const isLive = useLiveQueue(token);
  const me = useQuery({ queryKey: ['me'], queryFn: () => call('GET /operator/me', {}) });
  const mode = me.data?.mode;
  useEffect(() => applySimulation(mode !== 'live'), [mode]);
  useEffect(
    () => watchIdle(idleMinutes * MINUTE_MS, () => void signOut(texts.login.idle)),
    [idleMinutes],
  );
  const open = openRooms(operator.roles);
  const here = path === '/' ? open[0]?.path : path;
  return (
    <div className={styles.shell}>
      <aside className={styles.side}>
        <div className={styles.brand}>
          <BrandMark size={24} />
          <b>{BRAND_NAME}</b>
          <span>{texts.brand}</span>
        </div>
        <nav aria-label={texts.nav.name} className={styles.nav}>
          {open.map(({ path: to, name, icon }) => (
            <div key={to} className={styles.room}>
              <a
                href={hrefOf(to)}
                className={styles.link}
                aria-current={here === to && params['kind'] === undefined ? 'page' : undefined}
              >
                <Icon of={icon} size={18} />
                <span>{name}</span>
              </a>
              {to === pages.queue && <KindLinks />}
            </div>
          ))}
        </nav>
        <Myself session={session} />
      </aside>
      <main className={styles.main}>
        {!isLive && (
          <p role="status" className={styles.lost}>
            {texts.nav.lost}
          </p>
        )}
        {children}
      </main>
    </div>
  );
}

function Myself({ session }: { session: Session }) {
  const { login, roles } = session.operator;
  const [isLightNow, setLightNow] = useState(isLight);
  return (
    <div className={styles.me}>
      <div className={styles.who}>
        <b>{login}</b>
        <span>{roles.join(', ')}</span>
      </div>
      <IconButton
        icon={isLightNow ? moonIcon : sunIcon}
        size={18}
        isQuiet
        label={isLightNow ? texts.nav.dark : texts.nav.light}
        onPress={() => {
          switchTheme();
          setLightNow(isLight());
        }}
      />
      <IconButton
        icon={logoutIcon}
        size={18}
        isQuiet
        label={texts.nav.signOut}
        onPress={() => void signOut()}
      />
    </div>
  );
}
