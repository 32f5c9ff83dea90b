import { formatDecimal } from '@tern/money';
import { describe, expect, it } from 'vitest';
import { readStatements } from './read-statements.ts';

const read = (text: string) => readStatements(new TextEncoder().encode(text));
/** Amounts as decimal text, to compare and to show. */
const plain = (text: string) =>
  read(text).map(({ opening, closing, entries, ...more }) => ({
    ...more,
    balances: [formatDecimal(opening), formatDecimal(closing)],
    entries: entries.map((entry) => ({ ...entry, amount: formatDecimal(entry.amount) })),
  }));

interface Parts {
  version?: string;
  head?: string;
  closing?: string;
  entries?: string;
}

const CREDIT_02 = `<Ntry><Amt Ccy="EUR">5000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
  <BookgDt><Dt>2026-11-20</Dt></BookgDt><ValDt><Dt>2026-11-21</Dt></ValDt><AcctSvcrRef>Z-77</AcctSvcrRef>
  <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
    <RltdPties><Dbtr><Nm>Kim Tester</Nm></Dbtr></RltdPties>
    <RmtInf><Ustrd>TERN-ABCD</Ustrd><Ustrd>EFGH JKMN &amp; more</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

const camt = ({
  version = '02',
  head = '',
  closing = '15000.00',
  entries = CREDIT_02,
}: Parts = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?>${head}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>
<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-21T01:00:00</CreDtTm></GrpHdr><Stmt><Id>2026-325</Id>
<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">10000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${closing}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>
${entries}
</Stmt></BkToCstmrStmt></Document>`;

const RETURNED_08 = `<Ntry><Amt Ccy="EUR">5000</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd><Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><DtTm>2026-11-20T09:00:00+01:00</DtTm></BookgDt><NtryDtls><TxDtls><Refs><AcctSvcrRef>Z-78</AcctSvcrRef>
  <EndToEndId>TERN-B-40001</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Kim Tester</Nm></Pty></Dbtr></RltdPties>
  <RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls></Ntry>
  <Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>`;

const batch = (
  first: string,
) => `<Ntry><Amt Ccy="EUR">5000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
  <BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>BATCH</AcctSvcrRef><NtryDtls>
  <TxDtls><Refs><AcctSvcrRef>Z-1</AcctSvcrRef></Refs><Amt Ccy="EUR">${first}</Amt></TxDtls>
  <TxDtls><Refs><AcctSvcrRef>Z-2</AcctSvcrRef></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">3000</Amt></TxAmt></AmtDtls></TxDtls>
  </NtryDtls></Ntry>`;

