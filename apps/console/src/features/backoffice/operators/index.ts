/** The public API of operators' accounts. */
export { OperatorsScreen } from './operators-screen.tsx';
export { OwnAccountScreen } from './own-account-screen.tsx';
