/** libphonenumber's metadata of the offered countries (`build/phone-metadata-plugin.ts`). */
declare module 'virtual:phone-metadata' {
  import type { MetadataJson } from 'libphonenumber-js/core';
  export const metadata: MetadataJson;
}
