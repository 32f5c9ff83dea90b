/** The door of the product catalogue. */
export { ProductsScreen } from './products-screen.tsx';
