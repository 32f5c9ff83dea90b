/** After login or registration: stores the session and restarts the app at home (spec §2). */
import { pages } from '../../../kernel/pages.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { type Session, startSession } from '../../../kernel/session.ts';
import { useNavigator } from '../../../platform/navigation/current-page.ts';

export function useSignIn(): (session: Session) => void {
  const navigator = useNavigator();
  return ({ token, user }) => {
    queryClient.clear();
    startSession({ token, user });
    navigator.relaunch(pages.home);
  };
}
