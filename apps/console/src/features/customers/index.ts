/** The door of the customers' room. */
export { CustomersScreen } from './customers-screen.tsx';
