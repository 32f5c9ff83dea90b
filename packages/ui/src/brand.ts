/** The brand name, in the one place that knows it. */
export const BRAND_NAME = 'Tern';
