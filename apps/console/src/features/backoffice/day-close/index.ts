/** The day close: days with their state, and the trial balance of one. */
export { DayCloseScreen } from './day-close-screen.tsx';
