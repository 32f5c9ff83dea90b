/** The public API of the product catalogue. */
export { ProductsScreen } from './products-screen.tsx';
