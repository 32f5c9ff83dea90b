/** The public API of the review queue. */
export { KindLinks, useWaiting } from './parts/kind-links.tsx';
export { QueueScreen } from './queue-screen.tsx';
