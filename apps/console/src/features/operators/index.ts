/** The door of operators' accounts. */
export { OperatorsScreen } from './operators-screen.tsx';
