/** The frame of every screen: rail, global shortcuts, the notice of a lost connection, and the end of an idle session. */
import { useQuery } from '@tanstack/react-query';
import { DateText } from '@tern/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { OPERATIONS, useLiveQueue } from '../kernel/live-queue.ts';
import { useIsLive, useRenewedOperator } from '../kernel/mode.ts';
import { pages } from '../kernel/pages.ts';
import { endSession, type Session, usePermission } from '../kernel/session.ts';
import { texts } from '../kernel/texts.ts';
import { hrefOf } from '../platform/address.ts';
import { call } from '../platform/call.ts';
import { applySimulation } from '../platform/remembered.ts';
import { useShortcuts } from '../platform/shortcuts.ts';
import { FindDialog } from './find/find-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { Rail } from './rail.tsx';
import styles from './shell.module.css';

const ACTIVITY = ['keydown', 'pointerdown', 'wheel'] as const;
const CHECK_EVERY_MS = 15_000;

/** Calls `onIdle` once after `limitMs` without activity. Returns a function that stops watching. */
function watchIdle(limitMs: number, onIdle: () => void): () => void {
  let lastAt = Date.now();
  const noteActivity = () => {
    lastAt = Date.now();
  };
  const timer = setInterval(() => {
    if (Date.now() - lastAt < limitMs) return;
    stop();
    onIdle();
  }, CHECK_EVERY_MS);
  for (const name of ACTIVITY) window.addEventListener(name, noteActivity, { passive: true });
  const stop = () => {
    clearInterval(timer);
    for (const name of ACTIVITY) window.removeEventListener(name, noteActivity);
  };
  return stop;
}

const MINUTE_MS = 60_000;

/** Ends the session here and on the server, even if the server does not answer. */
async function signOut(reason = ''): Promise<void> {
  await call('POST /operator/logout', {}).catch(() => undefined);
  endSession(reason);
}

export function Shell({ session, children }: { session: Session; children: ReactNode }) {
  const { token, idleMinutes } = session;
  const isLive = useLiveQueue(token);
  const [isFinding, find] = useState(false);
  const [areKeysShown, showKeys] = useState(false);
  const isRealMoney = useIsLive();
  useRenewedOperator();
  useEffect(() => applySimulation(!isRealMoney), [isRealMoney]);
  useEffect(
    () => watchIdle(idleMinutes * MINUTE_MS, () => void signOut(texts.login.idle)),
    [idleMinutes],
  );
  useShortcuts({
    j: () => stepRows(1),
    k: () => stepRows(-1),
    '/': () => find(true),
    '?': () => showKeys(true),
  });
  useEffect(() => keepSelections(), []);
  useEffect(() => onFindKeys(() => find(true)), []);
  return (
    <div className={styles.shell}>
      <Rail session={session} onFind={() => find(true)} onSignOut={() => void signOut()} />
      <main className={styles.main}>
        {!isLive && (
          <p role="status" className={styles.lost}>
            {texts.nav.lost}
          </p>
        )}
        <ReadOnlyBar opensOperations={usePermission('operations.read')} />
        <div className={styles.content}>{children}</div>
      </main>
      {isFinding && <FindDialog onClose={() => find(false)} />}
      <KeysDialog isOpen={areKeysShown} onClose={() => showKeys(false)} />
    </div>
  );
}

/** Ctrl K and ⌘ K open the search from a text field too, where / is written. */
function onFindKeys(open: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    open();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

/** Texts in rows can be selected: a row that is a link is not dragged, and the click that ends a selection in it opens nothing. */
function keepSelections(): () => void {
  const rowOf = ({ target }: Event) =>
    target instanceof Element ? target.closest('a[data-row]') : null;
  const onClick = (event: Event) => {
    const row = rowOf(event);
    const selection = getSelection();
    if (row === null || selection === null || selection.isCollapsed) return;
    if (selection.containsNode(row, true)) event.preventDefault();
  };
  const onDrag = (event: Event) => {
    if (rowOf(event) !== null) event.preventDefault();
  };
  document.addEventListener('click', onClick, true);
  document.addEventListener('dragstart', onDrag);
  return () => {
    document.removeEventListener('click', onClick, true);
    document.removeEventListener('dragstart', onDrag);
  };
}

/** J and K move the focus through the elements marked `data-row`. If none has it: starts at the open row, or at the first. */
function stepRows(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const focused = rows.findIndex((row) => row === document.activeElement);
  const open = rows.findIndex((row) => row.ariaCurrent === 'true' || row.ariaExpanded === 'true');
  const from = focused === -1 ? open : focused;
  const next = from === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, from + by));
  rows[next]?.focus();
}

/** The server reports a change at once; a message may be lost. */
const ASK_EVERY_MS = 30_000;

/** The alarm bar of every page while the books are read-only: since when, why, and what still works (ADR 52). */
function ReadOnlyBar({ opensOperations }: { opensOperations: boolean }) {
  const { data } = useQuery({
    queryKey: [OPERATIONS, 'read-only'],
    queryFn: () => call('GET /operator/readOnly/now', {}),
    refetchInterval: ASK_EVERY_MS,
  });
  const readOnly = data?.readOnly ?? null;
  if (readOnly === null) return null;
  const labels = texts.nav.readOnly;
  return (
    <p role="alert" className={styles.readOnly}>
      <b>
        {labels.since} <DateText at={readOnly.beganAt} detail="short" />
      </b>
      <span>{labels.broken(readOnly.rule)}</span>
      <span>{labels.works}</span>
      {opensOperations && <a href={hrefOf(pages.operations)}>{texts.nav.operations}</a>}
    </p>
  );
}
