/** Account security in the API: calls to use cases and back. */
import { securityCalls } from '@tern/protocol';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { type SecurityEvent, securityEventPages } from '../../../kernel/members/security-events.ts';
import { antiPhishingPhraseOf } from '../../../kernel/messaging/anti-phishing-phrases.ts';
import { pageOf, readPage } from '../../../kernel/requests/page.ts';
import { sensitiveCall } from '../../../kernel/second-factor/sensitive-call.ts';
import { isoTime } from '../../../platform/clock.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { freezeOut } from '../auth/index.ts';
import { noticeText } from '../notification/index.ts';
import { freezeOwnAccount } from './freeze-own-account.ts';
import type { SecurityDeps } from './deps.ts';
import { forgetDevice, listDevices } from './known-devices.ts';
import { lastRequest, requestUnfreeze } from './request-unfreeze.ts';
import { setAntiPhishingPhrase } from './set-anti-phishing-phrase.ts';

export function securityRoutes(deps: SecurityDeps): Route[] {
  const { database, secretBox } = deps;
  return [
    route(securityCalls.security, async ({ caller: { memberId }, lang }) => ({
      mailWord: await antiPhishingPhraseOf(database, secretBox, memberId),
      unfreezing: await lastRequest(database, { memberId, lang }),
    })),
    route(securityCalls.devices, async ({ caller }) => ({
      list: await listDevices(database, caller.memberId),
    })),
    route(securityCalls.forgetDevice, async ({ caller, input }) => {
      await forgetDevice(database, caller.memberId, Number(input.ID));
      return {};
    }),
    route(securityCalls.setMailWord, async (context) => {
      const call = sensitiveCall(securityCalls.setMailWord, context);
      return { mailWord: await setAntiPhishingPhrase(deps, call, context.input) };
    }),
    route(securityCalls.securityEvents, ({ caller, input, lang }) =>
      readPage(database, securityEventPages, {
        filter: [caller.memberId],
        page: pageOf(input),
        row: (event) => eventRow(event, lang),
      }),
    ),
    route(securityCalls.freeze, async ({ caller, lang }) => {
      const freeze = freezeOut(await freezeOwnAccount(deps, caller.memberId), lang);
      if (freeze === null) throw new Error('the account is not frozen');
      return { freeze };
    }),
    route(securityCalls.unfreeze, async ({ caller, input: { note = '' }, lang }) => ({
      unfreezing: await requestUnfreeze(deps, caller.memberId, { note, lang }),
    })),
  ];
}

function eventRow({ id, kind, values, device, address, createdAt }: SecurityEvent, lang: string) {
  const { title } = noticeText({ kind, about: '', values }, langOf(lang));
  return { ID: id, CreatedAt: isoTime(createdAt), kind, title, device, address };
}
