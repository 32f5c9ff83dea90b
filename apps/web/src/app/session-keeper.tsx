/** What needs a session: the pages of visitors, and the way to the login page when the session ends. */
import { showToast } from '@tern/ui';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { pages } from '../kernel/pages.ts';
import { currentSession, onSession } from '../kernel/session.ts';
import { isLeftOnPurpose, LOGGED_IN_ELSEWHERE, onSessionEnd } from '../kernel/session-end.ts';
import { useI18n } from '../platform/i18n/i18n.tsx';
import { useNavigator } from '../platform/navigation/current-page.ts';
import type { Path, Place } from '../platform/navigation/route.ts';
import { loginBefore } from '../kernel/wanted-page.ts';
import { publicPages } from './public-pages.ts';

/** Shows the member why the server ended the session, then opens the login page. */
export function SessionKeeper({ children }: { children: ReactNode }) {
  const { t, find } = useI18n();
  const navigator = useNavigator();
  const logInAgain = () => {
    const login = loginBefore(navigator.stack.top);
    navigator.relaunch(login.path, login.params);
  };
  const explain = useEffectEvent((code: number, msg: string) => {
    const key = find(`code.${code}`);
    // The login page has a note about it; keep that.
    if (code !== LOGGED_IN_ELSEWHERE) showToast(key ? t(key) : msg || t('code.4017'), 'error');
    logInAgain();
  });
  // Logged out here or in another tab: this tab must stop showing the member's pages.
  const leave = useEffectEvent(() => {
    const { path, params } = navigator.stack.top;
    if (guard({ path: path as Path, params }).path === path) return;
    if (isLeftOnPurpose()) navigator.relaunch(pages.login);
    else logInAgain();
  });
  useEffect(() => {
    onSessionEnd((code, msg) => explain(code, msg));
    return onSession(() => leave());
  }, []);
  return children;
}

/** The page to show instead of `wanted`: itself, or the login page, which opens it afterwards. */
export function guard(wanted: Place): Place {
  const isOpen = publicPages.has(wanted.path) || currentSession() !== undefined;
  return isOpen ? wanted : loginBefore(wanted);
}
