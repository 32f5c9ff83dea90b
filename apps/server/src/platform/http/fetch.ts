/**
 * The `fetch` that asks other servers. The one inside Node 20 (undici 6) never ends, not even by its time limit, when compressed
 * data is damaged and memory is collected meanwhile; undici's own package does not have that fault.
 */
export { fetch, type RequestInit, type Response } from 'undici';
