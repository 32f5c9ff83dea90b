/** What leaves the app: the email of a notice, and the content of a push. */
import type { NoticeCategory } from '../../../kernel/messaging/notice-kinds.ts';
import { type Lang, textOf } from '../../../kernel/i18n/texts.ts';

interface Sentences {
  title: string;
  content: string;
}

export interface NoticeEmail {
  notice: Sentences;
  category: NoticeCategory;
  /** The page of its record; null for none. */
  link: string | null;
  /** Cannot be switched off. */
  isLocked: boolean;
  /** Base URL of the app. */
  publicUrl: string;
  mode: 'paper' | 'live';
}

/** Notices that are about money, which may be paper money. */
const MONEY: ReadonlySet<NoticeCategory> = new Set([
  'money',
  'loans',
  'contracts',
  'spot',
  'yield',
  'rewards',
]);
const PREFERENCES = '/pages/user/inform/preferences';

/** What happened, the link to its record, why it came and where to switch it off. */
export function noticeEmail(email: NoticeEmail, lang: Lang): { subject: string; body: string } {
  const { notice, category, link, isLocked, publicUrl, mode } = email;
  const isPaper = mode === 'paper' && MONEY.has(category);
  const name = textOf(lang, `notice.category.${category}`);
  const preferences = `${publicUrl}/#${PREFERENCES}`;
  const why = isLocked ? 'mail.notice.always' : 'mail.notice.why';
  const parts = [
    notice.content,
    link === null ? '' : textOf(lang, 'mail.notice.open', { link: `${publicUrl}/#${link}` }),
    isPaper ? textOf(lang, 'mail.notice.paper') : '',
    textOf(lang, why, { category: name, link: preferences }),
  ];
  return {
    subject: `Tern: ${notice.title}`,
    body: parts.filter((part) => part !== '').join('\n\n'),
  };
}

/** As the service worker reads it (`platform/shell/push-notice.ts` of the app). */
interface PushContent {
  title: string;
  body: string;
  /** A repeated delivery replaces the first one on the device. */
  tag: string;
  /** Opened when pressed. */
  page: string;
}

/** Results that arrive in numbers: on the device the newest replaces the one before. */
const FOLDED: ReadonlySet<NoticeCategory> = new Set(['contracts', 'spot', 'yield', 'rewards']);

/**
 * Security and news always say what happened, and have no amounts. The others name only their category, because anyone can read
 * a locked screen, unless the member wants details.
 */
export function pushContent(
  push: {
    id: number;
    notice: Sentences;
    category: NoticeCategory;
    showsDetails: boolean;
  },
  lang: Lang,
): PushContent {
  const { id, notice, category, showsDetails } = push;
  const isShown = showsDetails || !MONEY.has(category);
  return {
    title: isShown ? notice.title : textOf(lang, `notice.category.${category}`),
    body: isShown ? notice.content : textOf(lang, 'push.closed'),
    tag: FOLDED.has(category) ? category : `notice-${id}`,
    page: `/pages/user/informDetail?id=${id}`,
  };
}
