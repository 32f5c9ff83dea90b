/** The paths as `pages.home`. A namespace, not an object: a script then has those it uses. */
export * as pages from './page-paths.ts';
