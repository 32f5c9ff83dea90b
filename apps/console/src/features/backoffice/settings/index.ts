/** The public API of limits and fees. */
export { LimitsScreen } from './limits-screen.tsx';
