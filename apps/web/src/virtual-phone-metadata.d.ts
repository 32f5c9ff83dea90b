/** What libphonenumber knows of the countries that the form offers (`build/phone-metadata-plugin.ts`). */
declare module 'virtual:phone-metadata' {
  import type { MetadataJson } from 'libphonenumber-js/core';
  export const metadata: MetadataJson;
}
