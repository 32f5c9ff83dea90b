/**
 * Favourites and the order of home's tiles follow the account. At sign-in the account's lists replace those of the device; where the
 * account has none, it takes over the device's. A change that could not be sent is sent at the next change or start; of two devices,
 * the last one to write wins.
 */
import { call } from '../platform/http/call.ts';
import { favourites } from './favourites.ts';
import { currentSession, onSession } from './session.ts';
import { tileOrder } from './tile-order.ts';

const lists = { favourites, tiles: tileOrder };
type Name = keyof typeof lists;
const names: readonly Name[] = ['favourites', 'tiles'];

let sending: Promise<void> = Promise.resolve();
/** The token of the session whose lists are here. */
let followed: string | undefined;

/** One after the other, each with what the list is by then. */
function send(name: Name): void {
  const { unsent, read } = lists[name];
  const token = currentSession()?.token;
  sending = sending.then(async () => {
    if (token === undefined || currentSession()?.token !== token) return;
    unsent.write(undefined);
    try {
      await call('POST /user/setPreferences', { [name]: [...read()] });
    } catch {
      unsent.write(true);
    }
  });
}

async function follow(): Promise<void> {
  const token = currentSession()?.token;
  if (token === followed) return;
  followed = token;
  if (token === undefined) return;
  try {
    const { preferences } = await call('GET /user/preferences', {});
    if (currentSession()?.token !== token) return;
    for (const name of names) {
      const { unsent, put, read } = lists[name];
      const kept = preferences[name];
      if (unsent.read() === true || (kept === null && read().length > 0)) send(name);
      else if (kept !== null) put(kept);
    }
  } catch {
    // The lists of the device stay; the next start asks again.
    followed = undefined;
  }
}

/** Called once, shortly after the start. */
export function followAccount(): void {
  for (const name of names) {
    lists[name].subscribe(() => lists[name].unsent.read() === true && send(name));
  }
  onSession(() => void follow());
  void follow();
}
