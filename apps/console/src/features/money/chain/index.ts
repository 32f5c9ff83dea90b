/** The public API of money on chains that came to a halt. */
export { ChainScreen } from './chain-screen.tsx';
