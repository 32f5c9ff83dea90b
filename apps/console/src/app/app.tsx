/** The login screen without a session, otherwise the console. */
import { PaperStrip } from '@tern/ui';
import { LoginScreen } from '../features/session/index.ts';
import { useSession } from '../kernel/session.ts';
import { texts } from '../kernel/texts.ts';
import { Page } from './page.tsx';
import { Shell } from './shell.tsx';

export function App() {
  const session = useSession();
  return (
    <>
      <PaperStrip {...texts.paper} />
      {session === undefined ? (
        <LoginScreen />
      ) : (
        <Shell session={session}>
          <Page />
        </Shell>
      )}
    </>
  );
}
