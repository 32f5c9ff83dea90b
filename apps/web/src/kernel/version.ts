/** The client's built-in version (spec §9); the site configuration is compared with it. */
export const VERSION = '1.3.5';
