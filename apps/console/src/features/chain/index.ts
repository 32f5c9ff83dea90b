/** The door of money on chains that came to a halt. */
export { ChainScreen } from './chain-screen.tsx';
