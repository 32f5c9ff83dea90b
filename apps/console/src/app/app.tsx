/** The login screen without a session, otherwise the console. */
import { PaperStrip, StateBlock } from '@tern/ui';
import { LoginScreen } from '../features/account/session/index.ts';
import { usePermissions, useSession } from '../kernel/session.ts';
import { texts } from '../kernel/texts.ts';
import { useAddress } from '../platform/address.ts';
import { openPages, consolePages } from './console-pages.ts';
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

/** The screen of the current address, if the operator's permissions open it. */
function Page() {
  const { path } = useAddress();
  const open = openPages(usePermissions());
  const page = path === '/' ? open[0] : consolePages.find((each) => each.path === path);
  if (page === undefined) {
    const title = path === '/' ? texts.errors.noRole : texts.errors.noPage;
    return <StateBlock kind="empty" title={title} />;
  }
  if (!open.includes(page)) return <StateBlock kind="empty" title={texts.errors.noRole} />;
  return <page.Screen />;
}
