/** Audits statements: closed months are what the journal says, and sealed documents are what the public log has (ADR 54). */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Amount, decimal, formatDecimal, sum } from '@tern/money';
import { costMethods } from '@tern/protocol';
import {
  documentHash,
  isSameBytes,
  parseDocumentEntry,
  parseLogProof,
  parseReceipt,
  statementMode,
} from '@tern/proofs';
import { type Figures, footLines, headLines } from '../features/money/statement/index.ts';
import { amount, bytea, date, int8, json, nullable, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery, type RowOf } from '../platform/database/query.ts';
import { everyRow, FAULTS_MAX } from './every-row.ts';
import type { Finding } from './ledger.ts';
import { readEntry } from '../features/proof/public-log/index.ts';

const membersAfter = defineQuery({
  name: 'statement.auditMembers',
  text: 'select member_id as id from statement_progress where member_id > $1 order by member_id limit $2',
  params: [int8, int8],
  row: { id: int8 },
});

/** Oldest first, with the sealed document and the entry of the log that is at its place. */
const monthsOfMember = defineQuery({
  name: 'statement.auditMonths',
  text: `select m.month, m.figures, d.content, d.receipt, (select mode from deployment_mode) as mode from statement_months m
    left join statement_documents d using (member_id, month) where m.member_id = $1 order by m.month`,
  params: [int8],
  row: {
    month: date,
    figures: json<Figures>(),
    content: nullable(bytea),
    receipt: nullable(text),
    mode: text,
  },
});
type ClosedRow = RowOf<typeof monthsOfMember>;

/** A record counts in the first month that ends after its date and was closed after it was written. */
const changesOfMonths = defineQuery({
  name: 'statement.auditChanges',
  text: `select c.month, p.asset, sum(p.total) as amount, count(*) as records
    from ledger_postings p cross join lateral (
      select m.month from statement_months m where m.member_id = $1 and m.through_posting >= p.id
        and m.month + interval '1 month' > p.effective_at at time zone 'utc' order by m.month limit 1
    ) c
    where p.owner_id = $1 and p.owner_id > 0 and ledger_is_record(p.total, p.kind) and p.total <> 0
    group by c.month, p.asset`,
  params: [int8],
  row: { month: date, asset: text, amount, records: int8 },
});

const MONTHS = 'a closed month of a statement is what the journal says, and adds up';
const DOCUMENTS = 'a sealed statement is what the public log has, and what its month says';

/** `reader` should be a snapshot. */
export async function auditStatements(reader: Reader): Promise<Finding[]> {
  const months: Finding = { rule: MONTHS, checked: 0, faults: [] };
  const documents: Finding = { rule: DOCUMENTS, checked: 0, faults: [] };
  const note = ({ faults }: Finding, fault: string | undefined) => {
    if (fault !== undefined && faults.length < FAULTS_MAX) faults.push(fault);
  };
  for await (const { id: memberId } of everyRow(reader, membersAfter)) {
    const closed = await reader.many(monthsOfMember, [memberId]);
    months.checked += closed.length;
    note(months, await faultOfMonths(reader, memberId, closed));
    for (const row of closed) {
      if (row.content === null) continue;
      documents.checked += 1;
      const fault = await faultOfDocument(reader, memberId, row);
      note(documents, fault && `${nameOf(memberId, row)} ${fault}`);
    }
  }
  return [months, documents];
}

const nameOf = (memberId: number, { month }: Pick<ClosedRow, 'month'>): string =>
  `the statement of member ${memberId} for ${month.slice(0, 7)}`;

/** The first fault of a member's months: a later one may only follow from it. */
async function faultOfMonths(
  reader: Reader,
  memberId: number,
  closed: readonly ClosedRow[],
): Promise<string | undefined> {
  const changes = await reader.many(changesOfMonths, [memberId]);
  const held = new Map<string, bigint>();
  let before: Figures | undefined;
  for (const row of closed) {
    const { month, figures } = row;
    const ofMonth = changes.filter((change) => change.month === month);
    for (const each of ofMonth) held.set(each.asset, (held.get(each.asset) ?? 0n) + each.amount);
    const fault =
      faultOfFigures(figures, { before, held, records: countOf(ofMonth) }) ??
      (figures.month === month.slice(0, 7) ? undefined : 'has the figures of another month');
    if (fault !== undefined) return `${nameOf(memberId, row)} ${fault}`;
    before = figures;
  }
  return undefined;
}

const countOf = (changes: readonly { readonly records: number }[]): number =>
  changes.reduce((all, { records }) => all + records, 0);

interface Expected {
  /** The figures of the month before. */
  readonly before: Figures | undefined;
  /** By asset, at the end of the month. */
  readonly held: ReadonlyMap<string, bigint>;
  readonly records: number;
}

function faultOfFigures(figures: Figures, { before, held, records }: Expected): string | undefined {
  const { opening, closing, openingWorth, closingWorth, flows, methods } = figures;
  const lines = [...held]
    .filter(([, owned]) => owned !== 0n)
    .map(([asset, owned]) => `${asset} ${formatDecimal(owned as Amount)}`);
  if (closing.map((line) => `${line.asset} ${line.amount}`).join() !== lines.toSorted().join()) {
    return 'closes with other amounts than its records give';
  }
  if (figures.records !== records) return `counts ${figures.records} of ${records} records`;
  if (JSON.stringify(opening) !== JSON.stringify(before?.closing ?? [])) {
    return 'opens with other amounts than the month before closed with';
  }
  const worths = [sumOf(opening), sumOf(closing)];
  if (worths[0] !== decimal(openingWorth) || worths[1] !== decimal(closingWorth)) {
    return 'has other sums than its lines';
  }
  const moved = sum(Object.values(flows).map((each) => decimal<Amount>(each)));
  for (const method of costMethods) {
    const { profit, priceChange, coins } = methods[method];
    const ofCoins = sum(coins.map((coin) => decimal<Amount>(coin.profit)));
    const isWhole =
      worths[0] + moved + decimal<Amount>(profit) + decimal<Amount>(priceChange) === worths[1];
    if (!isWhole || ofCoins !== decimal(profit)) return `does not add up by the method ${method}`;
  }
  return undefined;
}

const sumOf = (lines: Figures['opening']): Amount =>
  sum(lines.map(({ worth }) => decimal<Amount>(worth)));

const decompress = promisify(gunzip);

async function faultOfDocument(
  reader: Reader,
  memberId: number,
  { content, receipt, figures, mode }: ClosedRow,
): Promise<string | undefined> {
  const document = await decompress(content ?? '').catch(() => undefined);
  const proof = parseLogProof(receipt ?? '');
  const given = proof?.extra && parseReceipt(proof.extra);
  if (document === undefined || proof === undefined || given?.kind !== 'document') {
    return 'cannot be read';
  }
  const sealed = await readEntry(reader, proof.index);
  if (sealed === undefined || !isSameBytes(sealed, given.entry)) {
    return 'has a receipt of another entry than the public log has';
  }
  const { hash } = parseDocumentEntry(given.entry) ?? {};
  if (hash === undefined || !isSameBytes(hash, documentHash(given.salt, document))) {
    return 'is not what was sealed';
  }
  const table = document.toString();
  const said = statementMode(document);
  if (said !== undefined && said !== mode) return 'says that its money is that of another mode';
  const [head, foot] = [headLines(memberId, figures, { mode: said }), footLines(figures)];
  const entries = table.slice(head.length, table.length - foot.length);
  const isWhole =
    table === head + entries + foot && entries.split('\n').length - 1 === figures.records;
  return isWhole ? undefined : 'says other figures than its month';
}
