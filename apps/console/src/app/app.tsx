/** The login screen without a session, otherwise the console. */
import { PaperStrip, StateBlock } from '@tern/ui';
import { LoginScreen } from '../features/session/index.ts';
import { useSession } from '../kernel/session.ts';
import { texts } from '../kernel/texts.ts';
import { useAddress } from '../platform/address.ts';
import { openRooms, rooms } from './rooms.ts';
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

/** The screen of the current address, if the operator's roles open it. */
function Page() {
  const { path } = useAddress();
  const roles = useSession()?.operator.roles ?? [];
  const open = openRooms(roles);
  const room = path === '/' ? open[0] : rooms.find((each) => each.path === path);
  if (room === undefined) {
    const title = path === '/' ? texts.errors.noRole : texts.errors.noPage;
    return <StateBlock kind="empty" title={title} />;
  }
  if (!open.includes(room)) return <StateBlock kind="empty" title={texts.errors.noRole} />;
  return <room.Screen />;
}
