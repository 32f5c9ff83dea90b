/** Bank statements on the console's API: calls to use cases and back. */
import { operatorBankCalls } from '@tern/protocol/operator';
import { pageOf } from '../../../../kernel/requests/page.ts';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { ProposalDeps } from '../../../../kernel/review/proposals.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import type { Deps } from '../deps.ts';
import { decideEntry } from './decide-entry.ts';
import { candidatesOf } from './find-candidates.ts';
import { type ImportDeps, importStatements } from './import-statements.ts';
import { listAccounts } from './list-accounts.ts';
import { listOpenEntries, listStatements } from './list-bank.ts';
import { decideFile, downloadFile, listFiles, makeFile } from './payment-files.ts';
import { sampleStatement } from './sample-statement.ts';

type BankDeps = ImportDeps &
  ProposalDeps &
  Deps<'mode' | 'secretBox' | 'operatorName' | 'writePayments'>;

export function bankOperatorRoutes(deps: BankDeps): Route[] {
  return [...statementRoutes(deps), ...paymentFileRoutes(deps)];
}

function paymentFileRoutes(deps: BankDeps): Route[] {
  return [
    route(operatorBankCalls.paymentFiles, () => listFiles(deps)),
    route(operatorBankCalls.makePaymentFile, async (context) => ({
      ID: await makeFile(deps, actorOf(context), context.input.coinname.toUpperCase()),
    })),
    route(operatorBankCalls.downloadPaymentFile, (context) =>
      downloadFile(deps, actorOf(context), Number(context.input.ID)),
    ),
    route(operatorBankCalls.decidePaymentFile, async (context) => {
      const { ID, state } = context.input;
      await decideFile(deps, actorOf(context), { id: Number(ID), state });
      return {};
    }),
  ];
}

function statementRoutes(deps: BankDeps): Route[] {
  return [
    route(operatorBankCalls.bankAccounts, async () => ({
      isPaper: deps.mode === 'paper',
      list: await listAccounts(deps),
    })),
    route(operatorBankCalls.bankStatements, ({ input }) =>
      listStatements(deps.database, pageOf(input)),
    ),
    route(operatorBankCalls.importStatements, async (context) => {
      const file = Buffer.from(context.input.base64Str, 'base64');
      const { list, ...result } = await importStatements(deps, actorOf(context), file);
      return {
        ...result,
        list: list.map(({ asset, ...statement }) => ({ ...statement, coinname: asset })),
      };
    }),
    route(operatorBankCalls.bankEntries, ({ input }) =>
      listOpenEntries(deps.database, { page: pageOf(input), search: input.search ?? '' }),
    ),
    route(operatorBankCalls.bankCandidates, (context) =>
      candidatesOf(deps, actorOf(context), Number(context.input.ID)),
    ),
    route(operatorBankCalls.matchEntry, async (context) => {
      const { ID, kind, recordId, reason } = context.input;
      const decision = {
        entryId: Number(ID),
        kind,
        recordId: recordId === undefined ? undefined : Number(recordId),
        reason,
      };
      return { reviewId: await decideEntry(deps, actorOf(context), decision) };
    }),
    route(operatorBankCalls.sampleStatement, async ({ input }) => {
      if (deps.mode !== 'paper') throw new Refusal('not-available');
      return { text: await sampleStatement(deps, input.coinname.toUpperCase()) };
    }),
  ];
}
