/** The door of the review queue. */
export { KindLinks } from './parts/kind-links.tsx';
export { QueueScreen } from './queue-screen.tsx';
