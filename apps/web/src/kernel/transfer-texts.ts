/** The texts shared by all funding requests, loaded with their pages. */

declare module '../platform/i18n/message-key.ts' {
  interface MessageAreas {
    transfer: typeof import('../locales/transfer/en.json');
  }
}

/** For `areas` of a route whose screens use these parts. */
export const transferTexts = ['transfer'] as const;
