/** The public API of the treasury. */
export { TreasuryScreen } from './treasury-screen.tsx';
