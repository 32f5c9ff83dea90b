/** Exports and closing in the API, and the download. */
import { Readable } from 'node:stream';
import { accountDataCalls } from '@tern/protocol';
import { type Closing, takeExport } from '../../../kernel/members/account-closing.ts';
import { requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import { sensitiveCall } from '../../../kernel/second-factor/sensitive-call.ts';
import { dayOf, isoTime } from '../../../platform/clock.ts';
import type { RawEndpoint } from '../../../platform/http/raw-endpoint.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { addressSubject, limitKey } from '../../../platform/limit-key.ts';
import { closeAccount, keepAccount, showClosing } from './close-account.ts';
import { giveUpMachines, machineOut } from './give-up-machines.ts';
import type { AccountDataDeps } from './deps.ts';
import { obstacleOut } from './obstacle-out.ts';
import { hashOfExport, requestExport } from './request-export.ts';
import { accountDataSettings } from './settings.ts';
import { writeArchive } from './write-archive.ts';

export function accountDataRoutes(deps: AccountDataDeps): Route[] {
  const { settings } = deps;
  return [
    route(accountDataCalls.accountData, async ({ caller }) => {
      const { closing, obstacles, toGiveUp } = await showClosing(deps, caller.memberId);
      return {
        closing: closing === undefined ? null : closingOut(closing),
        obstacles: obstacles.map(obstacleOut),
        machines: toGiveUp.map(machineOut),
        waitDays: settings.read(accountDataSettings.waitDays),
        keptYears: settings.read(accountDataSettings.keptYears),
      };
    }),
    route(accountDataCalls.exportAccount, async (context) => {
      const call = sensitiveCall(accountDataCalls.exportAccount, context);
      const { token, expiresAt } = await requestExport(deps, call, context.input.password);
      return { path: `${DOWNLOADS}/${token}`, expiresAt: isoTime(expiresAt) };
    }),
    route(accountDataCalls.closeAccount, async (context) => {
      const call = sensitiveCall(accountDataCalls.closeAccount, context);
      return { closing: closingOut(await closeAccount(deps, call, context.input.password)) };
    }),
    route(accountDataCalls.giveUpMachines, (context) => {
      const call = sensitiveCall(accountDataCalls.giveUpMachines, context);
      const key = requestKeyOf(accountDataCalls.giveUpMachines, context);
      return giveUpMachines(deps, call, { ...context.input, key });
    }),
    route(accountDataCalls.keepAccount, async ({ caller }) => {
      await keepAccount(deps, caller.memberId);
      return {};
    }),
  ];
}

const closingOut = ({ requestedAt, endsAt }: Closing) => ({
  requestedAt: isoTime(requestedAt),
  endsAt: isoTime(endsAt),
});

const DOWNLOADS = '/account-export';

/** A browser downloads it by its address, so the token takes the place of a session. It works once. */
export function downloadEndpoint(deps: AccountDataDeps): RawEndpoint {
  const { database, clock, files, parts } = deps;
  return {
    method: 'GET',
    path: `${DOWNLOADS}/:token`,
    async answer({ params, address, takeTurn }) {
      if (takeTurn(limitKey('account-export', addressSubject(address)), 'secret') > 0)
        return gone(429);
      const at = clock.now();
      const hash = hashOfExport(params['token'] ?? '');
      const memberId = await database.transaction((tx) => takeExport(tx, hash, at));
      if (memberId === undefined) return gone(410);
      const name = `tern-${memberId}-${dayOf(at)}.zip`;
      return {
        status: 200,
        body: Readable.from(writeArchive({ reader: database, files, parts, memberId, at })),
        headers: {
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="${name}"`,
        },
      };
    },
  };
}

const gone = (status: number) => ({
  status,
  body: 'This download has been used or has expired. Prepare a new one in the app.',
  headers: { 'content-type': 'text/plain; charset=utf-8' },
});
