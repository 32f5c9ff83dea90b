/** The public figures as tables without language: heads and rows in the words of the API. Pure. */
import type { FigureFile, PublicFigures } from '@tern/protocol';

export interface FigureTable {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export const figureTable = (figure: FigureFile, figures: PublicFigures): FigureTable =>
  tables[figure](figures);

const tables: Readonly<Record<FigureFile, (figures: PublicFigures) => FigureTable>> = {
  assets: ({ assets }) => ({
    heads: ['asset', 'owed', 'held', 'house', 'lent', 'cover_percent'],
    rows: assets.map((row) => [row.coinname, row.owed, row.held, row.house, row.lent, row.cover]),
  }),
  withdrawals: ({ withdrawals: { rails, refused, cancelled } }) => ({
    heads: ['what', 'which', 'count', 'p50_ms', 'p95_ms'],
    rows: [
      ...rails.map(({ rail, sent, p50, p95 }) => ['sent', rail, sent, p50, p95]),
      ...refused.map(({ reason, count }) => ['refused', reason, count, null, null]),
      ['cancelled', '', cancelled, null, null],
    ],
  }),
  contracts: ({ contracts: { from: since, accounts, months, stakes, ages } }) => ({
    heads: ['what', 'from', 'to', 'part', 'of'],
    rows: [
      ...(accounts === null ? [] : [['lost', since, '', accounts.lost, accounts.total]]),
      ...months.map(({ month, lost, total }) => ['lost', month, month, lost, total]),
      ...stakes.map(({ from, wins, settled }) => ['stake', from, '', wins, settled]),
      ...ages.map(({ from, to, wins, settled }) => ['age', from, to, wins, settled]),
    ],
  }),
  operators: ({ operators: { acts, frozenNow, freezesEnded, longestHold } }) => ({
    heads: ['what', 'which', 'count', 'longest_ms'],
    rows: [
      ...acts.map(({ act, count }) => ['act', act, count, act === 'held' ? longestHold : null]),
      ['freezes', 'now', frozenNow, null],
      ['freezes', 'ended', freezesEnded, null],
    ],
  }),
  feeds: ({ feeds, uptime }) => ({
    heads: ['what', 'which', 'count', 'missing_ms', 'longest_ms'],
    rows: [
      ...feeds.classes.map((row) => ['gaps', row.class, row.gaps, row.missing, row.longest]),
      ['uptime', uptime.from, uptime.outages.length, uptime.total - uptime.running, null],
    ],
  }),
  log: ({ log: { size, at, root, witnesses } }) => ({
    heads: ['what', 'name', 'at', 'size', 'root', 'state'],
    rows: [
      ['checkpoint', '', at, size, root, null],
      ...witnesses.map((each) => ['witness', each.name, each.at, null, null, each.state]),
    ],
  }),
};
