/** The public API of support: conversations with customers, and saved replies. */
export { useInboxCount } from './api.ts';
export { InboxScreen } from './inbox-screen.tsx';
export { RepliesScreen } from './replies-screen.tsx';
