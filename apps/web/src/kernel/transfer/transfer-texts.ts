/** The words of money that people review on its way in or out: of several features, loaded with their pages. */

declare module '../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    transfer: typeof import('../../locales/transfer/en.json');
  }
}

/** For `areas` of a route whose screens use the parts of this folder. */
export const transferTexts = ['transfer'] as const;
