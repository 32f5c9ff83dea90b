/** Checks the log after the start and while the app is open, and says on every page when something was found. */
import { Icon, NoticeStrip, warningIcon } from '@tern/ui';
import { subscribeToMarket } from '../../../kernel/quotes/market-feed.ts';
import { pages } from '../../../kernel/pages.ts';
import { isVisible } from '../../../platform/connection.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { loadArea } from '../../../platform/i18n/texts.ts';
import { useLinks } from '../../../platform/navigation/links.ts';
import { isUnseen, useKeptLog } from '../../../kernel/public-log/kept-log.ts';
import { runCheck } from './run-check.ts';

const TOPIC = 'log.checkpoint';
/** Our choice: a rewritten log is noticed within minutes, and the feed of a page without prices stays closed meanwhile. */
const LISTEN_EVERY_MS = 300_000;
const LISTEN_MAX_MS = 20_000;

/** The texts of `LogAlert`. */
export const loadTexts = () => loadArea('public-log');

/** Checks now, then what the feed says, every few minutes. Returns the function that ends it. */
export function watchLog(): () => void {
  check();
  let stop = () => {};
  const timer = setInterval(() => {
    stop();
    if (isVisible()) stop = listenOnce(check);
  }, LISTEN_EVERY_MS);
  return () => {
    clearInterval(timer);
    stop();
  };
}

/** A log that is not reached is checked at the next occasion. */
function check(received?: string): void {
  runCheck(received).catch(() => undefined);
}

/** Calls `onNote` with the newest checkpoint of the feed. Returns the unsubscribe function. */
function listenOnce(onNote: (note: string) => void): () => void {
  const leave = subscribeToMarket(TOPIC, (message) => {
    const { tick } = message as { tick?: { checkpoint?: unknown } };
    if (typeof tick?.checkpoint !== 'string') return;
    stop();
    onNote(tick.checkpoint);
  });
  const timer = setTimeout(leave, LISTEN_MAX_MS);
  const stop = () => {
    clearTimeout(timer);
    leave();
  };
  return stop;
}

/** Until the member looked at what was found. */
export function LogAlert() {
  const t = useT();
  const to = useLinks();
  const kept = useKeptLog();
  if (!isUnseen(kept)) return null;
  const isLossAlone = kept?.finding?.isSeen !== false;
  return (
    <NoticeStrip link={to(pages.publicLog)}>
      <Icon of={warningIcon} size={16} />
      <span>{t(isLossAlone ? 'public-log.lossAlert' : 'public-log.alert')}</span>
    </NoticeStrip>
  );
}
