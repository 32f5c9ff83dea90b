/** What documents say beside the photographs, as reviewers compare it, and as one fact of their approval. */
import { createHash } from 'node:crypto';
import { isoTime } from '../../../platform/clock.ts';
import type { FullNumber } from '../../../kernel/review/review-kind.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { IdentityDeps } from './deps.ts';
import {
  detailsOf,
  endOf,
  openSealed,
  residenceOf,
  type Sealed,
  type StoredDetails,
} from './store-details.ts';
import type { Documents } from './store.ts';

/**
 * Of all columns, the sealed ones as they are stored. A fact is kept for ever in the audit log: this one says nothing once the
 * details are erased.
 */
export const hashOfDetails = ({ sealed, ...plain }: StoredDetails): string =>
  createHash('sha256')
    .update(JSON.stringify([plain, Buffer.from(sealed).toString('base64')]))
    .digest('hex');

const countries = new Intl.DisplayNames('en', { type: 'region' });
const countryName = (code: string): string => `${countries.of(code) ?? code} (${code})`;

function hidden({ documentNumber, taxNumber, fundsNote }: Sealed): Sealed {
  const number = endOf(documentNumber);
  return {
    documentNumber: number,
    taxNumber: taxNumber === '' ? '' : endOf(taxNumber),
    address: 'shown on request',
    fundsNote: fundsNote === '' ? '' : 'note shown on request',
  };
}

/** Numbers by their ends: who compares them asks for them, which is logged. Labels and values in English. */
export async function detailRows(
  reader: Reader,
  { id, memberId }: Documents,
  { secretBox }: Pick<IdentityDeps, 'secretBox'>,
): Promise<(readonly [label: string, value: string])[]> {
  const stored = await reader.maybe(detailsOf, [id]);
  if (stored === undefined) return [['Residence', 'not given: proves no country']];
  const { documentNumber, address, taxNumber, fundsNote } = hidden(
    openSealed(secretBox, stored.sealed, memberId),
  );
  const { birthDate, nationality, residence, documentEndsOn, taxCountry, certifiedAt } = stored;
  const proven = await residenceOf(reader, memberId);
  const hasMoved = proven !== undefined && proven.country !== residence;
  return [
    ['Born', birthDate],
    ['Nationality', countryName(nationality)],
    ['Document number', documentNumber],
    ['Valid until', documentEndsOn ?? 'no end'],
    ['Residence', countryName(residence)],
    ...(hasMoved ? [['Residence before', countryName(proven.country)] as const] : []),
    ['Address', address],
    ['Tax residence', countryName(taxCountry)],
    ['Tax number', taxNumber === '' ? 'none issued' : taxNumber],
    ['Certified', isoTime(certifiedAt)],
    ['Source of funds', [stored.funds || 'not given', fundsNote].filter(Boolean).join(': ')],
  ];
}

/** In full, to compare with the photographs; none once decided, and for documents without details. */
export async function fullDetails(
  reader: Reader,
  { id, memberId, state }: Documents,
  { secretBox }: Pick<IdentityDeps, 'secretBox'>,
): Promise<FullNumber[]> {
  const stored = state === 'reviewed' ? await reader.maybe(detailsOf, [id]) : undefined;
  if (stored === undefined) return [];
  const opened = openSealed(secretBox, stored.sealed, memberId);
  const rows: [label: string, number: string][] = [
    ['Document number', opened.documentNumber],
    ['Address', opened.address],
    ['Tax number', opened.taxNumber],
    ['Note on funds', opened.fundsNote],
  ];
  return rows.flatMap(([label, number]) => (number === '' ? [] : [{ label, number }]));
}
