/** Exports and closing in the API, and the download. */
import { Readable } from 'node:stream';
import { accountDataCalls } from '@tern/protocol';
import { type Closing, takeExport } from '../../../kernel/members/account-closing.ts';
import { requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import { sensitiveCall } from '../../../kernel/second-factor/sensitive-call.ts';
import { dayOf, isoTime } from '../../../platform/clock.ts';
import { linkDownload } from '../../../platform/http/link-download.ts';
import type { RawEndpoint } from '../../../platform/http/raw-endpoint.ts';
import { type Route, route } from '../../../platform/http/route.ts';
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

/** The link works once. */
export function downloadEndpoint(deps: AccountDataDeps): RawEndpoint {
  const { database, clock, files, parts } = deps;
  return linkDownload({
    path: DOWNLOADS,
    limit: { kind: 'account-export', rate: 'secret' },
    expired: 'This download has been used or has expired. Prepare a new one in the app.',
    async open(token) {
      const at = clock.now();
      const hash = hashOfExport(token);
      const memberId = await database.transaction((tx) => takeExport(tx, hash, at));
      return memberId === undefined
        ? undefined
        : {
            name: `tern-${memberId}-${dayOf(at)}.zip`,
            type: 'application/zip',
            body: Readable.from(writeArchive({ reader: database, files, parts, memberId, at })),
          };
    },
  });
}
