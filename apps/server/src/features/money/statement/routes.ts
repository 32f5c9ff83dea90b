/** Statements in the API, and the downloads of their files. */
import { Readable } from 'node:stream';
import { formatDecimal } from '@tern/money';
import { type CostMethod, statementCalls } from '@tern/protocol';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../platform/clock.ts';
import { linkDownload } from '../../../platform/http/link-download.ts';
import type { RawEndpoint } from '../../../platform/http/raw-endpoint.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { closeMonths } from './close-months.ts';
import { type FileLink, isTaxFormat, LINK_MS, openLink, sealLink } from './file-links.ts';
import { readStatementFile } from './read-file.ts';
import { type SealDeps, sealStatement } from './seal-statement.ts';
import { showCost } from './show-cost.ts';
import { rowOut, showMonth, showMonths } from './show-month.ts';
import { writeKoinly, writeLots } from './tax-files.ts';

export interface StatementDeps extends SealDeps {
  readonly secretBox: SecretBox;
}

const METHOD: CostMethod = 'fifo';

export function statementRoutes(deps: StatementDeps): Route[] {
  const { clock, secretBox } = deps;
  const shown = async (memberId: number, month: string) => {
    await closeMonths(deps, memberId);
    const found = await showMonth(deps, { memberId, month });
    if (found === undefined) throw new Refusal('not-found', { fields: ['month'] });
    return found;
  };
  const linkTo = (file: Omit<FileLink, 'expiresAt'>) => {
    const expiresAt = clock.now() + LINK_MS;
    const token = sealLink(secretBox, { ...file, expiresAt });
    return { path: `${DOWNLOADS}/${token}`, expiresAt: isoTime(expiresAt) };
  };
  return [
    route(statementCalls.statements, async ({ caller: { memberId }, input }) => {
      await closeMonths(deps, memberId);
      const months = await showMonths(deps, memberId);
      return { list: months.map((each) => rowOut(each, input.method ?? METHOD)) };
    }),
    route(statementCalls.statementMonth, async ({ caller: { memberId }, input }) => {
      const month = await shown(memberId, input.month);
      const { figures, sealedAt, late } = month;
      const method = figures.methods[input.method ?? METHOD];
      return {
        ...rowOut(month, input.method ?? METHOD),
        opening: figures.openingWorth,
        flows: { penalties: '0', ...figures.flows },
        priceChange: method.priceChange,
        contracts: figures.contracts,
        coins: method.coins.map(({ asset, ...coin }) => ({ coinname: asset, ...coin })),
        hasDayPrices: figures.hasDayPrices,
        unpriced: [...figures.unpriced],
        late,
        sealedAt: sealedAt === null ? null : isoTime(sealedAt),
      };
    }),
    route(statementCalls.coinCost, async ({ caller: { memberId }, input: { coin } }) => {
      await closeMonths(deps, memberId);
      const found = await showCost(deps, { memberId, asset: coin.toUpperCase() });
      return {
        quantity: formatDecimal(found.quantity),
        cost: formatDecimal(found.cost),
        averagePrice: formatDecimal(found.averagePrice),
      };
    }),
    route(statementCalls.statementFile, async ({ caller: { memberId }, input }) => {
      const { month, format } = input;
      const { isFinal, addsUp } = await shown(memberId, month);
      if (!isFinal && !(addsUp && format === 'csv')) throw new Refusal('not-available');
      if (isFinal) await sealStatement(deps, { memberId, month });
      return linkTo({ memberId, period: month, format });
    }),
    route(statementCalls.taxFile, async ({ caller: { memberId }, input: { year, format } }) => {
      const months = await showMonths(deps, memberId);
      const ofYear = months.filter(({ figures }) => figures.month.startsWith(`${year}-`));
      if (ofYear.length === 0) throw new Refusal('not-found', { fields: ['year'] });
      if (!ofYear.every(({ addsUp }) => addsUp)) throw new Refusal('not-available');
      return linkTo({ memberId, period: year, format });
    }),
  ];
}

const DOWNLOADS = '/statement-file';

/** Answers the same bytes for a month whenever it is asked. */
export function statementEndpoint(deps: StatementDeps): RawEndpoint {
  const { clock, secretBox } = deps;
  return linkDownload({
    path: DOWNLOADS,
    limit: { kind: 'statement-file', rate: 'read' },
    expired: 'This download has expired. Ask for the file again in the app.',
    async open(token) {
      const link = openLink(secretBox, token, clock.now());
      return link && fileOf(deps, link);
    },
  });
}

/** A tax file is written while it is sent. */
async function fileOf(deps: StatementDeps, { memberId, period, format }: FileLink) {
  if (!isTaxFormat(format)) return readStatementFile(deps, { memberId, month: period, format });
  const lines = (format === 'koinly' ? writeKoinly : writeLots)(deps, { memberId, year: period });
  return {
    name: `tern-${format}-${period}.csv`,
    type: 'text/csv; charset=utf-8',
    body: Readable.from(lines, { objectMode: false }),
  };
}
