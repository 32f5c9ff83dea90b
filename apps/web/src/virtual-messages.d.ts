/** Where the build has put the texts it compiled from `locales/<area>/<language>.json`. */
declare module 'virtual:messages' {
  /** Behind it stands `/<language>/<part>.json`. */
  export const textsAddress: string;
}
