/** The public API of announcements and articles. */
export { AnnouncementsScreen } from './announcements-screen.tsx';
