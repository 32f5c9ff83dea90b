/** In paper mode: a statement as a bank would send it, in which waiting wires arrived and approved payouts were sent. */
import { add, type Amount, formatDecimal, negate, subtract, ZERO } from '@tern/money';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { dayOf } from '../../../../platform/clock.ts';
import type { RowOf } from '../../../../platform/database/query.ts';
import type { Deps } from '../deps.ts';
import { endToEndIdOf } from './references.ts';
import { expectedMoney, newestStatement } from './store.ts';

/** camt.053.001.08, which follows the newest statement of the account. @throws not-listed */
export async function sampleStatement(
  deps: Deps<'database' | 'clock' | 'assets' | 'verifiedName' | 'ownAccountOf'>,
  currency: string,
): Promise<string> {
  const { database, clock, assets, verifiedName, ownAccountOf } = deps;
  const own = ownAccountOf(currency);
  if (assets.find(currency)?.kind !== 'fiat' || own === undefined) {
    throw new Refusal('not-listed', { fields: ['coinname'] });
  }
  const newest = await database.maybe(newestStatement, [own.account, currency]);
  const money = await database.many(expectedMoney, [currency]);
  const named = await Promise.all(
    money.map(async (one) => ({
      ...one,
      party: one.party || ((await verifiedName(database, one.memberId)) ?? 'Unknown payer'),
    })),
  );
  const today = dayOf(clock.now());
  const day = newest !== undefined && newest.closedOn > today ? newest.closedOn : today;
  const opening = newest?.closing ?? ZERO;
  const closing = money.reduce(
    (sum, one) => (one.kind === 'wire' ? add(sum, one.amount) : subtract(sum, one.amount)),
    opening,
  );
  const number = `PAPER-${(newest?.id ?? 0) + 1}`;
  return documentOf({ number, account: own.account, currency, day }, [
    balanceOf('OPBD', opening, { currency, day }),
    balanceOf('CLBD', closing, { currency, day }),
    ...named.map((one) => entryOf(one, { currency, day, number })),
  ]);
}

const escaped = (value: string): string =>
  value.replaceAll(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)};`);

interface Place {
  currency: string;
  /** `2026-11-21`. */
  day: string;
}

function documentOf(
  { number, account, currency, day }: Place & { number: string; account: string },
  parts: readonly string[],
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
<BkToCstmrStmt>
<GrpHdr><MsgId>${number}</MsgId><CreDtTm>${day}T23:00:00Z</CreDtTm></GrpHdr>
<Stmt>
<Id>${number}</Id>
<CreDtTm>${day}T23:00:00Z</CreDtTm>
<Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>
${parts.join('\n')}
</Stmt>
</BkToCstmrStmt>
</Document>
`;
}

function balanceOf(code: string, value: Amount, { currency, day }: Place): string {
  const [side, size] = value < ZERO ? ['DBIT', negate(value)] : ['CRDT', value];
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${formatDecimal(size)}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
}

function entryOf(
  one: RowOf<typeof expectedMoney>,
  { currency, day, number }: Place & { number: string },
): string {
  const isCredit = one.kind === 'wire';
  const reference = `${number}-${one.kind === 'wire' ? 'F' : 'B'}${one.id}`;
  const endToEndId = isCredit ? 'NOTPROVIDED' : endToEndIdOf(one.id);
  const party = isCredit ? 'Dbtr' : 'Cdtr';
  // As payers type it.
  const remittance = one.reference.toLowerCase().replaceAll('-', ' ');
  return [
    `<Ntry><Amt Ccy="${currency}">${formatDecimal(one.amount)}</Amt><CdtDbtInd>${isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd>`,
    `<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${reference}</AcctSvcrRef>`,
    `<BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd>`,
    `<NtryDtls><TxDtls><Refs><EndToEndId>${endToEndId}</EndToEndId></Refs>`,
    `<RltdPties><${party}><Pty><Nm>${escaped(one.party)}</Nm></Pty></${party}></RltdPties>`,
    remittance === '' ? '' : `<RmtInf><Ustrd>${remittance}</Ustrd></RmtInf>`,
    `</TxDtls></NtryDtls></Ntry>`,
  ].join('');
}
