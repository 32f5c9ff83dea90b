/** The screen of the current address, if the operator's roles open it. */
import { StateBlock } from '@tern/ui';
import { useSession } from '../kernel/session.ts';
import { texts } from '../kernel/texts.ts';
import { useAddress } from '../platform/address.ts';
import { type Room, rooms } from './rooms.ts';

/** The screens that these roles open, in order. */
export function openRooms(roles: readonly string[]): readonly Room[] {
  return rooms.filter((room) => room.roles.some((role) => roles.includes(role)));
}

export function Page() {
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
