/** The door of limits and fees. */
export { LimitsScreen } from './limits-screen.tsx';
