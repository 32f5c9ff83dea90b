/** The brand name. */
export const BRAND_NAME = 'Tern';
