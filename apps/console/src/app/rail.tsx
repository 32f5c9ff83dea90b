/** The side rail: search, links with counts, and the signed-in operator. */
import { useQuery } from '@tanstack/react-query';
import {
  BRAND_NAME,
  BrandMark,
  classNames,
  Icon,
  IconButton,
  logoutIcon,
  moonIcon,
  sunIcon,
} from '@tern/ui';
import { useEffect, useRef, useState } from 'react';
import { useWaitingCases } from '../features/backoffice/cases/index.ts';
import { useWaitingRules } from '../features/backoffice/monitoring/index.ts';
import { useBroken } from '../features/backoffice/operations/index.ts';
import { KindLinks, useWaiting } from '../features/backoffice/reviews/index.ts';
import { useOpenHits } from '../features/backoffice/screening/index.ts';
import { useInboxCount } from '../features/backoffice/support/index.ts';
import { pages } from '../kernel/pages.ts';
import { markOf, type Session, usePermission, usePermissions } from '../kernel/session.ts';
import { roleNameOf } from '../kernel/role-names.ts';
import { texts } from '../kernel/texts.ts';
import { hrefOf, useAddress } from '../platform/address.ts';
import { isLight, switchTheme } from '../platform/remembered.ts';
import { call } from '../platform/call.ts';
import { FindButton } from './find/find-button.tsx';
import { openPages, type ConsolePage } from './console-pages.ts';
import styles from './shell.module.css';

const STUCK_EVERY_MS = 60_000;

/** The number of stuck transfers; not pushed by the server. */
function useStuck(): number {
  const mayRead = usePermission('transfers.read');
  const stuck = useQuery({
    queryKey: ['chain', 'count'],
    queryFn: async () => {
      const one = { page: 1, pageSize: 1 };
      const [unmatched, halted, atBank] = await Promise.all([
        call('GET /operator/chain/strays', { ...one, state: 'open' }),
        call('GET /operator/chain/halted', one),
        call('GET /operator/payout/list', one),
      ]);
      return unmatched.total + halted.total + atBank.total;
    },
    enabled: mayRead,
    staleTime: STUCK_EVERY_MS,
  });
  return stuck.data ?? 0;
}

/** The number of open alarms. */
function useOpenAlarms(): number {
  const mayRead = usePermission('reviews.read');
  const open = useQuery({
    queryKey: ['alarms', 'count'],
    queryFn: async () => {
      const input = { state: 'open', page: 1, pageSize: 1 } as const;
      return (await call('GET /operator/resultAlarm/list', input)).total;
    },
    enabled: mayRead,
    refetchInterval: STUCK_EVERY_MS,
  });
  return open.data ?? 0;
}

interface RailProps {
  session: Session;
  onFind: () => void;
  onSignOut: () => void;
}

export function Rail({ session, onFind, onSignOut }: RailProps) {
  const { path } = useAddress();
  const open = openPages(usePermissions());
  const inRail = open.filter(({ group, below }) => group !== 'own' && below === undefined);
  const shown = path === '/' ? open[0] : open.find((page) => page.path === path);
  const here = shown?.below ?? shown?.path;
  const counts: Readonly<Record<string, number>> = {
    [pages.queue]: useWaiting(),
    [pages.inbox]: useInboxCount(),
    [pages.chain]: useStuck(),
    [pages.alarms]: useOpenAlarms(),
    [pages.cases]: useWaitingCases() + useWaitingRules(),
    [pages.screening]: useOpenHits(),
    [pages.operations]: useBroken(),
  };
  return (
    <aside className={styles.side}>
      <div className={styles.brand}>
        <BrandMark size={24} />
        <b>{BRAND_NAME}</b>
        <span>{texts.brand}</span>
      </div>
      <FindButton onOpen={onFind} />
      <nav aria-label={texts.nav.name} className={styles.nav}>
        {inRail.map((page, at) => (
          <PageLink
            key={page.path}
            page={page}
            isHere={here === page.path}
            isFirstOfGroup={at > 0 && inRail[at - 1]?.group !== page.group}
            count={counts[page.path] ?? 0}
          />
        ))}
      </nav>
      <SignedIn session={session} onSignOut={onSignOut} />
    </aside>
  );
}

interface PageLinkProps {
  page: ConsolePage;
  isHere: boolean;
  isFirstOfGroup: boolean;
  count: number;
}

function PageLink({ page, isHere, isFirstOfGroup, count }: PageLinkProps) {
  const { params } = useAddress();
  const { path, name, icon } = page;
  const link = useRef<HTMLAnchorElement>(null);
  // On a narrow screen the pages are one line that scrolls.
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isHere]);
  return (
    <div className={classNames(styles.page, isFirstOfGroup && styles.apart)}>
      <a
        ref={link}
        href={hrefOf(path)}
        className={styles.link}
        aria-current={isHere && params['kind'] === undefined ? 'page' : undefined}
      >
        <Icon of={icon} size={18} />
        <span>{name}</span>
        {count > 0 && <em>{count}</em>}
      </a>
      {path === pages.queue && isHere && <KindLinks />}
    </div>
  );
}

function SignedIn({ session, onSignOut }: { session: Session; onSignOut: () => void }) {
  const { login, roles } = session.operator;
  const [isLightNow, setLightNow] = useState(isLight);
  const names = roles.map(roleNameOf);
  return (
    <div className={styles.me}>
      <a
        className={styles.own}
        href={hrefOf(pages.account)}
        aria-label={texts.nav.account}
        title={`${login}: ${names.join(', ')}`}
      >
        <span className={styles.avatar} aria-hidden="true">
          {markOf(login)}
        </span>
        <span className={styles.who}>
          <b>{login}</b>
          <span>{texts.nav.roles(names)}</span>
        </span>
      </a>
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
        label={texts.nav.logOut}
        onPress={onSignOut}
      />
    </div>
  );
}
