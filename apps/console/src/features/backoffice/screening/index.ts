/** Screening: hits on lists of sanctions, and the number that are open. */
export { useOpenHits } from './api.ts';
export { ScreeningScreen } from './screening-screen.tsx';
