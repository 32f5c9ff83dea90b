/** Statements: what each month did to a member's account, sealed in the public log when first asked for (ADR 54). */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { Feature } from '../../../platform/feature.ts';
import { cachePastPrices } from '../assets/index.ts';
import { type StatementDeps, statementEndpoint, statementRoutes } from './routes.ts';
import { statementRows } from './export-rows.ts';

export type { Figures } from './compute-month.ts';
export { drawPdf } from './draw-pdf.ts';
export { drawTablePdf, type TablePdf } from './draw-table.ts';
export { footLines, headLines } from './write-csv.ts';

export function createStatements(given: StatementDeps): Feature {
  const deps = { ...given, history: cachePastPrices(given.history) };
  return {
    slug: 'statement',
    routes: statementRoutes(deps),
    endpoints: [statementEndpoint(deps)],
  };
}

/** What it holds about a member, for exports. */
export const statementAccount: AccountPart = { held: statementRows };
