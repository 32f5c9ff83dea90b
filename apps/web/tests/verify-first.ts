/** A member who counts as verified in the app but not on the server: 4025 leads to the identity, and back to the form. */
import type { AnyCall } from '@tern/protocol';
import type { CallName } from '@tern/protocol';
import { refused } from '@tern/protocol/tests';
import { isShown, press, untilText, waitFor } from '@tern/ui/tests';
import { expect } from 'vitest';
import { pages } from '../src/kernel/pages.ts';
import { reloadMember } from '../src/kernel/member.ts';
import { type Server, untilPage } from './render-screen.tsx';
import { memberUser } from './usual-answers.ts';

/** From this call on, the server wants the identity verified. */
export function wantIdentity(server: Server, name: CallName<AnyCall>): void {
  server.answer(name, () => {
    const userInfo = { ...memberUser(), verified: false, realNameStatus: 0 };
    server.answer('GET /user/getUserInfo', { userInfo });
    return refused(4025);
  });
}

/** Follows the app to the identity and back to a page, which asks for it until it is verified. */
export async function verifyAndReturn(server: Server, page: string, title: string): Promise<void> {
  await untilPage(pages.realName);
  await press('Back');
  await untilPage(page);
  await untilText(title);
  server.answer('GET /user/getUserInfo', { userInfo: memberUser() });
  reloadMember();
  await waitFor(() => expect(isShown(title)).toBe(false));
}
