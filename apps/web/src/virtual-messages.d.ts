/** Where the build puts the messages compiled from `locales/<area>/<language>.json`. */
declare module 'virtual:messages' {
  /** Base URL of `/<language>/<part>.json`. */
  export const textsAddress: string;
}
