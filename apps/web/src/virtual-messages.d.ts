/** The texts the build merges from `locales/<area>/<language>.json`, one module per language. */
declare module 'virtual:messages' {
  import type { CompiledMessage } from 'icu-minify/format';
  export type Messages = Readonly<Record<string, CompiledMessage>>;
  export const loadMessages: Readonly<Record<string, () => Promise<{ messages: Messages }>>>;
}
