/** The API's spelling of fields that many operator calls share, and our terms for them (docs/GLOSSARY.md). */

const TERMS = { coinname: 'asset', czline: 'network', num: 'amount' } as const;
type Terms = typeof TERMS;

/** The type with our terms for the API's field names, at every depth. */
export type InTerms<T> = T extends readonly (infer Row)[]
  ? InTerms<Row>[]
  : T extends object
    ? { [Field in keyof T as Field extends keyof Terms ? Terms[Field] : Field]: InTerms<T[Field]> }
    : T;

/** An answer's data with our terms for the API's field names; a feature's `api.ts` calls it once per answer. */
export function inTerms<T>(data: T): InTerms<T> {
  return translated(data) as InTerms<T>;
}

function translated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(translated);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => [
      Object.hasOwn(TERMS, field) ? TERMS[field as keyof Terms] : field,
      translated(part),
    ]),
  );
}
