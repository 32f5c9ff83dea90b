/** Statements: what each month did to the account, with files that verify offline (ADR 54). */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    statement: typeof import('../../../locales/money/statement/en.json');
  }
}

export const statementRoutes: readonly RouteDef[] = [
  {
    path: pages.statement,
    title: 'statement.title',
    load: async () => (await import('./screens/statement-screen.tsx')).StatementScreen,
  },
];
