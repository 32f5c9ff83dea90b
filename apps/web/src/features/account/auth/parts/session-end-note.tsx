/** The login page's note on how the last session ended, until dismissed. */
import { useQuery } from '@tanstack/react-query';
import { formatDate, Icon, infoIcon, Pressable, useNumberLocale } from '@tern/ui';
import type { EndedSession } from '../../../../kernel/ended-session.ts';
import { pages } from '../../../../kernel/pages.ts';
import { type I18n, useI18n } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { type EndOfSession, loadEndOfSession } from '../api.ts';
import styles from './login-frame.module.css';

export interface SessionEndNoteProps {
  ended: EndedSession;
  onAnswer: () => void;
}

export function SessionEndNote({ ended, onAnswer }: SessionEndNoteProps) {
  const { t } = useI18n();
  const locale = useNumberLocale();
  const to = useLinks();
  const end = useQuery({
    queryKey: ['ended-session', ended.token],
    queryFn: ({ signal }) => loadEndOfSession(ended.token, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const secure = to(pages.forgetPassword, { email: ended.email });
  return (
    <section className={styles.note} role="alert">
      <Icon of={infoIcon} size={20} className={styles.icon} />
      <div>
        <p>
          <b>
            {end
              ? t('auth.endedAt', {
                  time: formatDate(end.endedAt, { locale, detail: detailOf(end) }),
                })
              : t('auth.endedHere')}
          </b>{' '}
          {end ? endReason(end, t) : t('code.4016')}
        </p>
        <div className={styles.answers}>
          <Pressable className={styles.mine} onPress={onAnswer}>
            {t('auth.itWasMe')}
          </Pressable>
          <Pressable {...secure} className={styles.notMine}>
            {t('auth.secureIt')}
          </Pressable>
        </div>
      </div>
    </section>
  );
}

/** On the same day the time is enough. */
function detailOf({ endedAt }: EndOfSession) {
  const isToday = new Date(endedAt).toDateString() === new Date().toDateString();
  return isToday ? 'clock' : 'minute';
}

function endReason({ cause, device, address }: EndOfSession, t: I18n['t']): string {
  switch (cause) {
    case 'password':
      return t('auth.endedByPassword');
    case 'freeze':
      return t('auth.endedByFreeze');
    case 'closing':
      return t('auth.endedByClosing');
    default:
      return device === ''
        ? t('auth.endedByProgram', { address })
        : t('auth.endedByLogin', { device, address });
  }
}
