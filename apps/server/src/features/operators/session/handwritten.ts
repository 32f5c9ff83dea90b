/** The characters of codes that people write down: none can be mistaken for another. */
export const HANDWRITTEN = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
