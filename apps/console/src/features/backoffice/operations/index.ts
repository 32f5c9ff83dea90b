/** The public API of operations: its page, and how many rules are broken. */
export { useBroken } from './api.ts';
export { OperationsScreen } from './operations-screen.tsx';
