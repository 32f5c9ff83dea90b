/** The door of operations: the room, and how many rules are broken. */
export { useBroken } from './api.ts';
export { OperationsScreen } from './operations-screen.tsx';
