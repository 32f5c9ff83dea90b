/** The public API of markets. */
export { MarketsScreen } from './markets-screen.tsx';
