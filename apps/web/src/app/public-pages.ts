/** The pages a visitor may open; every other page needs a session (access guard; `notMe` by ADR 7). */
import { pages } from '../kernel/pages.ts';

export const publicPages: ReadonlySet<string> = new Set([
  pages.home,
  pages.language,
  pages.login,
  pages.passwords,
  pages.forgetPassword,
  pages.register,
  pages.support,
  pages.notMe,
  pages.transparency,
  pages.publicLog,
]);
