/** Calls of statements and their cached answers. */
import { queryOptions } from '@tanstack/react-query';
import type { Input, Output } from '@tern/protocol/client';
import { saveFrom } from '../../../kernel/save-file.ts';
import { call } from '../../../platform/http/call.ts';

export type Statements = Output<'GET /user/statement/list'>;
export type MonthRow = Statements['list'][number];
export type StatementMonth = Output<'GET /user/statement/month'>;
export type CoinSales = StatementMonth['coins'][number];
export type Method = NonNullable<Input<'GET /user/statement/month'>['method']>;
export type FileFormat = Input<'POST /user/statement/file'>['format'];

export const statementsQuery = queryOptions({
  queryKey: ['statement', 'list'],
  queryFn: ({ signal }) => call('GET /user/statement/list', {}, { signal }),
});

export const monthQuery = (month: string, method: Method) =>
  queryOptions({
    queryKey: ['statement', month, method],
    queryFn: ({ signal }) => call('GET /user/statement/month', { month, method }, { signal }),
    // The other method keeps the figures until its own are here.
    placeholderData: (previous) => previous,
  });

/** Seals the month the first time. @throws not-found, not-available, busy */
export async function saveStatement(month: string, format: FileFormat): Promise<void> {
  saveFrom((await call('POST /user/statement/file', { month, format })).path);
}

export type TaxFormat = Input<'POST /user/statement/taxFile'>['format'];

/** A calendar year (UTC). @throws not-found, not-available */
export async function saveTaxFile(year: string, format: TaxFormat): Promise<void> {
  saveFrom((await call('POST /user/statement/taxFile', { year, format })).path);
}