describe('camt.053', () => {
  it('is read in version 02, with the words of the payer together', () => {
    expect(plain(camt())).toEqual([
      {
        format: 'camt.053',
        account: 'DE89370400440532013000',
        currency: 'EUR',
        number: '2026-325',
        openedOn: '2026-11-20',
        closedOn: '2026-11-20',
        balances: ['10000', '15000'],
        entries: [
          {
            isCredit: true,
            amount: '5000',
            bookedOn: '2026-11-20',
            valueDate: '2026-11-21',
            bankReference: 'Z-77',
            endToEndId: '',
            party: 'Kim Tester',
            text: 'TERN-ABCD EFGH JKMN & more',
            returnCode: '',
          },
        ],
      },
    ]);
  });

  it('is read in version 08, with the reason of a return and without what is only expected', () => {
    const [statement] = plain(camt({ version: '08', entries: RETURNED_08 }));
    expect(statement!.entries).toMatchObject([
      {
        bankReference: 'Z-78',
        endToEndId: 'TERN-B-40001',
        party: 'Kim Tester',
        returnCode: 'AC04',
      },
    ]);
  });

  it('has each transfer of a batch as an entry, if they add up to it', () => {
    expect(plain(camt({ entries: batch('2000') }))[0]!.entries).toMatchObject([
      { amount: '2000', bankReference: 'Z-1' },
      { amount: '3000', bankReference: 'Z-2' },
    ]);
    expect(plain(camt({ entries: batch('1999') }))[0]!.entries).toMatchObject([
      { amount: '5000', bankReference: 'BATCH' },
    ]);
  });

  it.each([
    [
      'balances that the entries do not join',
      camt({ closing: '15000.01' }),
      'add up to 5000, its balances differ by 5000.01',
    ],
    ['another version', camt({ version: '13' }), 'is not camt.053.001.02 or .08'],
    [
      'a document type',
      camt({ head: '<!DOCTYPE a [<!ENTITY b "c">]>' }),
      'line 1: a document type is not allowed',
    ],
    [
      'an entity of its own',
      camt({ entries: CREDIT_02.replace('&amp;', '&b;') }),
      'line 11: it is not XML',
    ],
    ['a cut end', camt().slice(0, -20), 'it is not XML'],
    [
      'another currency',
      camt({ entries: CREDIT_02.replace('"EUR"', '"USD"') }),
      'line 7: Ntry is not in EUR',
    ],
    [
      'no amount',
      camt({ entries: CREDIT_02.replace('5000.00', '5,000') }),
      'line 7: Amt is no amount',
    ],
    [
      'no day',
      camt({ entries: CREDIT_02.replace('2026-11-21', '2026-13-21') }),
      'line 8: ValDt is no day',
    ],
    ['elements in elements', `${'<a>'.repeat(50)}${'</a>'.repeat(50)}`, 'too many elements'],
    ['an unread encoding', camt().replace('UTF-8', 'UTF-16'), 'UTF-16 is not read'],
  ])('is refused with %s', (_what, text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});

const MT940 = `{1:F01HAFBDEFFAXXX0000000000}{2:I940}{4:
:20:STARTUMS
:25:37040044/0532013000EUR
:28C:00325/001
:60F:C261119EUR10000,00
:61:2611201120CR5000,NTRFNONREF//Z-77
:86:166?00GUTSCHRIFT?20EREF+X-1?21SVWZ+TERN-ABCD-EF?22GH-JKMN?32Kim?33 Tester
:61:2701011231D1,5NCHGNONREF
:86:/EREF/TERN-B-40001//NAME/Eve Other//REMI/Charges/
:61:2611201120RDR0,25NTRFOWN-1//Z-79
/OCMT/
:86:Some words
in two lines
:62F:C261120EUR14998,75
-}`;

describe('MT940', () => {
  it('is read with details by number, by word and in plain text', () => {
    expect(plain(MT940)).toMatchObject([
      {
        format: 'MT940',
        account: '370400440532013000',
        currency: 'EUR',
        number: '2026-00325/001',
        balances: ['10000', '14998.75'],
        openedOn: '2026-11-19',
        closedOn: '2026-11-20',
        entries: [
          {
            isCredit: true,
            amount: '5000',
            bankReference: 'Z-77',
            endToEndId: 'X-1',
            party: 'Kim Tester',
            text: 'TERN-ABCD-EFGH-JKMN',
          },
          {
            isCredit: false,
            amount: '1.5',
            valueDate: '2027-01-01',
            bookedOn: '2026-12-31',
            endToEndId: 'TERN-B-40001',
            party: 'Eve Other',
            text: 'Charges',
          },
          { isCredit: true, amount: '0.25', endToEndId: 'OWN-1', text: 'Some words in two lines' },
        ],
      },
    ]);
  });

  it('is read in letters of one byte', () => {
    const bytes = Buffer.from(MT940.replace('Kim', 'J\u00fcrg'), 'latin1');
    expect(readStatements(bytes)[0]!.entries[0]!.party).toBe('J\u00fcrg Tester');
  });

  it.each([
    [
      'balances that the entries do not join',
      MT940.replace('14998,75', '14998,76'),
      'its balances differ by 4998.76',
    ],
    ['an entry that is none', MT940.replace('CR5000,', 'CR5000'), 'line 6: :61: is no entry'],
    ['a day that is none', MT940.replace(':61:2611', ':61:2613'), 'line 6: it is no day'],
    ['no closing balance', MT940.replace(':62F:', ':64:'), ':62F: is missing'],
    ['other text', 'Dear bank', 'line 1: it is not MT940'],
    ['nothing', '', 'it has no statement'],
  ])('is refused with %s', (_what, text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});

it('is refused when it is larger than a statement', () => {
  expect(() => readStatements(new Uint8Array(4 * 1024 * 1024 + 1))).toThrow('4 MiB');
});
