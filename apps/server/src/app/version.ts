/** The version of this release; clients compare it with their own (spec §9). */
export const VERSION = '1.3.5';
