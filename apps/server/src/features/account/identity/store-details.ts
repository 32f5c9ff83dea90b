/** The SQL of what documents say beside the photographs; address and numbers are sealed with the key of the deployment. */
import {
  arrayOf,
  bool,
  bytea,
  date,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';
import type { ProvenResidence } from '../../../kernel/products/withheld.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { Details } from './details-fields.ts';

const identityDetails = defineTable('identity_details', {
  documentId: int8,
  birthDate: date,
  nationality: text,
  residence: text,
  documentEndsOn: nullable(date),
  taxCountry: text,
  funds: text,
  sealed: bytea,
  certifiedAt: timestamptz,
});

const insertRow = identityDetails.insert('identity.insertDetails', [
  'documentId',
  'birthDate',
  'nationality',
  'residence',
  'documentEndsOn',
  'taxCountry',
  'funds',
  'sealed',
  'certifiedAt',
]);

export const detailsOf = identityDetails.select('identity.detailsOf', 'where document_id = $1', [
  int8,
]);
export type StoredDetails = RowOf<typeof detailsOf>;

/** What is sealed in one piece. */
export type Sealed = Pick<Details, 'address' | 'documentNumber' | 'taxNumber' | 'fundsNote'>;

/** What is shown of a number: its last characters. */
export const endOf = (number: string): string =>
  `**** ${number.slice(number.length > 6 ? -4 : -2)}`;

const contextOf = (memberId: number) => `identity details:${memberId}`;

/** With the documents, in one transaction. `at`: when those were sent, epoch ms. */
export async function insertDetails(
  tx: Tx,
  box: SecretBox,
  given: { documentId: number; memberId: number; details: Details; at: number },
): Promise<void> {
  const { documentId, memberId, details, at: certifiedAt } = given;
  const { address, documentNumber, taxNumber, fundsNote, ...plain } = details;
  const secret: Sealed = { address, documentNumber, taxNumber, fundsNote };
  const sealed = box.seal(JSON.stringify(secret), contextOf(memberId));
  await insertRow(tx, { documentId, ...plain, sealed, certifiedAt });
}

/** @throws Error if it was sealed with another key, or for another member */
export const openSealed = (box: SecretBox, sealed: Uint8Array, memberId: number): Sealed =>
  JSON.parse(box.open(sealed, contextOf(memberId))) as Sealed;

const provenResidence = defineQuery({
  name: 'identity.provenResidence',
  text: `select t.residence as country, d.id = (
      select max(n.id) from identity_documents n where n.member_id = $1 and n.state = 'verified'
    ) as is_current
    from identity_documents d join identity_details t on t.document_id = d.id
    where d.member_id = $1 and d.state = 'verified' order by d.id desc limit 1`,
  params: [int8],
  row: { country: text, isCurrent: bool },
});

/**
 * The country where the member lives, as two operators agreed to it last; undefined while no documents that were verified say it. It
 * stays when the verification is taken away, and when later documents say nothing of it: then it is not current.
 */
export const residenceOf = (
  reader: Reader,
  memberId: number,
): Promise<ProvenResidence | undefined> => reader.maybe(provenResidence, [memberId]);

/** Verified documents that decide about their member and end by day `$1`, of which no notice of this stage went out. */
export const documentsToRemind = defineQuery({
  name: 'identity.documentsToRemind',
  text: `select d.id, d.member_id, t.document_ends_on as ends_on
    from identity_details t
    join identity_documents d on d.id = t.document_id and d.state = 'verified'
    where t.document_ends_on <= $1
      and not exists (select from identity_reminders r where r.document_id = d.id and r.stage = $2)
      and not exists (
        select from identity_documents o where o.member_id = d.member_id and o.id > d.id and o.state in ('verified', 'reviewed')
      )
    order by d.id limit $3`,
  params: [date, text, int8],
  row: { id: int8, memberId: int8, endsOn: date },
});

export const markReminded = defineStatement({
  name: 'identity.markReminded',
  text: `insert into identity_reminders (document_id, stage, sent_at) values ($1, $2, $3) on conflict do nothing`,
  params: [int8, text, timestamptz],
});

/** Of these members. */
export const eraseDetails = defineStatement({
  name: 'identity.eraseDetails',
  text: `delete from identity_details t using identity_documents d
    where d.id = t.document_id and d.member_id = any($1)`,
  params: [arrayOf(int8)],
});
