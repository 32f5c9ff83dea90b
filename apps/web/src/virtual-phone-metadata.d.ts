/** What the app knows of phone numbers (`build/phone-metadata-plugin.ts`). */
declare module 'virtual:phone-metadata' {
  import type { MetadataJson } from 'libphonenumber-js/core';
  /** libphonenumber's metadata of the listed countries. */
  export const metadata: MetadataJson;
  /** By region, for all countries. */
  export const diallingCodes: Readonly<Partial<Record<string, string>>>;
}
