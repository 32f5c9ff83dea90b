/** The public API of timed contracts in the console: result alarms. */
export { AlarmsScreen } from './alarms-screen.tsx';
