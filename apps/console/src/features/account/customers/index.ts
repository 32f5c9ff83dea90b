/** The public API of the customers page. */
export { CustomersScreen } from './customers-screen.tsx';
