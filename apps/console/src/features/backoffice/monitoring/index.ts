/** Monitoring: rules that look at money and orders, and the number of proposals that wait. */
export { useWaitingRules } from './api.ts';
export { MonitoringScreen } from './rules-screen.tsx';
