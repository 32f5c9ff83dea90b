/** What the form asks beside name and photographs, and what is wrong with it. Pure. */

export const detailFields = [
  'birthDate',
  'nationality',
  'residence',
  'address',
  'documentNumber',
  'documentEndsOn',
  'taxCountry',
  'taxNumber',
  'isCertified',
  'funds',
] as const;
export type DetailField = (typeof detailFields)[number];

/** Texts as typed; `isCertified` is `yes` or empty. */
export type DetailValues = Readonly<Record<DetailField, string>>;

/** Where money comes from, in the order of the list. */
export const fundsSources = [
  'salary',
  'business',
  'savings',
  'investments',
  'property',
  'inheritance',
  'pension',
  'other',
] as const;

/** By field, the text that says what to do. */
const faults = {
  birthDate: 'identity.enterBirth',
  nationality: 'identity.chooseCountry',
  residence: 'identity.chooseCountry',
  address: 'identity.enterAddress',
  documentNumber: 'identity.enterNumber',
  documentEndsOn: 'identity.documentOver',
  taxCountry: 'identity.chooseCountry',
  taxNumber: 'identity.enterNumber',
  isCertified: 'identity.confirmTax',
  funds: 'identity.enterAddress',
} as const;
export type DetailFault = (typeof faults)[DetailField];

/** The text for a field that the server refused. */
export const faultOf = (field: DetailField): DetailFault => faults[field];

export const isDetail = (field: string): field is DetailField =>
  detailFields.includes(field as DetailField);

const NEEDED: readonly DetailField[] = [
  'nationality',
  'residence',
  'address',
  'documentNumber',
  'taxCountry',
  'isCertified',
];

const AGE_MIN = 18;

/** `today` as YYYY-MM-DD, like the days that were typed: they sort as text. */
export function detailFaults(
  values: DetailValues,
  today: string,
): Partial<Record<DetailField, DetailFault>> {
  const adultSince = `${Number(today.slice(0, 4)) - AGE_MIN}${today.slice(4)}`;
  const wrong = NEEDED.filter((field) => values[field].trim() === '');
  if (values.birthDate === '' || values.birthDate > adultSince) wrong.push('birthDate');
  if (values.documentEndsOn !== '' && values.documentEndsOn < today) wrong.push('documentEndsOn');
  return Object.fromEntries(wrong.map((field) => [field, faults[field]]));
}
