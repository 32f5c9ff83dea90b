/** The operations page with a server where everything is usual. */
import { answer, dialog, fill } from '@tern/ui/tests';
import { renderConsole, type Server } from './render-console.tsx';

export const holding = {
  id: 'floors',
  rule: 'No balance below its floor',
  checkedAt: new Date().toISOString(),
  tookMs: 3,
  faults: [] as string[],
};
export const at = (invariants: object[], periods: object[]) => ({ invariants, periods }) as never;

export async function reasoned(question: string, label: string, reason: string): Promise<void> {
  await fill('Reason', reason, await dialog(question));
  await answer(question, label);
}

export const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

export const keys = [
  'orders',
  'answerTime',
  'engineQueue',
  'recordsBehind',
  'settlementsLate',
  'sockets',
  'outbox',
  'refusedCalls',
] as const;

const figureOf = (key: string) => ({
  key,
  value: 3 as number | null,
  measuredAt: ago(0) as string | null,
  oldestAt: null as string | null,
  usual: { low: 0, high: 40 } as { low: number; high: number } | null,
  unusual: null as { since: string; isAbove: boolean } | null,
  line: { from: ago(3_600_000), stepMs: 60_000, values: [1, null, 3, 2] },
});

export function stateOf(changes: object = {}, figures: Record<string, object> = {}) {
  return {
    at: ago(0),
    figures: keys.map((key) => ({ ...figureOf(key), ...figures[key] })),
    sources: [
      {
        name: 'simulated',
        classes: [{ name: 'crypto', symbols: 31 }],
        lastQuoteAt: ago(300),
        isClosed: false,
        isLate: false,
        silent: 0,
      },
    ],
    rails: [{ name: 'paper', movesRealMoney: false, chain: null }],
    database: {
      measuredAt: ago(0),
      version: '18.4',
      answerMs: 1.2,
      longestMs: 300,
      standbys: 0,
      size: 24_000_000,
      disk: { free: 40, size: 100 },
    },
    instances: null,
    backup: { newestAt: ago(3_600_000), archivedAt: ago(20_000), fault: '' },
    incidents: [],
    rewardsWaiting: 0,
    openWork: noWork,
    ...changes,
  } as never;
}

const none = { count: 0, since: null };
export const noWork = {
  late: none,
  unmatched: none,
  stuck: none,
  capped: none,
  hedgingStopped: none,
  lowCoins: [],
};

export const published = {
  ID: 4,
  askedAt: ago(60_000),
  askedBy: 'operator-9' as string | null,
  takenAt: ago(50_000) as string | null,
  index: 12 as number | null,
  publishedAt: ago(40_000) as string | null,
};

export const logKey = (
  ID: number,
  state: 'first' | 'undeclared' | 'declared',
  loss: object | null = null,
) => ({ ID, CreatedAt: ago(60_000), key: `tern.test/log+0000000${ID}+AAAA`, state, loss }) as never;

/** A server where everything is usual; `change` replaces answers. */
export const shown = (
  roles: Parameters<typeof renderConsole>[1],
  change: (server: Server) => void,
) =>
  renderConsole('/operations', roles, (server) => {
    server.answer('GET /operator/operations/invariants', () => at([holding], []));
    server.answer('GET /operator/operations/state', () => stateOf());
    server.answer('GET /operator/liabilities/newest', () => ({ newest: published }));
    server.answer('GET /operator/logKeys/list', { list: [logKey(1, 'first')], due: null });
    change(server);
  });
