/** Cases: suspicions, and the number that wait. */
export { useWaitingCases } from './api.ts';
export { CasesScreen } from './cases-screen.tsx';
