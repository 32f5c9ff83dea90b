/** The public API of short contracts in the console: result alarms. */
export { AlarmsScreen } from './alarms-screen.tsx';
