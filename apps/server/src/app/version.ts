/** The version of this release; clients compare it with their own. */
export const VERSION = '1.3.5';
