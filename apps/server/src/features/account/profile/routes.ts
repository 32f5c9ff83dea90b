/** Profile in the API: calls to use cases and back. */
import { profileCalls } from '@tern/protocol';
import { isoTime } from '../../../platform/clock.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { userOut } from '../auth/index.ts';
import { type ChangePasswordDeps, changePassword } from './change-password.ts';
import { type ChangePayPasswordDeps, changePayPassword } from './change-pay-password.ts';
import { ownData } from './check-login-password.ts';
import { type ProvePhoneDeps, provePhone, sendPhoneCode } from './prove-phone.ts';
import { changePreferences, readPreferences } from './preferences.ts';
import { resetPayPassword } from './reset-pay-password.ts';

export function profileRoutes(
  deps: ChangePasswordDeps & ChangePayPasswordDeps & ProvePhoneDeps,
): Route[] {
  return [
    route(profileCalls.getUserInfo, async ({ caller, lang }) => ({
      userInfo: userOut(await ownData(deps.database, caller.memberId), lang),
    })),
    route(profileCalls.preferences, async ({ caller }) => ({
      preferences: await readPreferences(deps, caller.memberId),
    })),
    route(profileCalls.setPreferences, async ({ caller, input }) => {
      const { favourites = null, tiles = null } = input;
      return { preferences: await changePreferences(deps, caller.memberId, { favourites, tiles }) };
    }),
    route(profileCalls.ownEmailCode, async ({ input, caller, lang }) => {
      const { email } = await ownData(deps.database, caller.memberId);
      const use = { target: { email }, purpose: input.purpose };
      return {
        resendAfterSeconds: await deps.auth.codes.send(use, {
          lang,
          caller: { owner: caller.memberId },
        }),
      };
    }),
    route(profileCalls.ownPhoneCode, async ({ input, lang, address }) => ({
      resendAfterSeconds: await sendPhoneCode(deps, input, { lang, address }),
    })),
    route(profileCalls.changePassword, async ({ input, caller }) => {
      const { password, newPassword } = input;
      const until = await changePassword(deps, caller.memberId, { password, newPassword });
      return { withdrawalsBlockedUntil: isoTime(until) };
    }),
    route(profileCalls.changePayPassword, async ({ input, caller }) => {
      const until = await changePayPassword(deps, caller.memberId, input);
      return { withdrawalsBlockedUntil: until === undefined ? null : isoTime(until) };
    }),
    route(profileCalls.resetPayPassword, async ({ input, caller }) => ({
      withdrawalsBlockedUntil: isoTime(await resetPayPassword(deps, caller.memberId, input)),
    })),
    route(profileCalls.provePhone, async ({ input, caller, lang }) => ({
      userInfo: userOut(await provePhone(deps, caller.memberId, input), lang),
    })),
  ];
}
